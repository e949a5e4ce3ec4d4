//! Locks, semaphores, notifications, barriers.

use std::collections::BTreeSet;

use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::tokio;
use lawful_pulse::tokio::sync::{Barrier, Mutex, Notify, RwLock, Semaphore};
use lawful_pulse::tokio::task::yield_now;

use crate::outcomes::{failure, holds, outcomes};
use crate::tasks::run;

#[test]
fn a_lock_excludes_across_an_await() {
    let seen = outcomes(400, || {
        run(async {
            let word = Arc::new(Mutex::new(String::new()));
            let tasks = ["a", "b"].map(|name| {
                let word = word.clone();
                tokio::spawn(async move {
                    let mut word = word.lock().await;
                    word.push_str(name);
                    yield_now().await;
                    word.push_str(name);
                })
            });
            for task in tasks {
                task.await.unwrap();
            }
            word.lock().await.clone()
        })
    });
    assert_eq!(seen, ["aabb", "bbaa"].map(String::from).into());
}

#[test]
fn a_try_can_find_the_lock_held_and_free() {
    let seen = outcomes(200, || {
        run(async {
            let lock = Arc::new(Mutex::new(0));
            let other = lock.clone();
            let task = tokio::spawn(async move { *other.lock().await += 1 });
            let tried = lock.try_lock().map(|guard| *guard).ok();
            task.await.unwrap();
            tried
        })
    });
    assert_eq!(seen, BTreeSet::from([None, Some(0), Some(1)]));
}

/// Who comes later does not overtake who waits.
#[test]
fn a_lock_is_given_in_the_order_of_asking() {
    holds(|| {
        run(async {
            let lock = Arc::new(Mutex::new(Vec::new()));
            let held = lock.lock().await;
            let mut tasks = Vec::new();
            for name in 0..3 {
                let other = lock.clone();
                let asked = Arc::new(Notify::new());
                let asking = asked.clone();
                tasks.push(tokio::spawn(async move {
                    let mut wanted = std::pin::pin!(other.lock());
                    let mut first = true;
                    let mut guard = std::future::poll_fn(|context| {
                        let polled = wanted.as_mut().poll(context);
                        if std::mem::take(&mut first) {
                            asking.notify_one();
                        }
                        polled
                    })
                    .await;
                    guard.push(name);
                }));
                asked.notified().await;
            }
            drop(held);
            for task in tasks {
                task.await.unwrap();
            }
            assert_eq!(*lock.lock().await, [0, 1, 2]);
        });
    });
}

/// A future that waits for a lock, or has just been given it, and is dropped, takes it from nobody.
#[test]
fn giving_up_loses_no_lock() {
    holds(|| {
        run(async {
            let lock = Arc::new(Mutex::new(0));
            let guard = lock.lock().await;
            let other = lock.clone();
            let task = tokio::spawn(async move {
                tokio::select! {
                    mut number = other.lock() => *number += 1,
                    () = yield_now() => {}
                }
            });
            yield_now().await;
            drop(guard);
            *lock.lock().await += 1;
            task.await.unwrap();
            assert!([1, 2].contains(&*lock.lock().await));
        });
    });
}

