//! Laws under the scheduler whose tasks end or stop the process.

use std::sync::OnceLock;

use checks::{Cargo, Output, Project};

const LAWS: &str = r#"use std::hint::black_box;

use lawful::prelude::*;
use lawful::pulse::sync::atomic::AtomicU64;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{scheduled, thread};

/// Deeper and deeper, with something on the stack at each level.
fn descend(depth: u64) -> u64 {
    let held = black_box([depth; 32]);
    if depth == 0 { 0 } else { held[7].wrapping_add(descend(black_box(depth) + 1)) }
}

/// The same, but that every level calls the system's library, which has much more on the stack: that is where
/// the stack ends.
fn descend_through_the_library(depth: u64) -> u64 {
    let found = u64::from(std::fs::canonicalize(".").is_ok());
    if depth == 0 { 0 } else { found.wrapping_add(descend_through_the_library(black_box(depth) + 1)) }
}

fn too_deep(number: u32, descend: fn(u64) -> u64) {
    let shared = Arc::new(AtomicU64::new(0));
    let other = shared.clone();
    let deep = thread::Builder::new().name("deep".into());
    let deep = deep.spawn(move || if other.load(SeqCst) >= 1_000 { descend(1) } else { 0 });
    shared.store(number.into(), SeqCst);
    deep.unwrap().join().unwrap();
}

#[law(scheduled, seed = 1)]
fn overflows_by_itself(number: u32) {
    too_deep(number, descend);
}

#[law(scheduled, isolated, seed = 1)]
fn overflows_in_the_library(number: u32) {
    too_deep(number, descend_through_the_library);
}

#[law(scheduled, isolated, seed = 1)]
fn aborts_when_an_update_is_lost() {
    let count = Arc::new(AtomicU64::new(0));
    let threads = [(); 2].map(|()| {
        let count = count.clone();
        thread::spawn(move || count.store(count.load(SeqCst) + 1, SeqCst))
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    if count.load(SeqCst) < 2 {
        std::process::abort();
    }
}

#[law(scheduled, seed = 1)]
fn inside_of_another() {
    assert_eq!(scheduled(|| ()).explore(1).broken, None);
}

/// The scheduler does not see the lock of the system: whoever waits for it stops the thread that all tasks
/// are on.
#[law(scheduled, seed = 1, max_case_time = "500ms")]
fn a_lock_of_std_is_held_at_a_point() {
    let lock = std::sync::Arc::new(std::sync::Mutex::new(0));
    let other = lock.clone();
    let thread = thread::spawn(move || {
        let mut held = other.lock().unwrap();
        thread::yield_now();
        *held += 1;
    });
    *lock.lock().unwrap() += 1;
    thread.join().unwrap();
}

#[law(scheduled)]
fn the_next_law_runs_all_the_same(number: u8) {
    let lock = Arc::new(Mutex::new(0));
    let other = lock.clone();
    let thread = thread::spawn(move || *other.lock().unwrap() += u32::from(number));
    thread.join().unwrap();
    assert_eq!(*lock.lock().unwrap(), u32::from(number));
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let pulse = Project::dependency_on("lawful", &["pulse"]);
        let dependencies = format!("[dependencies]\n{pulse}\n");
        let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "pulse-deadly", &dependencies, &files)
    })
}

/// Runs a law beside one that holds, which must be told too: the process went on to its end.
fn run(law: &str) -> Output {
    let output = cargo(&format!("{law} the_next_law")).run();
    assert!(output.stdout.contains("1 passed; 1 failed"), "{}", output.all());
    output
}

fn cargo(laws: &str) -> Cargo {
    project().cargo(&format!("test --test laws -- {laws}")).env("LAWFUL_MAX_FAILURES", "1")
}

#[track_caller]
fn assert_told(law: &str, parts: &[&str]) -> String {
    let report = run(law).failure(law);
    for part in parts {
        assert!(report.contains(part), "no {part:?} in\n{report}");
    }
    report
}

#[test]
fn a_stack_that_overflows_is_told_with_the_case_and_the_schedule() {
    assert_told(
        "overflows_by_itself",
        &[
            "\n    number = 1000\n",
            "reads laws.rs:",
            "the stack of a task overflows:\n    `deep` used up its stack of ",
            "No context switch is needed.",
        ],
    );
}

/// Where going on would not be safe the process ends, and another one tells of it.
#[test]
fn a_stack_that_overflows_elsewhere_ends_a_process_of_its_own() {
    let told = "The stack overflowed, which ended the process.";
    assert_told("overflows_in_the_library", &["\n    number = 1000\n", told]);
}

#[test]
fn a_schedule_that_ends_the_process_is_replayed() {
    let law = "aborts_when_an_update_is_lost";
    let report = assert_told(law, &["signal 6 (SIGABRT, an abort)"]);
    let token = report.split("LAWFUL_REPLAY='").nth(1).and_then(|rest| rest.split('\'').next());
    let replayed = cargo(law).env("LAWFUL_REPLAY", token.expect("there is a token")).run();
    let report = replayed.failure(law);
    assert!(report.contains("signal 6 (SIGABRT, an abort)"), "{report}");
}

#[test]
fn a_scheduled_law_inside_of_another_says_so() {
    let told = "a scheduled law runs inside of another";
    assert_told("inside_of_another", &[told]);
}

#[test]
fn a_lock_that_the_scheduler_does_not_see_is_a_case_without_an_end() {
    let told = "The case did not end within 0.5 s and was stopped.";
    assert_told("a_lock_of_std_is_held_at_a_point", &[told]);
}
