//! What is detected by itself.

use std::time::Duration;

use lawful_core::data::{Block, TaskEnd};
use lawful_core::run::{About, Config, Failure, Runner, Stopped, run};
use lawful_pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Condvar, Mutex, mpsc};
use lawful_pulse::{scheduled, thread};

use crate::outcomes::{failure, holds};

fn named(failure: &Failure) -> (&str, &str) {
    let [Block::Code(message)] = &failure.reason.document.blocks[..] else {
        panic!("{:?}", failure.reason)
    };
    (&failure.reason.title, message)
}

#[test]
fn a_deadlock_names_the_locks_and_who_holds_them() {
    let failure = failure(|| {
        let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
        let (left, right) = (one.clone(), two.clone());
        let builder = thread::Builder::new().name("other".into());
        let thread = builder.spawn(move || {
            let _right = right.lock().unwrap();
            let _left = left.lock().unwrap();
        });
        let _one = one.lock().unwrap();
        let _two = two.lock().unwrap();
        drop((_one, _two));
        thread.unwrap().join().unwrap();
    });
    let (law, message) = named(&failure);
    assert_eq!(law, "tasks wait for each other for ever");
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].starts_with("`main` waits for the lock detection.rs:"), "{message}");
    assert!(
        lines[0].contains("which `other` holds, at crates/lawful-pulse/tests/pulse/detection.rs:")
    );
    assert!(lines[1].starts_with("`other` waits for") && lines[1].contains("which `main` holds"));
    assert_eq!((failure.trace().unwrap().switches, failure.is_proven()), (1, true));
    let trace = failure.trace().unwrap();
    assert!(trace.tasks.iter().all(|task| matches!(task.end, TaskEnd::Waits(_))));
}

/// A third task that could go on for ever does not hide it.
#[test]
fn a_deadlock_of_some_is_one() {
    let failure = failure(|| {
        let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
        let (left, right) = (one.clone(), two.clone());
        thread::spawn(move || {
            let _right = right.lock().unwrap();
            let _left = left.lock().unwrap();
        });
        thread::spawn(move || {
            let _one = one.lock().unwrap();
            let _two = two.lock().unwrap();
        });
        for _ in 0..100 {
            thread::yield_now();
        }
    });
    assert_eq!(named(&failure).0, "tasks wait for each other for ever");
}

#[test]
fn locking_twice_is_told() {
    let failure = failure(|| {
        let lock = Mutex::new(0);
        let _one = lock.lock().unwrap();
        let _two = lock.lock().unwrap();
    });
    assert!(named(&failure).1.contains("which it holds itself"), "{:?}", failure.reason);
}

#[test]
fn a_wake_up_that_came_too_early_is_told() {
    let failure = failure(|| {
        let shared = Arc::new((Mutex::new(()), Condvar::new()));
        let other = shared.clone();
        let thread = thread::spawn(move || other.1.notify_one());
        // Nothing says whether it was notified before.
        drop(shared.1.wait(shared.0.lock().unwrap()));
        thread.join().unwrap();
    });
    let (_, message) = named(&failure);
    assert!(message.contains("it was notified once when no task waited, last at"), "{message}");
}

#[test]
fn a_thread_that_waits_for_ever_is_a_leak() {
    let failure = failure(|| {
        let (sender, receiver) = mpsc::channel::<()>();
        thread::spawn(move || receiver.recv());
        std::mem::forget(sender);
    });
    assert_eq!(named(&failure).0, "a thread waits for ever");
    holds(|| {
        let (sender, receiver) = mpsc::channel::<()>();
        thread::spawn(move || receiver.recv());
        drop(sender);
    });
}

#[test]
fn tasks_that_come_to_no_end_are_told() {
    let law = scheduled(|| {
        let flags = Arc::new((AtomicBool::new(false), AtomicBool::new(false)));
        let other = flags.clone();
        thread::spawn(move || {
            while !other.0.load(SeqCst) {
                thread::yield_now();
            }
        });
        while !flags.1.load(SeqCst) {
            thread::yield_now();
        }
    });
    let summary = Runner::named("endless").seed(1).run(&law.max_scheduling_points(1_000));
    let failure = summary.failure().unwrap();
    let (law, message) = named(failure);
    assert_eq!(law, "the tasks come to no end");
    assert!(
        message.starts_with("still running after 1000 scheduling points (livelock?):\n`main` "),
        "{message}"
    );
}

