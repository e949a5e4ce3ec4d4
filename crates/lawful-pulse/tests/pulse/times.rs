//! Virtual time.

use std::collections::BTreeSet;
use std::time::Duration;

use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Condvar, Mutex};
use lawful_pulse::thread;
use lawful_pulse::time::Instant;

use crate::outcomes::{holds, outcomes};

#[test]
fn an_hour_goes_by_at_once() {
    let started = std::time::Instant::now();
    holds(|| {
        let before = Instant::now();
        thread::sleep(Duration::from_secs(3_600));
        assert_eq!(before.elapsed(), Duration::from_secs(3_600));
    });
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn those_that_sleep_wake_in_the_order_of_time() {
    let seen = outcomes(100, || {
        let order = Arc::new(Mutex::new(Vec::new()));
        let threads = [3, 1, 2].map(|seconds| {
            let order = order.clone();
            thread::spawn(move || {
                thread::sleep(Duration::from_secs(seconds));
                order.lock().unwrap().push(seconds);
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        order.lock().unwrap().clone()
    });
    assert!(seen.contains(&vec![1, 2, 3]));
}

/// A time-out races with what it waits for: time may go on while others still work.
#[test]
fn time_may_be_over_while_others_work() {
    let seen = outcomes(400, || {
        let work = Arc::new(AtomicU32::new(0));
        let done = work.clone();
        let worker = thread::spawn(move || {
            (0..3).for_each(|_| {
                done.fetch_add(1, SeqCst);
            })
        });
        thread::sleep(Duration::from_millis(1));
        let seen = work.load(SeqCst);
        worker.join().unwrap();
        seen
    });
    assert_eq!(seen, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn a_wait_with_a_limit_ends_either_way() {
    let seen = outcomes(400, || {
        let shared = Arc::new((Mutex::new(false), Condvar::new()));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            *other.0.lock().unwrap() = true;
            other.1.notify_one();
        });
        let guard = shared.0.lock().unwrap();
        let limit = Duration::from_millis(5);
        let waited = shared.1.wait_timeout_while(guard, limit, |ready| !*ready);
        let (guard, result) = waited.unwrap();
        drop(guard);
        thread.join().unwrap();
        result.timed_out()
    });
    assert_eq!(seen, BTreeSet::from([false, true]));
}
