//! Runs that wait for something outside of the scheduler, and stacks that overflow: each ends in one verdict.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lawful_core::run::{Runner, Stopped};
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::{scheduled, thread};

use crate::outcomes::failure;

/// Says that a law ends as misused within some seconds, since it waits for something outside.
#[track_caller]
fn waits_outside(body: impl Fn()) {
    let started = Instant::now();
    let summary = Runner::named("waits").run(&scheduled(body));
    let Stopped::Misused(misuse) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    let told = format!("{misuse:?}");
    assert!(told.contains("for something outside of the scheduler, after"), "{told}");
    assert!(told.contains("tests/pulse/outside.rs:"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn a_lock_of_std_that_another_task_holds_ends_the_law() {
    waits_outside(|| {
        let lock = Arc::new(Mutex::new(0));
        let other = lock.clone();
        let hold = |lock: &Mutex<u32>| {
            let mut held = lock.lock().unwrap_or_else(PoisonError::into_inner);
            thread::yield_now();
            *held += 1;
        };
        let thread = thread::spawn(move || hold(&other));
        hold(&lock);
        thread.join().unwrap();
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_lock_that_a_lost_task_holds_ends_the_law() {
    static LOCK: Mutex<u32> = Mutex::new(0);
    waits_outside(|| {
        // The other task is given up with the lock when the law is broken.
        thread::spawn(|| {
            let _held = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
            thread::park();
        });
        thread::yield_now();
        drop(LOCK.lock());
        panic!("broken in every run");
    });
}

/// Recursion that comes to a scheduling point at each level.
#[inline(never)]
fn recurses(count: &AtomicU32, level: u64) -> u64 {
    let padding = [level; 16];
    std::hint::black_box(&padding);
    let before = count.fetch_add(1, SeqCst);
    let rest = if before < u32::MAX { recurses(count, level + 1) } else { 0 };
    rest + padding[3]
}

/// Recursion that calls std at each level.
#[inline(never)]
fn formats(level: u64) -> String {
    let text = format!("{level:?} {:?}", [level; 4]);
    let inner = if level < u64::MAX { formats(level + 1) } else { String::new() };
    text + &inner
}

#[test]
fn an_overflow_at_a_scheduling_point_is_told() {
    let overflow = failure(|| {
        let count = AtomicU32::new(0);
        thread::scope(|scope| {
            scope.spawn(|| count.load(SeqCst));
            recurses(&count, 0);
        });
    });
    assert_eq!(overflow.reason.code, "stack-overflow", "{:?}", overflow.reason);
    assert_eq!(overflow.trace().unwrap().switches, 0);
    // What was left is in order: other laws go on.
    let holds = Runner::named("after").run(&scheduled(|| thread::spawn(|| 1).join().unwrap() == 1));
    assert!(holds.is_success());
}

#[test]
fn an_overflow_in_std_is_told_or_ends_the_process_with_its_message() {
    // In a process of its own: the allocator cannot be left in the middle.
    if std::env::var_os("LAWFUL_TEST_OVERFLOW").is_some() {
        let overflow = failure(|| drop(formats(0)));
        assert_eq!(overflow.reason.code, "stack-overflow", "{:?}", overflow.reason);
        println!("told: the stack overflows");
        return;
    }
    let name = "outside::an_overflow_in_std_is_told_or_ends_the_process_with_its_message";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture"])
        .env("LAWFUL_TEST_OVERFLOW", "1")
        .output()
        .unwrap();
    let told = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let dies = "a task of a scheduled law has overflowed its stack";
    let verdicts = [told.contains("told: the stack overflows"), told.contains(dies)];
    assert!(verdicts[0] != verdicts[1], "{told}");
    assert!(!told.contains("already borrowed"), "{told}");
}