#[test]
fn the_same_tape_gives_the_same_trace() {
    let body = || {
        let count = Arc::new(AtomicU32::new(0));
        let threads = [(); 3].map(|()| {
            let count = count.clone();
            thread::spawn(move || {
                let old = count.load(SeqCst);
                thread::sleep(Duration::from_millis(1));
                count.store(old + 1, SeqCst);
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        assert_eq!(count.load(SeqCst), 3);
    };
    let first = failure(body);
    for _ in 0..10 {
        let config = Config::default().with(|config| config.replay = Some(first.token.clone()));
        let about = About::new("failure", "", 0);
        let again = run(&scheduled(body), &about, &config, &mut |_| {});
        let again = again.failure().unwrap();
        assert_eq!((&again.trace(), &again.tape), (&first.trace(), &first.tape));
    }
}

#[test]
fn ten_thousand_tasks() {
    let law = scheduled(|| {
        let count = Arc::new(AtomicU32::new(0));
        let threads: Vec<_> = (0..10_000)
            .map(|_| {
                let count = count.clone();
                thread::spawn(move || count.fetch_add(1, SeqCst))
            })
            .collect();
        threads.into_iter().for_each(|one| {
            one.join().unwrap();
        });
        assert_eq!(count.load(SeqCst), 10_000);
    });
    let summary = Runner::named("many").tests(1).run(&law.schedules(2));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// Deeper and deeper, with something on the stack at each level.
fn descend(depth: u64) -> u64 {
    let held = std::hint::black_box([depth; 32]);
    if depth == 0 { 0 } else { held[7].wrapping_add(descend(std::hint::black_box(depth) + 1)) }
}

#[test]
fn a_stack_that_overflows_is_told_with_the_case() {
    let failure = failure(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let other = flag.clone();
        let deep = thread::Builder::new().name("deep".into());
        let thread = deep.spawn(move || if other.load(SeqCst) { descend(1) } else { 0 }).unwrap();
        flag.store(true, SeqCst);
        thread.join().unwrap();
    });
    let (law, message) = named(&failure);
    assert_eq!(law, "the stack of a task overflows");
    assert!(message.starts_with("`deep` used up its stack of"), "{message}");
    assert_eq!(failure.trace().unwrap().switches, 0);
    holds(|| assert_eq!(thread::spawn(|| 1).join().unwrap(), 1));
}

/// A write and a read of a cell that nothing orders are told, though no schedule is wrong by its values.
#[test]
fn a_race_for_a_cell_names_both_places() {
    use lawful_pulse::cell::RaceCell;
    let failure = failure(|| {
        let cell = Arc::new(RaceCell::new(0));
        let other = cell.clone();
        let writer = thread::Builder::new().name("writer".into());
        // SAFETY: there is one thread of the system.
        let thread = writer.spawn(move || other.with_mut(|place| unsafe { *place = 1 })).unwrap();
        // SAFETY: as above.
        cell.with(|place| unsafe { *place });
        thread.join().unwrap();
    });
    let (law, message) = named(&failure);
    assert_eq!(law, "two tasks use a cell at the same time");
    assert!(message.contains("`main`") && message.contains("`writer`"), "{message}");
    assert_eq!(failure.trace().unwrap().switches, 0);
    holds(|| {
        let shared = Arc::new((Mutex::new(()), RaceCell::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            let _held = other.0.lock().unwrap();
            // SAFETY: the lock is held.
            other.1.with_mut(|place| unsafe { *place += 1 });
        });
        {
            let _held = shared.0.lock().unwrap();
            // SAFETY: the lock is held.
            shared.1.with_mut(|place| unsafe { *place += 1 });
        }
        thread.join().unwrap();
        // SAFETY: nobody else has it any more.
        assert_eq!(shared.1.with(|place| unsafe { *place }), 2);
    });
}

/// What the order of a hash map decides is not on the tape: it is told where two runs of one schedule part.
#[test]
fn what_the_schedule_does_not_decide_is_named() {
    let law = scheduled(|| {
        let map: std::collections::HashMap<u32, ()> = (0..64).map(|key| (key, ())).collect();
        let shared = Arc::new(AtomicU32::new(0));
        let other = shared.clone();
        let thread = thread::spawn(move || other.fetch_add(1, SeqCst));
        map.keys().for_each(|key| shared.store(*key, SeqCst));
        thread.join().unwrap();
        assert!(shared.load(SeqCst) > 64, "always");
    });
    let summary = Runner::named("hashed").seed(1).run(&law);
    let Stopped::Unstable(unstable) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    let then = unstable.then.as_ref().expect("it failed in another way");
    let message = then.message();
    assert_eq!(then.title, "the same schedule does the same");
    assert!(
        message.contains("the first time, after ") && message.contains("`main` writes"),
        "{message}"
    );
    assert!(message.contains("`HashMap`"), "{message}");
}

/// A panic leaves a lock poisoned, and others panic over that. What is told is the first one, whichever task it
/// is of, and its schedule need not lead to the others.
#[test]
fn a_poisoned_lock_is_not_the_cause() {
    let body = |joined: bool| {
        move || {
            let ready = Arc::new(Mutex::new(false));
            let (setter, reader) = (ready.clone(), ready.clone());
            let threads = [
                thread::spawn(move || (0..2).for_each(|_| *setter.lock().unwrap() = true)),
                thread::spawn(move || {
                    let ready = reader.lock().unwrap();
                    assert!(*ready, "not ready");
                }),
            ];
            if joined {
                threads.into_iter().for_each(|one| one.join().unwrap());
            } else {
                drop(ready.lock().unwrap());
            }
        }
    };
    for joined in [true, false] {
        let failure = failure(body(joined));
        let (message, _) = failure.reason.panic().expect("it panics");
        assert_eq!(message, "not ready");
        assert_eq!((failure.trace().unwrap().switches, failure.is_proven()), (1, true), "{joined}");
    }
}
