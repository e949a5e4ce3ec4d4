//! Exhaustive searches of programs that wait in loops come to an end, and to all outcomes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use lawful_pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Condvar, Mutex, mpsc};
use lawful_pulse::{Search, future, hint, scheduled, thread};

const SECOND: Duration = Duration::from_secs(1);

/// All outcomes of a program, whose exhaustive search must end.
#[track_caller]
fn outcomes<T: Ord>(body: impl Fn() -> T) -> BTreeSet<T> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    });
    let explored = law.search(Search::Exhaustive).schedules(20_000).explore(1);
    assert!(explored.broken.is_none(), "{explored:?}");
    assert!(explored.exhausted, "{explored:?}");
    seen.into_inner()
}

/// Waits for a flag that another task sets, and gives what that task left there before or after.
fn waits(wait: impl Fn() + Sync) -> u32 {
    let (flag, value) = (AtomicBool::new(false), AtomicU32::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            value.store(1, SeqCst);
            flag.store(true, SeqCst);
            value.store(2, SeqCst);
        });
        while !flag.load(SeqCst) {
            wait();
        }
        value.load(SeqCst)
    })
}

#[test]
fn a_loop_that_yields() {
    assert_eq!(outcomes(|| waits(thread::yield_now)), BTreeSet::from([1, 2]));
    assert_eq!(outcomes(|| waits(hint::spin_loop)), BTreeSet::from([1, 2]));
}

#[test]
fn a_loop_that_sleeps() {
    assert_eq!(outcomes(|| waits(|| thread::sleep(SECOND))), BTreeSet::from([1, 2]));
    assert_eq!(outcomes(|| waits(|| thread::park_timeout(SECOND))), BTreeSet::from([1, 2]));
}

#[test]
fn a_loop_that_yields_as_a_future() {
    assert_eq!(
        outcomes(|| waits(|| future::block_on(future::yield_now()))),
        BTreeSet::from([1, 2])
    );
}

#[test]
fn a_loop_around_a_time_out() {
    let seen = outcomes(|| {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || sender.send(1).unwrap());
        let mut waited = false;
        loop {
            match receiver.recv_timeout(SECOND) {
                Ok(value) => return (waited, value),
                Err(mpsc::RecvTimeoutError::Timeout) => waited = true,
                Err(error) => panic!("{error}"),
            }
        }
    });
    assert_eq!(seen, BTreeSet::from([(false, 1), (true, 1)]));
}

#[test]
fn a_condition_with_a_time_out() {
    let seen = outcomes(|| {
        let (ready, changed) = (Mutex::new(0), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                *ready.lock().unwrap() = 1;
                changed.notify_one();
            });
            let mut held = ready.lock().unwrap();
            while *held == 0 {
                held = changed.wait_timeout(held, SECOND).unwrap().0;
            }
            *held
        })
    });
    assert_eq!(seen, BTreeSet::from([1]));
}

#[test]
fn a_yield_outside_of_a_loop_hides_nothing() {
    let seen = outcomes(|| {
        let value = AtomicU32::new(0);
        thread::scope(|scope| {
            scope.spawn(|| value.store(1, SeqCst));
            thread::yield_now();
            value.load(SeqCst)
        })
    });
    assert_eq!(seen, BTreeSet::from([0, 1]));
}

#[test]
fn two_that_wait_for_each_other() {
    let seen = outcomes(|| {
        let turn = AtomicU32::new(0);
        let take = |own: u32| {
            while turn.load(SeqCst) % 2 != own {
                thread::yield_now();
            }
            turn.fetch_add(1, SeqCst)
        };
        thread::scope(|scope| {
            let other = scope.spawn(|| take(1));
            ((take(0), take(0)), other.join().unwrap())
        })
    });
    assert_eq!(seen, BTreeSet::from([((0, 2), 1)]));
}
