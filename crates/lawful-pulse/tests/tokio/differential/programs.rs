//! Small programs that are compiled for the real tokio and for ours.
//!
//! The module that holds this one says what `tokio` is. Each program comes to a text.

use std::sync::{Arc, Mutex as Log};

use super::tokio;
use super::tokio::sync::{
    Barrier, Mutex, Notify, RwLock, Semaphore, broadcast, mpsc, oneshot, watch,
};
use super::tokio::task::{JoinSet, yield_now};
use super::tokio::time::{Duration, Instant, interval, sleep, timeout};

/// Runs a program; gives what it comes to.
type Program = fn() -> String;

/// All of them, by name.
pub const ALL: &[(&str, Program)] = &[
    ("many to one", || run(many_to_one())),
    ("a queue for a lock", || run(queue_for_lock())),
    ("readers and a writer", || run(readers_and_writer())),
    ("selecting", || run(selecting())),
    ("times", || run(times())),
    ("watching", || run(watching())),
    ("lagging", || run(lagging())),
    ("aborting", || run(aborting())),
    ("closing", || run(closing())),
    ("permits", || run(permits())),
    ("meeting", || run(meeting())),
    ("notifying", || run(notifying())),
    ("giving up", || run(giving_up())),
];

fn run(future: impl Future<Output = String>) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.unwrap().block_on(future)
}

async fn many_to_one() -> String {
    let (sender, mut receiver) = mpsc::channel(1);
    for name in ["a", "b"] {
        let sender = sender.clone();
        tokio::spawn(async move {
            for number in 0..2 {
                sender.send(format!("{name}{number}")).await.unwrap();
            }
        });
    }
    drop(sender);
    let mut all = Vec::new();
    while let Some(text) = receiver.recv().await {
        all.push(text);
    }
    all.join(" ")
}

async fn queue_for_lock() -> String {
    let lock = Arc::new(Mutex::new(Vec::new()));
    let held = lock.lock().await;
    let mut tasks = Vec::new();
    for name in 0..3 {
        let lock = lock.clone();
        tasks.push(tokio::spawn(async move { lock.lock().await.push(name) }));
    }
    yield_now().await;
    drop(held);
    for task in tasks {
        task.await.unwrap();
    }
    let order = lock.lock().await;
    format!("{order:?} {}", lock.try_lock().is_err())
}

async fn readers_and_writer() -> String {
    let lock = Arc::new(RwLock::new(0));
    let reading = lock.read().await;
    let other = lock.clone();
    let writer = tokio::spawn(async move { *other.write().await += 1 });
    yield_now().await;
    let second = lock.try_read().is_ok();
    let seen = *reading;
    drop(reading);
    writer.await.unwrap();
    format!("{second} {seen} {}", *lock.read().await)
}

async fn selecting() -> String {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let (stop, mut stopped) = oneshot::channel::<()>();
    tokio::spawn(async move {
        for number in 0..3 {
            let _ = sender.send(number);
        }
        let _ = stop.send(());
    });
    let mut all = Vec::new();
    loop {
        tokio::select! {
            Some(number) = receiver.recv() => all.push(number),
            _ = &mut stopped => break,
        }
    }
    format!("{all:?}")
}

async fn times() -> String {
    let begun = Instant::now();
    let early = timeout(Duration::from_millis(1), sleep(Duration::from_millis(40))).await.is_err();
    let late = timeout(Duration::from_secs(9), sleep(Duration::from_millis(1))).await.is_ok();
    let mut ticks = interval(Duration::from_millis(2));
    ticks.tick().await;
    let second = ticks.tick().await;
    format!("{early} {late} {}", second > begun)
}

async fn watching() -> String {
    let (sender, mut receiver) = watch::channel(0);
    let task = tokio::spawn(async move {
        let mut all = vec![*receiver.borrow()];
        while receiver.changed().await.is_ok() {
            all.push(*receiver.borrow_and_update());
        }
        format!("{all:?}")
    });
    for value in 1..=3 {
        sender.send(value).unwrap();
    }
    drop(sender);
    task.await.unwrap()
}

async fn lagging() -> String {
    let (sender, mut receiver) = broadcast::channel(3);
    for number in 0..6 {
        sender.send(number).unwrap();
    }
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(format!("{:?}", receiver.try_recv()));
    }
    drop(sender);
    all.push(format!("{:?}", receiver.recv().await));
    all.join(" ")
}

async fn aborting() -> String {
    let mut set = JoinSet::new();
    let abort = set.spawn(async {
        yield_now().await;
        1
    });
    set.spawn(async { 2 });
    abort.abort();
    let mut all = Vec::new();
    while let Some(result) = set.join_next().await {
        all.push(format!("{:?}", result.map_err(|error| error.is_cancelled())));
    }
    all.join(" ")
}

async fn closing() -> String {
    let (sender, mut receiver) = mpsc::channel(2);
    sender.send(1).await.unwrap();
    let permit = sender.reserve().await.unwrap();
    receiver.close();
    let refused = sender.try_send(2).unwrap_err().to_string();
    let first = receiver.recv().await;
    permit.send(3);
    let second = (receiver.recv().await, receiver.recv().await);
    format!("{refused} {first:?} {second:?} {}", sender.is_closed())
}

async fn permits() -> String {
    let semaphore = Semaphore::new(2);
    let one = semaphore.acquire().await.unwrap();
    // Whoever asks for more than there are takes what there is, and nobody overtakes.
    let mut all = Box::pin(semaphore.acquire_many(2));
    let waits = timeout(Duration::from_millis(1), &mut all).await.is_err();
    let overtakes = semaphore.try_acquire().is_ok();
    drop(all);
    let back = semaphore.try_acquire().is_ok();
    drop(one);
    format!("{waits} {overtakes} {back} {}", semaphore.available_permits())
}

async fn meeting() -> String {
    let barrier = Arc::new(Barrier::new(2));
    let other = barrier.clone();
    let task = tokio::spawn(async move { other.wait().await.is_leader() });
    let own = barrier.wait().await.is_leader();
    format!("{own} {}", task.await.unwrap())
}

async fn notifying() -> String {
    let notify = Arc::new(Notify::new());
    let log = Arc::new(Log::new(Vec::new()));
    let mut tasks = Vec::new();
    for name in 0..2 {
        let (notify, log) = (notify.clone(), log.clone());
        tasks.push(tokio::spawn(async move {
            notify.notified().await;
            log.lock().unwrap().push(name);
            notify.notify_one();
        }));
    }
    yield_now().await;
    notify.notify_one();
    for task in tasks {
        task.await.unwrap();
    }
    format!("{:?}", log.lock().unwrap())
}

async fn giving_up() -> String {
    let (sender, mut receiver) = mpsc::channel(1);
    let gave_up = timeout(Duration::from_millis(1), receiver.recv()).await.is_err();
    sender.send(1).await.unwrap();
    let no_room = timeout(Duration::from_millis(1), sender.send(2)).await.is_err();
    let first = receiver.recv().await;
    sender.send(3).await.unwrap();
    format!("{gave_up} {no_room} {first:?} {:?}", receiver.recv().await)
}
