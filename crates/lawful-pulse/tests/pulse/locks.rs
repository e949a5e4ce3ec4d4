//! Locks, condition variables, barriers, things done once.

use std::collections::BTreeSet;

use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock};
use lawful_pulse::thread;

use crate::outcomes::{holds, outcomes};

#[test]
fn a_lock_excludes() {
    holds(|| {
        let lock = Arc::new(Mutex::new((0, 0)));
        let other = lock.clone();
        let thread = thread::spawn(move || {
            let mut pair = other.lock().unwrap();
            pair.0 += 1;
            thread::yield_now();
            pair.1 += 1;
        });
        let pair = *lock.lock().unwrap();
        assert_eq!(pair.0, pair.1);
        thread.join().unwrap();
    });
}

#[test]
fn a_try_can_find_the_lock_held_and_free() {
    let seen = outcomes(200, || {
        let lock = Arc::new(Mutex::new(0));
        let other = lock.clone();
        let thread = thread::spawn(move || *other.lock().unwrap() += 1);
        let tried = lock.try_lock().is_ok();
        thread.join().unwrap();
        tried
    });
    assert_eq!(seen, BTreeSet::from([false, true]));
}

#[test]
fn a_panic_poisons_in_a_run_only() {
    holds(|| {
        let lock = Arc::new(Mutex::new(0));
        let other = lock.clone();
        let panicked = thread::spawn(move || {
            let _held = other.lock().unwrap();
            panic!("expected");
        });
        assert!(panicked.join().is_err());
        assert!(lock.is_poisoned() && lock.lock().is_err());
        lock.clear_poison();
        assert!(lock.lock().is_ok());
    });
}

#[test]
fn readers_share_and_writers_do_not() {
    let seen = outcomes(400, || {
        let lock = Arc::new(RwLock::new(0));
        let inside = Arc::new(AtomicU32::new(0));
        let most = Arc::new(AtomicU32::new(0));
        let readers = [(); 2].map(|()| {
            let (lock, inside, most) = (lock.clone(), inside.clone(), most.clone());
            thread::spawn(move || {
                let value = lock.read().unwrap();
                most.fetch_max(inside.fetch_add(1, SeqCst) + 1, SeqCst);
                thread::yield_now();
                inside.fetch_sub(1, SeqCst);
                *value
            })
        });
        {
            let mut value = lock.write().unwrap();
            assert_eq!(inside.load(SeqCst), 0);
            *value = 1;
        }
        readers.into_iter().for_each(|one| {
            one.join().unwrap();
        });
        most.load(SeqCst)
    });
    assert_eq!(seen, BTreeSet::from([1, 2]));
}

#[test]
fn who_is_notified_is_a_choice() {
    let seen = outcomes(400, || {
        let shared = Arc::new((Mutex::new((0, Vec::new())), Condvar::new()));
        let threads = [0, 1].map(|name| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut state = shared.0.lock().unwrap();
                state.0 += 1;
                shared.1.notify_all();
                state = shared.1.wait_while(state, |state| state.0 < 3).unwrap();
                state.1.push(name);
            })
        });
        let mut state = shared.0.lock().unwrap();
        state = shared.1.wait_while(state, |state| state.0 < 2).unwrap();
        state.0 = 3;
        shared.1.notify_all();
        drop(state);
        threads.into_iter().for_each(|one| one.join().unwrap());
        shared.0.lock().unwrap().1.clone()
    });
    assert_eq!(seen, BTreeSet::from([vec![0, 1], vec![1, 0]]));
}

#[test]
fn a_barrier_has_one_leader_a_round() {
    holds(|| {
        let barrier = Arc::new(Barrier::new(3));
        let leaders = Arc::new(AtomicU32::new(0));
        let threads = [(); 3].map(|()| {
            let (barrier, leaders) = (barrier.clone(), leaders.clone());
            thread::spawn(move || {
                for round in 1..=2 {
                    if barrier.wait().is_leader() {
                        leaders.fetch_add(1, SeqCst);
                    }
                    barrier.wait();
                    assert_eq!(leaders.load(SeqCst), round);
                    barrier.wait();
                }
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
    });
}

#[test]
fn things_are_done_once() {
    holds(|| {
        let shared = Arc::new((Once::new(), OnceLock::new(), AtomicU32::new(0)));
        let threads = [1, 2].map(|value| {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.call_once(|| {
                    thread::yield_now();
                    shared.2.fetch_add(1, SeqCst);
                });
                assert_eq!(shared.2.load(SeqCst), 1);
                *shared.1.get_or_init(|| {
                    thread::yield_now();
                    value
                })
            })
        });
        let [one, other] = threads.map(|thread| thread.join().unwrap());
        assert_eq!(one, other);
    });
}

static LAZY: LazyLock<u32> = LazyLock::new(|| 7);
static LOCKED: Mutex<u32> = Mutex::new(0);

#[test]
fn statics_can_be_used_by_runs_on_several_threads() {
    let threads: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| {
                holds(|| {
                    let inner = thread::spawn(|| *LOCKED.lock().unwrap() += *LAZY);
                    *LOCKED.lock().unwrap() += 1;
                    inner.join().unwrap();
                });
            })
        })
        .collect();
    *LOCKED.lock().unwrap() += 1;
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!(*LOCKED.lock().unwrap() % 8, 1, "no update is lost");
}
