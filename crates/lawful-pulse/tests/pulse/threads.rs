//! Threads: spawning, joining, scopes, parking, thread-locals.

use std::cell::Cell;
use std::collections::BTreeSet;

use lawful_pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{Search, thread};

use crate::outcomes::{failure, holds, outcomes, outcomes_by};

/// Two threads append their names twice each: all six orders are found, by every algorithm.
#[test]
fn every_order_of_two_threads_is_found() {
    let body = || {
        let word = Arc::new(Mutex::new(String::new()));
        let threads = ["a", "b"].map(|name| {
            let word = word.clone();
            thread::spawn(move || (0..2).for_each(|_| word.lock().unwrap().push_str(name)))
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        word.lock().unwrap().clone()
    };
    let all = ["aabb", "abab", "abba", "baab", "baba", "bbaa"].map(String::from);
    for search in [Search::Portfolio, Search::Random, Search::UniformWalk, Search::Sparse] {
        assert_eq!(outcomes_by(search, 400, body), BTreeSet::from(all.clone()), "{search:?}");
    }
    for depth in 1..=4 {
        let found = outcomes_by(Search::Pct { depth }, 400, body);
        assert!(found.contains("aabb") && found.contains("bbaa"), "{depth}: {found:?}");
        assert!(depth < 3 || found.len() == 6, "{depth}: {found:?}");
    }
}

#[test]
fn joining_gives_the_result_and_the_panic() {
    holds(|| {
        assert_eq!(thread::spawn(|| 7).join().unwrap(), 7);
        let panicked = thread::spawn(|| panic!("expected")).join();
        assert_eq!(*panicked.unwrap_err().downcast_ref::<&str>().unwrap(), "expected");
    });
}

#[test]
fn a_panic_that_nobody_joins_breaks_the_law() {
    let failure = failure(|| drop(thread::spawn(|| panic!("lost"))));
    let (message, location) = failure.reason.panic().expect("it panics");
    assert_eq!(message, "lost");
    assert!(location.contains("threads.rs"), "{location}");
}

#[test]
fn a_panic_that_is_passed_on_is_told_where_it_was() {
    let failure = failure(|| thread::spawn(|| panic!("the cause")).join().unwrap());
    assert!(failure.reason.get("message") == Some("the cause"));
}

#[test]
fn scopes_borrow_and_wait() {
    let seen = outcomes(200, || {
        let mut order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| order.lock().unwrap().push(1));
            let two = scope.spawn(|| order.lock().unwrap().push(2));
            two.join().unwrap();
            order.lock().unwrap().push(3);
        });
        order.get_mut().unwrap().clone()
    });
    assert_eq!(seen, BTreeSet::from([vec![1, 2, 3], vec![2, 1, 3], vec![2, 3, 1]]));
}

#[test]
fn a_scope_passes_a_panic_on() {
    let failure = failure(|| {
        thread::scope(|scope| {
            scope.spawn(|| panic!("in the scope"));
        });
    });
    assert!(failure.reason.get("message") == Some("in the scope"));
}

#[test]
fn a_failing_scope_is_cleared_away_whoever_waits() {
    let failure = failure(|| {
        let lock = Mutex::new(0);
        let other = Mutex::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                let _one = lock.lock().unwrap();
                let _two = other.lock().unwrap();
            });
            scope.spawn(|| {
                let _one = other.lock().unwrap();
                let _two = lock.lock().unwrap();
            });
        });
    });
    assert_eq!(failure.trace().unwrap().switches, 1);
    assert!(failure.is_proven());
}

#[test]
fn an_unpark_before_the_park_is_not_lost() {
    holds(|| {
        let done = Arc::new(AtomicBool::new(false));
        let flag = done.clone();
        let parked = thread::spawn(move || {
            while !flag.load(SeqCst) {
                thread::park();
            }
        });
        done.store(true, SeqCst);
        parked.thread().unpark();
        parked.join().unwrap();
    });
}

#[test]
fn yielding_lets_others_go_on() {
    holds(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        let waiting = thread::spawn(move || {
            while !flag.load(SeqCst) {
                thread::yield_now();
            }
        });
        set.store(true, SeqCst);
        waiting.join().unwrap();
    });
}

#[test]
fn spinning_without_a_word_ends_too() {
    holds(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        let waiting = thread::spawn(move || while !flag.load(SeqCst) {});
        thread::yield_now();
        set.store(true, SeqCst);
        waiting.join().unwrap();
    });
}

lawful_pulse::thread_local! {
    static OWN: Cell<u32> = const { Cell::new(1) };
}

#[test]
fn each_task_has_its_own_thread_locals() {
    holds(|| {
        assert_eq!(OWN.get(), 1, "a run begins anew");
        OWN.set(5);
        let other = thread::spawn(|| {
            OWN.set(OWN.get() + 1);
            thread::yield_now();
            OWN.get()
        });
        assert_eq!((other.join().unwrap(), OWN.get()), (2, 5));
    });
}

#[test]
fn names_come_from_the_builder() {
    holds(|| {
        let named = thread::Builder::new().name("worker".into());
        let name = named.spawn(|| thread::current().name().map(String::from)).unwrap();
        assert_eq!(name.join().unwrap().as_deref(), Some("worker"));
    });
}

/// Outside of a run everything is std's.
#[test]
fn without_a_run_threads_are_real() {
    let count = Arc::new(AtomicU32::new(0));
    let lock = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (count, lock) = (count.clone(), lock.clone());
            thread::spawn(move || {
                for _ in 0..1_000 {
                    count.fetch_add(1, SeqCst);
                    *lock.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!((count.load(SeqCst), *lock.lock().unwrap()), (4_000, 4_000));
}
