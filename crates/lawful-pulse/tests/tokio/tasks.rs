//! Tasks, sets of tasks, runtimes.

use std::collections::BTreeSet;
use std::future::Future;

use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::tokio;
use lawful_pulse::tokio::runtime::Runtime;
use lawful_pulse::tokio::task::{JoinSet, yield_now};
use lawful_pulse::tokio::time::{Duration, interval};

use crate::outcomes::{holds, outcomes};

/// Runs a future in a runtime of its own.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    Runtime::new().unwrap().block_on(future)
}

#[test]
fn a_task_may_come_before_or_after_its_parent() {
    let seen = outcomes(100, || {
        run(async {
            let handle = tokio::spawn(async {});
            let finished = handle.is_finished();
            handle.await.unwrap();
            finished
        })
    });
    assert_eq!(seen, BTreeSet::from([false, true]));
}

#[test]
fn an_abort_comes_in_time_or_too_late() {
    let seen = outcomes(200, || {
        run(async {
            let handle = tokio::spawn(async {
                tokio::task::yield_now().await;
                5
            });
            let abort = handle.abort_handle();
            abort.abort();
            handle.await.map_err(|error| error.is_cancelled())
        })
    });
    assert_eq!(seen, BTreeSet::from([Ok(5), Err(true)]));
}

/// An abort takes effect where a future awaits something, and nowhere else: what it does in between is whole,
/// and what it holds is given back.
#[test]
fn an_abort_does_not_tear_what_is_done_in_one_go() {
    holds(|| {
        run(async {
            let numbers = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
            let lock = Arc::new(tokio::sync::Mutex::new(()));
            let (inner, held) = (numbers.clone(), lock.clone());
            let handle = tokio::spawn(async move {
                let _guard = held.lock().await;
                inner.0.fetch_add(1, SeqCst);
                inner.1.fetch_add(1, SeqCst);
                std::future::pending::<()>().await;
            });
            handle.abort();
            assert!(handle.await.unwrap_err().is_cancelled());
            assert_eq!(numbers.0.load(SeqCst), numbers.1.load(SeqCst));
            assert!(lock.try_lock().is_ok());
        });
    });
}

#[test]
fn which_task_of_a_set_comes_next_is_a_choice() {
    let seen = outcomes(400, || {
        run(async {
            let mut set = JoinSet::new();
            let ends = [1, 2].map(|number| set.spawn(async move { number }));
            // Both are at their end, the first one first.
            for end in ends {
                while !end.is_finished() {
                    yield_now().await;
                }
            }
            let mut order = Vec::new();
            while let Some(number) = set.join_next().await {
                order.push(number.unwrap());
            }
            order
        })
    });
    assert_eq!(seen, BTreeSet::from([vec![1, 2], vec![2, 1]]));
}

#[test]
fn a_set_aborts_its_tasks_when_it_is_dropped() {
    holds(|| {
        run(async {
            let held = Arc::new(());
            let mut set = JoinSet::new();
            let inner = held.clone();
            let abort = set.spawn(async move {
                let _held = inner;
                std::future::pending::<()>().await;
            });
            drop(set);
            while !abort.is_finished() {
                tokio::task::yield_now().await;
            }
            assert_eq!(Arc::strong_count(&held), 1);
        });
    });
}

#[test]
fn blocking_closures_are_tasks() {
    let seen = outcomes(200, || {
        run(async {
            let (sender, mut receiver) = tokio::sync::mpsc::channel(2);
            let other = sender.clone();
            let blocking = tokio::task::spawn_blocking(move || other.blocking_send("blocking"));
            sender.send("future").await.unwrap();
            blocking.await.unwrap().unwrap();
            (receiver.recv().await.unwrap(), receiver.recv().await.unwrap())
        })
    });
    assert_eq!(seen, BTreeSet::from([("blocking", "future"), ("future", "blocking")]));
}

/// As with tokio: what is left of a runtime is dropped with it, and it is gone after that.
#[test]
fn a_runtime_drops_what_is_left() {
    holds(|| {
        let held = Arc::new(());
        let inner = held.clone();
        run(async {
            tokio::spawn(async move {
                let mut ticks = interval(Duration::from_secs(1));
                loop {
                    ticks.tick().await;
                    let _ = &inner;
                }
            });
            tokio::task::yield_now().await;
        });
        assert_eq!(Arc::strong_count(&held), 1);
    });
}

/// The same at the end of the body, without a runtime: time does not go on for such a future.
#[test]
fn ticks_do_not_keep_a_run_from_its_end() {
    holds(|| {
        tokio::spawn(async {
            let mut ticks = interval(Duration::from_secs(1));
            loop {
                ticks.tick().await;
            }
        });
    });
}

#[test]
fn futures_that_stay_on_their_thread() {
    holds(|| {
        run(async {
            let shared = std::rc::Rc::new(std::cell::Cell::new(0));
            let other = shared.clone();
            let handle = tokio::task::spawn_local(async move { other.set(1) });
            handle.await.unwrap();
            assert_eq!(shared.get(), 1);
        });
    });
}
