//! What is told about futures that wait for ever.

use lawful_core::run::Runner;
use lawful_pulse::scheduled;
use lawful_pulse::sync::Arc;
use lawful_pulse::tokio;
use lawful_pulse::tokio::sync::{
    Barrier, Mutex, RwLock, Semaphore, broadcast, mpsc, oneshot, watch,
};

use crate::outcomes::failure;
use crate::tasks::run;

/// What a deadlock is told as, line by line.
fn told(body: impl Fn()) -> Vec<String> {
    let failure = failure(body);
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!(law, "tasks wait for each other for ever");
    // Lines of this file move; what they are about does not.
    let digits = |character: char| character.is_ascii_digit();
    message
        .lines()
        .map(|line| line.replace(digits, "").replace("crates/lawful-pulse/tests/tokio/", ""))
        .collect()
}

#[test]
fn locks_are_named_with_those_who_hold_them() {
    let lines = told(|| {
        run(async {
            let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
            let (left, right) = (one.clone(), two.clone());
            let task = tokio::spawn(async move {
                let _right = right.lock().await;
                let _left = left.lock().await;
            });
            let both = (one.lock().await, two.lock().await);
            drop(both);
            task.await.unwrap();
        });
    });
    let expected = [
        "`main` waits for the lock deadlocks.rs::, which `deadlocks.rs:` holds, at deadlocks.rs:",
        "`deadlocks.rs:` waits for the lock deadlocks.rs::, which `main` holds, at deadlocks.rs:",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_lock_that_is_taken_twice_is_told() {
    let lines = told(|| {
        run(async {
            let lock = RwLock::new(0);
            let _reading = lock.read().await;
            let _writing = lock.write().await;
        });
    });
    assert_eq!(lines, ["`main` waits for the lock deadlocks.rs:, at deadlocks.rs:"]);
    let lines = told(|| {
        run(async {
            let lock = Mutex::new(0);
            let _one = lock.lock().await;
            let _two = lock.lock().await;
        });
    });
    let expected =
        "`main` waits for the lock deadlocks.rs:, which it holds itself, at deadlocks.rs:";
    assert_eq!(lines, [expected]);
}

#[test]
fn messages_room_changes_and_permits_are_named() {
    let lines = told(|| {
        run(async {
            let (sender, mut receiver) = mpsc::channel::<u8>(1);
            let (full, _kept) = mpsc::channel(1);
            let tasks = [
                tokio::spawn(async move { assert!(receiver.recv().await.is_none()) }),
                tokio::spawn(async move { (0..2).for_each(|_| full.blocking_send(1).unwrap()) }),
            ];
            for task in tasks {
                task.await.unwrap();
            }
            drop(sender);
        });
    });
    let expected = [
        "`main` waits for the end of `deadlocks.rs:`, at deadlocks.rs:",
        "`deadlocks.rs:` waits for a message from deadlocks.rs:, at deadlocks.rs:",
        "`deadlocks.rs:` waits for room in deadlocks.rs:, at deadlocks.rs:",
    ];
    assert_eq!(lines, expected);
    let one = |expected: &str, body: fn()| {
        assert_eq!(told(body), [format!("`main` waits for {expected}, at deadlocks.rs:")]);
    };
    one("a permit of deadlocks.rs:", || run(async { drop(Semaphore::new(0).acquire().await) }));
    one("others at deadlocks.rs:", || {
        run(async { assert!(Barrier::new(2).wait().await.is_leader()) })
    });
    one("a message from deadlocks.rs:", || {
        let (_sender, receiver) = oneshot::channel::<()>();
        run(async { drop(receiver.await) });
    });
    one("a message from deadlocks.rs:", || {
        let (_sender, mut receiver) = broadcast::channel::<()>(1);
        drop(run(receiver.recv()));
    });
    one("a change of deadlocks.rs:", || {
        let (_sender, mut receiver) = watch::channel(0);
        drop(run(receiver.changed()));
    });
}

#[test]
fn all_that_a_select_awaits_is_told() {
    let lines = told(|| {
        run(async {
            let (_one, mut messages) = mpsc::channel::<()>(1);
            let (_two, mut changes) = watch::channel(0);
            tokio::select! {
                _ = messages.recv() => {}
                _ = changes.changed() => {}
            }
        });
    });
    let expected = "`main` waits for a message from deadlocks.rs: at deadlocks.rs:, \
                    or a change of deadlocks.rs: at deadlocks.rs:, at tasks.rs:";
    assert_eq!(lines, [expected]);
}

/// As tokio warns: the value is under a lock while somebody looks at it.
#[test]
fn to_send_while_looking_at_the_value_is_a_deadlock() {
    let lines = told(|| {
        let (sender, receiver) = watch::channel(0);
        let _seen = receiver.borrow();
        let _ = sender.send(1);
    });
    assert!(lines[0].starts_with("`main` waits for the lock deadlocks.rs:"), "{lines:?}");
}

/// A task that ticks for ever hides that others wait for ever, but not what they wait for.
#[test]
fn who_waits_is_told_where_somebody_ticks() {
    let law = scheduled(|| {
        run(async {
            let (_sender, mut receiver) = mpsc::channel::<()>(1);
            tokio::spawn(async {
                let mut ticks = tokio::time::interval(tokio::time::Duration::from_secs(1));
                loop {
                    ticks.tick().await;
                }
            });
            receiver.recv().await;
        });
    });
    let summary = Runner::named("ticks").seed(1).run(&law.max_scheduling_points(1_000));
    let (law, message) =
        (&summary.failure().unwrap().reason.title, summary.failure().unwrap().reason.message());
    assert_eq!(law, "the tasks come to no end");
    assert!(message.contains("`main` waits for a message from deadlocks.rs:"), "{message}");
}
