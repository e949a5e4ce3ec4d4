//! Stacks, time, and what a lock does while others wait for it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use lawful_core::run::Runner;
use lawful_pulse::sync::{Condvar, Mutex, RwLock, mpsc};
use lawful_pulse::{Search, future, scheduled, thread};

use crate::outcomes::{failure, holds, outcomes_by};

/// Uses so many KiB of the stack.
#[inline(never)]
fn uses<const KIB: usize>() -> u8 {
    let mut array = [[1u8; 1024]; KIB];
    std::hint::black_box(&mut array);
    array[KIB / 2][7]
}

/// Says that no schedule of 64 breaks a program.
fn passes(body: impl Fn()) {
    let explored = scheduled(body).explore(1);
    assert!(explored.broken.is_none(), "{explored:?}");
}

#[test]
fn stacks_are_as_large_as_those_of_threads() {
    passes(|| {
        assert_eq!(uses::<1024>(), 1);
        let thread = thread::spawn(uses::<1024>);
        assert_eq!(thread.join().unwrap(), 1);
    });
    passes(|| {
        let large = future::spawn(async {
            let array = [1u8; 300 * 1024];
            future::yield_now().await;
            array[9]
        });
        assert_eq!(future::block_on(large).unwrap(), 1);
    });
}

#[test]
fn a_stack_is_as_large_as_asked_for() {
    passes(|| {
        let builder = thread::Builder::new().stack_size(16 * 1024 * 1024);
        let thread = builder.spawn(uses::<{ 8 * 1024 }>).unwrap();
        assert_eq!(thread.join().unwrap(), 1);
    });
    let small = failure(|| {
        let builder = thread::Builder::new().stack_size(256 * 1024);
        let _ = builder.spawn(uses::<1024>).unwrap().join();
    });
    let told = format!("{:?}", small.reason);
    assert!(told.contains("used up its stack of 256 KiB"), "{told}");
}

#[test]
fn never_is_never() {
    let never = || {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || sender.send(1).unwrap());
        assert_eq!(receiver.recv_timeout(Duration::MAX), Ok(1));
        let (ready, changed) = (Mutex::new(false), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                *ready.lock().unwrap() = true;
                changed.notify_one();
            });
            let held = ready.lock().unwrap();
            let limit = Duration::from_secs(u64::MAX / 2);
            let waited = changed.wait_timeout_while(held, limit, |ready| !*ready).unwrap();
            assert!(!waited.1.timed_out());
        });
    };
    holds(never);
    let forever = failure(|| thread::sleep(Duration::MAX));
    assert_eq!(forever.reason.code, "deadlock");
}

#[test]
fn time_may_be_told_to_wait_for_all_tasks() {
    let body = || {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(1));
            sender.send(1).unwrap();
        });
        assert_eq!(receiver.recv_timeout(Duration::from_secs(2)), Ok(1));
    };
    assert!(Runner::named("early").run(&scheduled(body)).failure().is_some());
    let idle = scheduled(body).early_timers(false);
    assert!(Runner::named("idle").run(&idle).is_success());
    let explored = idle.search(Search::Exhaustive).explore(1);
    assert!(explored.exhausted && explored.broken.is_none(), "{explored:?}");
}

#[test]
fn nobody_begins_to_read_while_another_waits_to_write() {
    let twice = failure(|| {
        let lock = RwLock::new(0);
        thread::scope(|scope| {
            scope.spawn(|| *lock.write().unwrap() += 1);
            let first = lock.read().unwrap();
            let second = lock.read().unwrap();
            assert_eq!(*first, *second);
        });
    });
    assert_eq!(twice.reason.code, "deadlock");
    let told = format!("{:?}", twice.reason);
    assert!(told.contains("waits before it"), "{told}");
    // Apart from that many may read at once, and one that writes comes in between.
    let seen = outcomes_by(Search::Exhaustive, 10_000, || {
        let lock = RwLock::new(0);
        thread::scope(|scope| {
            scope.spawn(|| *lock.write().unwrap() += 1);
            let other = scope.spawn(|| *lock.read().unwrap());
            let own = *lock.read().unwrap();
            (own, other.join().unwrap())
        })
    });
    assert_eq!(seen, BTreeSet::from([(0, 0), (0, 1), (1, 0), (1, 1)]));
}

/// Time from the beginning of a law to its verdict, with so many threads that wait for ever.
fn verdict(threads: usize) -> Duration {
    let law = scheduled(move || {
        let lock = Mutex::new(());
        thread::scope(|scope| {
            let _held = lock.lock().unwrap();
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(|| drop(lock.lock()))).collect();
            threads.into_iter().for_each(|one| one.join().unwrap());
        });
    });
    let started = Instant::now();
    let summary = Runner::named("blocked").run(&law);
    let failure = summary.failure().expect("they wait for each other");
    assert_eq!(failure.reason.code, "deadlock");
    started.elapsed()
}

#[test]
fn ten_thousand_blocked_threads_are_told_at_once() {
    let took = verdict(10_000);
    // Two seconds with optimisation, which is what the benchmark measures.
    assert!(took < Duration::from_secs(20), "{took:?}");
}
