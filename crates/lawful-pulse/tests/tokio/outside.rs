//! Outside of a run: the same on threads of the system.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Instant;

use lawful_pulse::tokio;
use lawful_pulse::tokio::runtime::{Builder, Runtime};
use lawful_pulse::tokio::sync::{
    Barrier, Mutex, Notify, RwLock, Semaphore, broadcast, mpsc, oneshot, watch,
};
use lawful_pulse::tokio::task::{JoinSet, spawn_blocking};
use lawful_pulse::tokio::time::{Duration, interval, sleep, timeout};

use crate::tasks::run;

const SHORT: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_secs(60);

#[test]
fn locks_exclude_and_permits_are_counted() {
    run(async {
        let count = Arc::new(Mutex::new(0));
        let shared = Arc::new(RwLock::new(0));
        let semaphore = Arc::new(Semaphore::new(2));
        let (inside, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
        let mut set = JoinSet::new();
        for _ in 0..8 {
            let (count, shared, semaphore) = (count.clone(), shared.clone(), semaphore.clone());
            let (inside, most) = (inside.clone(), most.clone());
            set.spawn(async move {
                for _ in 0..50 {
                    let _permit = semaphore.acquire().await.unwrap();
                    most.fetch_max(inside.fetch_add(1, SeqCst) + 1, SeqCst);
                    *count.lock().await += 1;
                    let read = *shared.read().await;
                    *shared.write().await += 1;
                    assert!(*shared.read().await > read);
                    inside.fetch_sub(1, SeqCst);
                }
            });
        }
        assert_eq!(set.join_all().await.len(), 8);
        assert_eq!((*count.lock().await, *shared.read().await), (400, 400));
        assert!(most.load(SeqCst) <= 2);
        assert_eq!(semaphore.available_permits(), 2);
    });
}

#[test]
fn messages_arrive_whoever_sends_them() {
    run(async {
        let (sender, mut receiver) = mpsc::channel(2);
        let (flood, mut flooded) = mpsc::unbounded_channel();
        for base in 0..4 {
            let (sender, flood) = (sender.clone(), flood.clone());
            tokio::spawn(async move {
                for number in 0..100 {
                    sender.send(base * 100 + number).await.unwrap();
                    flood.send(number).unwrap();
                }
            });
        }
        drop((sender, flood));
        let mut all = Vec::new();
        let mut more = 0;
        loop {
            tokio::select! {
                Some(number) = receiver.recv() => all.push(number),
                Some(_) = flooded.recv() => more += 1,
                else => break,
            }
        }
        all.sort_unstable();
        assert_eq!((all, more), (Vec::from_iter(0..400), 400));
    });
}

#[test]
fn one_message_watching_and_broadcasting() {
    run(async {
        let (sender, receiver) = oneshot::channel();
        let (watched, mut watching) = watch::channel(0);
        let (spoken, mut hearing) = broadcast::channel(64);
        spawn_blocking(move || {
            for number in 1..=50 {
                watched.send(number).unwrap();
                spoken.send(number).unwrap();
            }
            sender.send("done").unwrap();
        });
        assert_eq!(*watching.wait_for(|number| *number == 50).await.unwrap(), 50);
        for number in 1..=50 {
            assert_eq!(hearing.recv().await, Ok(number));
        }
        assert_eq!(hearing.recv().await, Err(broadcast::error::RecvError::Closed));
        assert_eq!(receiver.await, Ok("done"));
        assert!(watching.changed().await.is_err());
    });
}

#[test]
fn those_who_meet_and_those_who_are_notified() {
    run(async {
        let (barrier, notify) = (Arc::new(Barrier::new(4)), Arc::new(Notify::new()));
        let mut set = JoinSet::new();
        for _ in 0..4 {
            let (barrier, notify) = (barrier.clone(), notify.clone());
            set.spawn(async move {
                let leads = barrier.wait().await.is_leader();
                notify.notified().await;
                leads
            });
        }
        while !set.is_empty() {
            notify.notify_one();
            if let Ok(Some(leads)) = timeout(SHORT, set.join_next()).await {
                leads.unwrap();
            }
        }
    });
}

#[test]
fn time_goes_by() {
    let started = Instant::now();
    run(async {
        sleep(SHORT).await;
        assert!(timeout(SHORT, std::future::pending::<()>()).await.is_err());
        assert_eq!(timeout(LONG, async { 1 }).await, Ok(1));
        let mut ticks = interval(SHORT);
        let first = ticks.tick().await;
        assert!(ticks.tick().await - first >= SHORT);
    });
    let elapsed = started.elapsed();
    assert!(elapsed >= 3 * SHORT && elapsed < LONG, "{elapsed:?}");
}

#[test]
fn tasks_are_aborted_and_panics_come_through() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let held = Arc::new(());
        let inner = held.clone();
        let endless = tokio::spawn(async move {
            let _held = inner;
            sleep(LONG).await;
        });
        endless.abort();
        assert!(endless.await.unwrap_err().is_cancelled());
        assert_eq!(Arc::strong_count(&held), 1);
    });
    let panicked = Runtime::new().unwrap().block_on(tokio::spawn(async { panic!("expected") }));
    assert!(panicked.unwrap_err().is_panic());
}

#[test]
fn macros_work_on_any_executor() {
    run(async {
        let (sender, mut receiver) = mpsc::channel(1);
        let (sent, received) = tokio::join!(sender.send(1), receiver.recv());
        assert_eq!((sent.is_ok(), received), (true, Some(1)));
        // Each branch gets its turn.
        let mut seen = [0, 0];
        for _ in 0..10 {
            let branch = tokio::select! {
                branch = async { 0 } => branch,
                branch = async { 1 } => branch,
            };
            seen[branch] += 1;
        }
        assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    });
}

/// The real runtime as the executor: nothing of it is needed but to poll.
#[test]
fn the_real_runtime_polls_them_too() {
    let real = ::tokio::runtime::Builder::new_current_thread().build().unwrap();
    real.block_on(async {
        let (sender, mut receiver) = mpsc::channel(1);
        let sending = ::tokio::spawn(async move {
            for number in 0..10 {
                sleep(Duration::from_millis(1)).await;
                sender.send(number).await.unwrap();
            }
        });
        let mut sum = 0;
        while let Some(number) = receiver.recv().await {
            sum += number;
        }
        sending.await.unwrap();
        assert_eq!(sum, 45);
    });
}
