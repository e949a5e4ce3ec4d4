//! Faults happen as often as allowed, or not at all.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lawful_pulse::effect::effect;
use lawful_pulse::fault;
use lawful_pulse::process::{
    Down, Reason, receive_as, receive_as_within, self_pid, send, spawn, spawn_monitor,
};

use crate::exploring::{outcomes, set};

/// What arrives of messages from one process, after its end.
fn arrived(allow: fn(u64), most: u64) -> std::collections::BTreeSet<Vec<u32>> {
    outcomes(move || {
        allow(most);
        let parent = self_pid();
        let (_, _) = spawn_monitor(move || (1..=3_u32).for_each(|number| send(parent, number)));
        // The notice is never lost, and comes after all that the process sent.
        receive_as::<Down>();
        std::iter::from_fn(|| receive_as_within(Duration::from_secs(60))).collect()
    })
}

#[test]
fn no_more_messages_are_lost_than_may_be() {
    assert_eq!(arrived(fault::may_lose_messages, 0), set([vec![1, 2, 3]]));
    let one = [vec![1, 2, 3], vec![2, 3], vec![1, 3], vec![1, 2]];
    assert_eq!(arrived(fault::may_lose_messages, 1), set(one.clone()));
    let two = [vec![1], vec![2], vec![3]];
    assert_eq!(arrived(fault::may_lose_messages, 2), set(one.into_iter().chain(two)));
}

#[test]
fn delayed_messages_arrive_in_order() {
    let all = arrived(|most| fault::may_delay_messages(most, Duration::from_secs(5)), 2);
    assert_eq!(all, set([vec![1, 2, 3]]));
}

/// Nobody else runs, so that without a fault the message is there in time.
#[test]
fn a_delay_is_longer_than_a_limit() {
    let in_time = |delays: u64| {
        outcomes(move || {
            fault::may_delay_messages(delays, Duration::from_secs(9));
            send(self_pid(), 1_u32);
            receive_as_within::<u32>(Duration::from_secs(10)).is_some()
        })
    };
    // The clock may go on before the process does.
    assert_eq!(in_time(0), set([false, true]));
    assert_eq!(in_time(1), set([false, true]));
    let late = outcomes(|| {
        fault::may_delay_messages(1, Duration::from_secs(9));
        send(self_pid(), 1_u32);
        let first = receive_as_within::<u32>(Duration::from_secs(1));
        first.or_else(|| receive_as_within(Duration::from_secs(60)))
    });
    assert_eq!(late, set([None, Some(1)]));
}

#[test]
fn a_process_that_may_be_killed_may_live() {
    let steps = outcomes(|| {
        let list = Arc::new(Mutex::new(0));
        let own = list.clone();
        let (child, _) = spawn_monitor(move || {
            effect("one", || *own.lock().unwrap() += 1);
            effect("two", || *own.lock().unwrap() += 1);
        });
        fault::may_kill(child);
        let reason = receive_as::<Down>().reason;
        (*list.lock().unwrap(), reason)
    });
    let killed = |steps: u32| (steps, Reason::Killed);
    assert_eq!(steps, set([(2, Reason::Normal), killed(0), killed(1)]));
}

#[test]
fn a_process_may_die_where_it_says() {
    let reasons = outcomes(|| {
        let (_, _) = spawn_monitor(fault::may_die);
        receive_as::<Down>().reason
    });
    assert_eq!(reasons, set([Reason::Normal, Reason::Killed]));
}

/// A thread is killed wherever it is, here while it waits for a lock.
#[test]
fn a_thread_may_be_killed_too() {
    use lawful_pulse::sync::{Arc, Mutex};
    use lawful_pulse::thread;
    let ended = outcomes(|| {
        let parent = self_pid();
        let lock = Arc::new(Mutex::new(()));
        let own = lock.clone();
        let one = thread::spawn(move || {
            send(parent, self_pid());
            drop(own.lock());
        });
        fault::may_kill(receive_as::<lawful_pulse::process::Pid>());
        one.join().is_ok()
    });
    assert_eq!(ended, set([false, true]));
}

/// Faults of one run are forgotten in the next.
#[test]
fn faults_belong_to_a_run() {
    let lost = |most: u64| {
        outcomes(move || {
            if most > 0 {
                fault::may_lose_messages(most);
            }
            let parent = self_pid();
            spawn(move || send(parent, ()));
            receive_as_within::<()>(Duration::from_secs(1)).is_some()
        })
    };
    assert!(lost(1).contains(&false));
    let sent = outcomes(|| {
        send(self_pid(), 1_u32);
        receive_as::<u32>()
    });
    assert_eq!(sent, set([1]));
}
