//! Virtual time.

use std::collections::BTreeSet;

use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::tokio;
use lawful_pulse::tokio::time::{Duration, Instant, MissedTickBehavior, interval, sleep, timeout};

use crate::outcomes::{holds, outcomes};
use crate::tasks::run;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn an_hour_goes_by_at_once() {
    let started = std::time::Instant::now();
    holds(|| {
        run(async {
            let before = Instant::now();
            sleep(3_600 * SECOND).await;
            assert_eq!(before.elapsed(), 3_600 * SECOND);
            sleep(Duration::ZERO).await;
            assert_eq!(before.elapsed(), 3_600 * SECOND);
        });
    });
    assert!(started.elapsed() < 60 * SECOND);
}

#[test]
fn a_limit_is_over_or_not() {
    let seen = outcomes(400, || {
        run(async {
            let (sender, receiver) = tokio::sync::oneshot::channel();
            tokio::spawn(async move {
                sleep(SECOND).await;
                let _ = sender.send(1);
            });
            let received = timeout(SECOND, receiver).await;
            received.map(Result::unwrap).map_err(|error| error.to_string())
        })
    });
    let over = Err(String::from("deadline has elapsed"));
    assert_eq!(seen, BTreeSet::from([Ok(1), over]));
}

/// A time-out races with work that takes no time: the schedule may say that it took longer.
#[test]
fn time_may_be_over_while_others_work() {
    let seen = outcomes(400, || {
        run(async {
            let work = Arc::new(AtomicU32::new(0));
            let done = work.clone();
            let task = tokio::spawn(async move {
                for _ in 0..3 {
                    done.fetch_add(1, SeqCst);
                }
            });
            sleep(SECOND).await;
            let seen = work.load(SeqCst);
            task.await.unwrap();
            seen
        })
    });
    assert_eq!(seen, BTreeSet::from([0, 1, 2, 3]));
}

/// A timer that was dropped is forgotten: time stands still, and nothing is decided about it.
#[test]
fn what_is_not_awaited_any_more_does_not_make_time_go_on() {
    holds(|| {
        run(async {
            let before = Instant::now();
            for _ in 0..3 {
                tokio::select! {
                    biased;
                    () = sleep(SECOND) => unreachable!("nobody else goes on"),
                    () = async {} => {}
                }
            }
            let mut long = std::pin::pin!(sleep(9 * SECOND));
            tokio::select! {
                biased;
                () = &mut long => unreachable!("nobody else goes on"),
                () = async {} => {}
            }
            long.as_mut().reset(Instant::now() + SECOND);
            long.await;
            assert_eq!(before.elapsed(), SECOND);
        });
    });
}

#[test]
fn several_timers_of_one_task_come_in_order() {
    let seen = outcomes(100, || {
        run(async {
            let before = Instant::now();
            let order = std::cell::RefCell::new(Vec::new());
            let wait = |seconds: u32| {
                let (asleep, order) = (sleep(seconds * SECOND), &order);
                async move {
                    asleep.await;
                    order.borrow_mut().push(seconds);
                }
            };
            tokio::join!(wait(3), wait(1), wait(2));
            assert_eq!(before.elapsed(), 3 * SECOND);
            order.into_inner()
        })
    });
    // In another order only where time goes on while they are polled for the first time.
    assert!(seen.contains(&vec![1, 2, 3]) && !seen.contains(&vec![3, 2, 1]), "{seen:?}");
}

#[test]
fn ticks_come_at_equal_distances() {
    holds(|| {
        run(async {
            let before = Instant::now();
            let mut ticks = interval(SECOND);
            for count in 0..3 {
                assert_eq!(ticks.tick().await - before, count * SECOND);
            }
            sleep(Duration::from_millis(3_500)).await;
            let late = ticks.tick().await;
            assert_eq!(late - before, 3 * SECOND);
            // Burst: those that were missed come at once.
            assert_eq!(ticks.tick().await - before, 4 * SECOND);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
            ticks.tick().await;
            assert_eq!(ticks.tick().await - before, 6 * SECOND);
        });
    });
}
