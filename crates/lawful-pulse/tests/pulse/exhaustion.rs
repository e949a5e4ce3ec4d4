//! Going through all schedules.

use std::cell::RefCell;
use std::collections::BTreeSet;

use lawful_core::run::Runner;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Condvar, Mutex, mpsc};
use lawful_pulse::{Explored, Search, scheduled, thread};

/// All outcomes, and what it took, with the reduction or without it: with so many switches every schedule
/// of these programs is within the bound.
fn outcomes<T: Ord>(search: Search, body: impl Fn() -> T) -> (BTreeSet<T>, Explored) {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    });
    let explored = law.search(search).schedules(2_000_000).explore(1);
    assert!(explored.exhausted && explored.broken.is_none(), "{explored:?}");
    (seen.into_inner(), explored)
}

const ALL: Search = Search::ContextBound { switches: 1_000 };

/// Whatever is reached without the reduction is reached with it, in fewer runs.
fn same_outcomes<T: Ord + std::fmt::Debug>(body: impl Fn() -> T) -> (u64, u64) {
    let (all, brute) = outcomes(ALL, &body);
    let (found, reduced) = outcomes(Search::Exhaustive, &body);
    assert_eq!(found, all);
    (reduced.schedules, brute.schedules)
}

/// Two tasks that touch different things: one order is as good as any other.
#[test]
fn steps_that_have_nothing_to_do_with_each_other_are_not_reordered() {
    let (reduced, all) = same_outcomes(|| {
        let counts = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let threads = [0, 1].map(|own| {
            let counts = counts.clone();
            thread::spawn(move || {
                (0..3).for_each(|_| {
                    counts[own].fetch_add(1, SeqCst);
                })
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
    });
    assert_eq!(reduced, 1, "of {all}");
    assert!(all > 100, "{all}");
}

/// Two tasks with two increments each of the same number: as many orders as there are words of two a and
/// two b, of which the reduction leaves none out.
#[test]
fn every_order_that_makes_a_difference_is_run_once() {
    let (reduced, all) = same_outcomes(|| {
        let word = Arc::new(Mutex::new(String::new()));
        let threads = ["a", "b"].map(|name| {
            let word = word.clone();
            thread::spawn(move || (0..2).for_each(|_| word.lock().unwrap().push_str(name)))
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        word.lock().unwrap().clone()
    });
    assert_eq!(reduced, 6, "of {all}");
}

#[test]
fn the_reduction_loses_no_outcome() {
    // Reads and writes of two numbers.
    same_outcomes(|| {
        let shared = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let threads = [0u32, 1].map(|own| {
            let shared = shared.clone();
            thread::spawn(move || {
                let seen = shared[own as usize % 2].load(SeqCst);
                shared[(own as usize + 1) % 2].store(seen + own + 1, SeqCst);
                seen
            })
        });
        let early = shared[1].load(SeqCst);
        let seen = threads.map(|one| one.join().unwrap());
        (early, seen, shared[0].load(SeqCst), shared[1].load(SeqCst))
    });
    // A lock that is given back in the middle of a step, and one that is tried.
    same_outcomes(|| {
        let shared = Arc::new((Mutex::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            let mut held = other.0.lock().unwrap();
            other.1.store(1, SeqCst);
            *held += 1;
        });
        let tried = shared.0.try_lock().map(|value| *value).ok();
        let seen = shared.1.load(SeqCst);
        thread.join().unwrap();
        (tried, seen)
    });
    // Waiting and notifying.
    same_outcomes(|| {
        let shared = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let threads = [1, 2].map(|own| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut list = shared.0.lock().unwrap();
                list.push(own);
                if list.len() < 2 {
                    list = shared.1.wait_while(list, |list| list.len() < 2).unwrap();
                } else {
                    shared.1.notify_one();
                }
                list.push(own + 10);
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        shared.0.lock().unwrap().clone()
    });
    // Messages.
    same_outcomes(|| {
        let (sender, receiver) = mpsc::channel();
        for own in [1, 2] {
            let sender = sender.clone();
            thread::spawn(move || sender.send(own).unwrap());
        }
        drop(sender);
        (receiver.try_recv().ok(), receiver.into_iter().collect::<Vec<_>>())
    });
}

#[test]
fn a_bound_leaves_out_what_needs_more_switches() {
    let body = || {
        let x = Arc::new(AtomicU32::new(0));
        let (one, other) = (x.clone(), x.clone());
        let step = |x: &AtomicU32, from| {
            let _ = x.compare_exchange(from, from + 1, SeqCst, SeqCst);
        };
        let first = thread::spawn(move || [0, 2].into_iter().for_each(|from| step(&one, from)));
        let second = thread::spawn(move || [1, 3].into_iter().for_each(|from| step(&other, from)));
        first.join().unwrap();
        second.join().unwrap();
        x.load(SeqCst)
    };
    let reached = |switches| outcomes(Search::ContextBound { switches }, body).0.into_iter().max();
    assert_eq!([0, 1, 2].map(reached), [Some(2), Some(3), Some(4)]);
}

#[test]
fn a_broken_law_is_found_and_one_that_holds_is_proved() {
    let body = |right: bool| {
        move || {
            let count = Arc::new(AtomicU32::new(0));
            let threads = [(); 2].map(|()| {
                let count = count.clone();
                thread::spawn(move || match right {
                    true => {
                        count.fetch_add(1, SeqCst);
                    }
                    false => count.store(count.load(SeqCst) + 1, SeqCst),
                })
            });
            threads.into_iter().for_each(|one| one.join().unwrap());
            assert_eq!(count.load(SeqCst), 2);
        }
    };
    let check = |right| {
        let law = scheduled(body(right)).search(Search::Exhaustive);
        Runner::named("counts").tests(1).run(&law)
    };
    let broken = check(false);
    assert_eq!(broken.failure().unwrap().trace().unwrap().switches, 1);
    let held = check(true);
    assert!(held.is_success());
    assert!(held.counts.iter().any(|(counted, count)| counted.name.contains("all") && *count == 1));
}

/// Something that the schedule does not decide is noticed when the same schedule does something else.
#[test]
fn what_the_schedule_does_not_decide_is_told() {
    let calls = std::sync::atomic::AtomicU32::new(0);
    let law = scheduled(|| {
        let count = Arc::new(AtomicU32::new(0));
        let other = count.clone();
        let thread = thread::spawn(move || other.fetch_add(1, SeqCst));
        if calls.fetch_add(1, SeqCst).is_multiple_of(2) {
            thread::yield_now();
            count.load(SeqCst);
        }
        thread.join().unwrap();
    });
    let explored = law.search(Search::Exhaustive).explore(1);
    let reason = explored.broken.expect("it is noticed");
    assert_eq!(reason.title, "the same schedule does the same");
}

/// Runs that are left in the middle are cleared away without going on: what a scope waits for is gone then.
#[test]
fn scopes_are_gone_through_too() {
    let (reduced, all) = same_outcomes(|| {
        let count = Mutex::new(0);
        thread::scope(|scope| {
            scope.spawn(|| *count.lock().unwrap() += 1);
            scope.spawn(|| *count.lock().unwrap() *= 3);
        });
        count.into_inner().unwrap()
    });
    assert_eq!(reduced, 2, "of {all}");
}
