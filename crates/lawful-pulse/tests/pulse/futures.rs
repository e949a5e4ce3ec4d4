//! Futures: those of the crate, and channels that know nothing of the scheduler.

use futures_channel::{mpsc, oneshot};
use lawful_pulse::future::{block_on, spawn, yield_now};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::thread;

use crate::outcomes::{failure, holds, outcomes};

#[test]
fn every_order_of_futures_is_found() {
    let seen = outcomes(400, || {
        block_on(async {
            let word = Arc::new(Mutex::new(String::new()));
            let tasks = ["a", "b"].map(|name| {
                let word = word.clone();
                spawn(async move {
                    word.lock().unwrap().push_str(name);
                    yield_now().await;
                    word.lock().unwrap().push_str(name);
                })
            });
            for task in tasks {
                task.await.unwrap();
            }
            word.lock().unwrap().clone()
        })
    });
    assert_eq!(seen, ["aabb", "abab", "abba", "baab", "baba", "bbaa"].map(String::from).into());
}

#[test]
fn channels_from_elsewhere_work() {
    holds(|| {
        block_on(async {
            let (sender, receiver) = oneshot::channel();
            let other = spawn(async move { receiver.await.unwrap() });
            sender.send(5).unwrap();
            assert_eq!(other.await.unwrap(), 5);
        });
    });
}

#[test]
fn futures_and_threads_live_side_by_side() {
    let seen = outcomes(200, || {
        let (sender, receiver) = oneshot::channel();
        let lock = Arc::new(Mutex::new(Vec::new()));
        let other = lock.clone();
        let thread = thread::spawn(move || {
            other.lock().unwrap().push("thread");
            sender.send(()).unwrap();
        });
        let inner = lock.clone();
        let future = spawn(async move {
            inner.lock().unwrap().push("future");
            receiver.await.unwrap();
            inner.lock().unwrap().push("after");
        });
        block_on(future).unwrap();
        thread.join().unwrap();
        lock.lock().unwrap().clone()
    });
    let expected = [["thread", "future", "after"], ["future", "thread", "after"]];
    assert_eq!(seen, expected.map(Vec::from).into());
}

#[test]
fn a_panic_is_told_and_an_abort_is_no_panic() {
    holds(|| {
        block_on(async {
            let panicked = spawn(async { panic!("expected") });
            assert!(panicked.await.unwrap_err().is_panic());
            let endless = spawn(std::future::pending::<()>());
            endless.abort();
            assert!(endless.await.unwrap_err().is_cancelled());
        });
    });
    let failure = failure(|| block_on(async { drop(spawn(async { panic!("lost") })) }));
    assert!(failure.reason.get("message") == Some("lost"));
}

#[test]
fn awaiting_what_never_comes_is_a_deadlock() {
    let failure = failure(|| {
        let (sender, receiver) = oneshot::channel::<()>();
        block_on(async { assert!(receiver.await.is_err()) });
        drop(sender);
    });
    assert!(failure.reason.title.contains("for ever"));
}

/// Futures that are left are dropped with the run, one by one, and what they hold with them.
#[test]
fn what_is_left_is_dropped() {
    let held = Arc::new(());
    let inner = held.clone();
    holds(move || {
        let held = inner.clone();
        let (sender, mut receiver) = mpsc::unbounded::<()>();
        spawn(async move {
            let _held = held;
            let _ = receiver.try_recv();
            std::future::pending::<()>().await;
        });
        drop(sender);
        block_on(yield_now());
    });
    assert_eq!(Arc::strong_count(&held), 1);
}
