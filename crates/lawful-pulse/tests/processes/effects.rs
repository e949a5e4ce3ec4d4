//! Effects are one step.

use lawful_core::data::EventKind;
use lawful_pulse::effect::effect;
use lawful_pulse::process::{Down, kill, receive_as, self_pid, send, spawn, spawn_monitor};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{effects, thread};

use crate::exploring::{failure, outcomes, set};

/// A list that the scheduler knows nothing of.
type List = std::sync::Mutex<Vec<u32>>;

fn taken(list: &List) -> Vec<u32> {
    std::mem::take(&mut *list.lock().unwrap())
}

effects! {
    /// Adds an item to a list.
    fn add(list: &List, item: u32) -> usize {
        let mut list = list.lock().unwrap();
        list.push(item);
        list.len()
    }
}

#[test]
fn effects_of_different_processes_come_in_every_order() {
    let orders = outcomes(|| {
        let list = Arc::new(List::default());
        let own = list.clone();
        let (_, _) = spawn_monitor(move || {
            add(&own, 1);
            add(&own, 2);
        });
        add(&list, 11);
        add(&list, 12);
        receive_as::<Down>();
        taken(&list)
    });
    let expected = [
        [1, 2, 11, 12],
        [1, 11, 2, 12],
        [1, 11, 12, 2],
        [11, 1, 2, 12],
        [11, 1, 12, 2],
        [11, 12, 1, 2],
    ];
    assert_eq!(orders, set(expected.map(Vec::from)));
}

/// A component with a lock and steps between: what it does inside of an effect is not divided.
#[test]
fn what_is_inside_of_an_effect_is_not_divided() {
    let increment = |count: &Mutex<u32>| {
        let old = *count.lock().unwrap();
        thread::yield_now();
        *count.lock().unwrap() = old + 1;
    };
    let counts = |one_step: bool| {
        outcomes(move || {
            let count = Arc::new(Mutex::new(0));
            let own = count.clone();
            let run = move |count: &Mutex<u32>| match one_step {
                true => effect("increment", || increment(count)),
                false => increment(count),
            };
            let (_, _) = spawn_monitor(move || run(&own));
            run(&count);
            receive_as::<Down>();
            *count.lock().unwrap()
        })
    };
    assert_eq!(counts(false), set([1, 2]));
    assert_eq!(counts(true), set([2]));
}

#[test]
fn an_effect_that_waits_is_a_misuse_that_is_named() {
    let failure = failure(|| {
        let lock = Arc::new(Mutex::new(()));
        let held = lock.lock().unwrap();
        effect("take the lock", || drop(lock.lock()));
        drop(held);
    });
    let (message, _) = failure.reason.panic().expect("it panics");
    assert!(message.starts_with("the effect `take the lock` waits for the lock"), "{message}");
}

#[test]
fn an_effect_is_one_event_with_its_result() {
    let failure = failure(|| {
        let count = Mutex::new(1);
        effect("double", || {
            let mut count = count.lock().unwrap();
            *count *= 2;
            *count
        });
        panic!("shown");
    });
    let trace = failure.trace().expect("the case ran under a scheduler");
    let texts: Vec<&str> = trace.events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(texts, ["starts", "double: 2", "panics"]);
    assert_eq!(trace.events[1].kind, EventKind::Effect);
}

#[test]
fn outside_of_runs_an_effect_is_a_call() {
    let list = List::new(vec![7]);
    assert_eq!((add(&list, 8), effect("read", || taken(&list))), (2, vec![7, 8]));
}

/// A process that never receives dies at an effect.
#[test]
fn signals_reach_a_process_at_its_effects() {
    let counts = outcomes(|| {
        let list = Arc::new(List::default());
        let own = list.clone();
        let parent = self_pid();
        let (child, _) = spawn_monitor(move || {
            add(&own, 1);
            add(&own, 2);
            send(parent, ());
        });
        spawn(move || kill(child));
        receive_as::<Down>();
        taken(&list).len()
    });
    assert_eq!(counts, set([0, 1, 2]));
}