#[test]
fn readers_share_and_writers_do_not() {
    let seen = outcomes(600, || {
        run(async {
            let lock = Arc::new(RwLock::new(0));
            let (inside, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
            let readers = [(); 2].map(|()| {
                let (lock, inside, most) = (lock.clone(), inside.clone(), most.clone());
                tokio::spawn(async move {
                    let _value = lock.read().await;
                    most.fetch_max(inside.fetch_add(1, SeqCst) + 1, SeqCst);
                    yield_now().await;
                    inside.fetch_sub(1, SeqCst);
                })
            });
            {
                let mut value = lock.write().await;
                assert_eq!(inside.load(SeqCst), 0);
                *value = 1;
                let reading = value.downgrade();
                assert_eq!(*reading, 1);
            }
            for reader in readers {
                reader.await.unwrap();
            }
            most.load(SeqCst)
        })
    });
    assert_eq!(seen, BTreeSet::from([1, 2]));
}

#[test]
fn permits_are_never_more_than_there_are() {
    let seen = outcomes(600, || {
        run(async {
            let semaphore = Arc::new(Semaphore::new(2));
            let (inside, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
            let tasks = [1, 1, 2].map(|count| {
                let (semaphore, inside, most) = (semaphore.clone(), inside.clone(), most.clone());
                tokio::spawn(async move {
                    let permit = semaphore.acquire_many_owned(count).await.unwrap();
                    most.fetch_max(inside.fetch_add(count, SeqCst) + count, SeqCst);
                    inside.fetch_sub(count, SeqCst);
                    drop(permit);
                })
            });
            for task in tasks {
                task.await.unwrap();
            }
            assert_eq!(semaphore.available_permits(), 2);
            most.load(SeqCst)
        })
    });
    assert_eq!(seen, BTreeSet::from([2]));
}

#[test]
fn permits_can_be_added_forgotten_and_closed() {
    holds(|| {
        run(async {
            let semaphore = Arc::new(Semaphore::new(0));
            let other = semaphore.clone();
            let task = tokio::spawn(async move {
                other.acquire_many(2).await.unwrap().forget();
                other.acquire().await.is_err()
            });
            semaphore.add_permits(1);
            semaphore.add_permits(1);
            while semaphore.available_permits() > 0 {
                yield_now().await;
            }
            semaphore.close();
            // It was closed before or after the first were there.
            if let Ok(closed) = task.await {
                assert!(closed);
            }
        });
    });
}

#[test]
fn one_notification_is_kept_and_no_more() {
    holds(|| {
        run(async {
            let notify = Arc::new(Notify::new());
            let other = notify.clone();
            let task = tokio::spawn(async move { other.notified().await });
            notify.notify_one();
            task.await.unwrap();
        });
    });
    let failure = failure(|| {
        run(async {
            let notify = Notify::new();
            notify.notify_one();
            notify.notify_one();
            notify.notified().await;
            notify.notified().await;
        });
    });
    assert!(format!("{:?}", failure.reason).contains("a notification of locks.rs:"));
}

/// Everybody who asked before is notified, polled or not; who gives up passes on what was meant for it.
#[test]
fn notifications_reach_those_who_asked() {
    holds(|| {
        run(async {
            let notify = Arc::new(Notify::new());
            let early = notify.notified();
            notify.notify_waiters();
            early.await;
            let mut tasks = Vec::new();
            for patient in [false, true] {
                let notify = notify.clone();
                let (sender, receiver) = tokio::sync::oneshot::channel();
                tasks.push(tokio::spawn(async move {
                    let mut notified = std::pin::pin!(notify.notified());
                    let enabled = notified.as_mut().enable();
                    sender.send(()).unwrap();
                    tokio::select! {
                        () = notified, if !enabled => true,
                        () = yield_now(), if !patient => false,
                    }
                }));
                receiver.await.unwrap();
            }
            notify.notify_one();
            let patient = tasks.pop().unwrap();
            // Either it took the notification, or the other one has it.
            if tasks.pop().unwrap().await.unwrap() {
                notify.notify_one();
            }
            assert!(patient.await.unwrap());
        });
    });
}

#[test]
fn any_of_those_who_meet_may_lead() {
    let seen = outcomes(400, || {
        run(async {
            let barrier = Arc::new(Barrier::new(3));
            let tasks = [0, 1, 2].map(|name| {
                let barrier = barrier.clone();
                tokio::spawn(async move { (name, barrier.wait().await.is_leader()) })
            });
            let mut leaders = Vec::new();
            for task in tasks {
                let (name, leads) = task.await.unwrap();
                leaders.extend(leads.then_some(name));
            }
            leaders
        })
    });
    assert_eq!(seen, BTreeSet::from([vec![0], vec![1], vec![2]]));
    // Also where it is clear who comes last.
    let seen = outcomes(100, || {
        run(async {
            let barrier = Barrier::new(2);
            let both = tokio::join!(barrier.wait(), barrier.wait());
            (both.0.is_leader(), both.1.is_leader())
        })
    });
    assert_eq!(seen, BTreeSet::from([(false, true), (true, false)]));
}

/// A run that fails leaves its tasks with what they hold; the next run finds the lock free all the same.
#[test]
fn a_static_lock_is_free_in_every_run() {
    static LOCK: Mutex<u32> = Mutex::const_new(0);
    let failure = failure(|| {
        run(async {
            let task = tokio::spawn(async {
                let mut guard = LOCK.lock().await;
                *guard = 1;
                yield_now().await;
                *guard = 0;
            });
            assert!(LOCK.try_lock().is_ok(), "broken while the lock is held");
            task.await.unwrap();
        });
    });
    assert!(format!("{:?}", failure.reason).contains("broken while"), "{:?}", failure.reason);
    holds(|| run(async { drop(LOCK.lock().await) }));
    assert!(LOCK.try_lock().is_ok());
}
