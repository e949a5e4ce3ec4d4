//! Threads that panic: those of a law are told with its case, those of a plain test print as ever.

use std::sync::OnceLock;

use checks::{Output, Project};

const LAWS: &str = r#"use lawful::prelude::*;

#[law]
fn joined(x: u16) {
    let handle = std::thread::spawn(move || assert!(x < 500, "in a thread"));
    handle.join().unwrap();
}

#[law]
fn scoped(x: u16) {
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(x.max(500), 500));
    });
}

#[law(isolated)]
fn isolated(x: u16) {
    std::thread::spawn(move || assert!(x < 500, "in a child")).join().unwrap();
}

#[law(jobs = 2)]
fn on_two_threads(x: u16) {
    std::thread::spawn(move || assert!(x < 500, "of a worker")).join().unwrap();
}

#[law]
fn two_levels_down(x: u16) {
    let outer = std::thread::spawn(move || {
        std::thread::spawn(move || assert!(x < 500, "two levels down")).join().is_ok()
    });
    assert!(outer.join().unwrap());
}

fn panic_unnoticed(x: u32) {
    if x % 4 == 1 {
        let _ = std::thread::spawn(|| panic!("unnoticed")).join();
    }
}

#[law]
fn unnoticed(x: u32) {
    panic_unnoticed(x);
}

#[law(isolated)]
fn unnoticed_in_a_child(x: u32) {
    panic_unnoticed(x);
}

#[law(jobs = 2)]
fn unnoticed_by_workers(x: u32) {
    panic_unnoticed(x);
}

#[law(isolated)]
fn unnoticed_on_a_walk_in_a_child(x: u8) {
    panic_unnoticed(x.into());
}

#[test]
fn plain() {
    // For as long as the laws run beside it.
    for _ in 0..50 {
        let _ = std::thread::spawn(|| panic!("of a plain test")).join();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("the plain test's own");
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::new(env!("CARGO_TARGET_TMPDIR"), "threads", &[("laws", LAWS)]))
}

fn check(output: &Output) {
    let joined = output.failure("joined");
    let expected = "law broken: threads::laws::joined  (tests/laws.rs:3)

    x = 500

  called `Result::unwrap()` on an `Err` value: Any { .. }
  at tests/laws.rs:6:19
  A spawned thread panicked at tests/laws.rs:5:45: in a thread

  It passes with x = 499.
";
    assert!(joined.starts_with(expected), "{joined}");
    let scoped = output.failure("scoped");
    let expected = "law broken: threads::laws::scoped  (tests/laws.rs:9)

    x = 501

  a scoped thread panicked
  at tests/laws.rs:11:5
  A spawned thread panicked at tests/laws.rs:12:24:
    assertion `left == right` failed
      left: 501
     right: 500

  It passes with x = 500.
";
    assert!(scoped.starts_with(expected), "{scoped}");
    for (law, told) in [
        ("isolated", "\n  A spawned thread panicked at tests/laws.rs:18:32: in a child\n"),
        ("on_two_threads", "\n  A spawned thread panicked at tests/laws.rs:23:32: of a worker\n"),
        (
            "two_levels_down",
            "\n  A spawned thread panicked at tests/laws.rs:29:36: two levels down\n",
        ),
    ] {
        let report = output.failure(law);
        assert!(report.contains(told), "{report}");
    }
    // Every panic of a broken law was in a case that failed.
    assert!(!output.stdout.contains("did not fail"), "{}", output.stdout);
    let plain = output.failure("plain");
    assert_eq!(plain.matches("of a plain test").count(), 50, "{plain}");
    assert!(plain.contains("panicked at tests/laws.rs:67:5:\nthe plain test's own"), "{plain}");
    // The plain test's panics are its own output, and are all that is printed of panics.
    assert_eq!(output.all().matches(") panicked at").count(), 51, "{}", output.all());
    let remarks = output.remarks();
    let laws = [
        "unnoticed",
        "unnoticed_by_workers",
        "unnoticed_in_a_child",
        "unnoticed_on_a_walk_in_a_child",
    ];
    for (remark, law) in remarks.iter().zip(laws) {
        let head = format!("law threads::laws::{law}: warning: spawned threads panicked ");
        let rest = remark.strip_prefix(&head).unwrap_or_else(|| panic!("{remark}"));
        let (times, place) =
            rest.split_once(" times in cases that did not fail, first at ").unwrap();
        assert!((30..120).contains(&times.parse::<u32>().unwrap()), "{remark}");
        assert_eq!(place, "tests/laws.rs:36:39: unnoticed");
    }
    assert_eq!(remarks.len(), laws.len(), "{remarks:?}");
}

#[test]
fn laws_and_a_plain_test_beside_each_other() {
    check(&project().cargo("test --test laws").run());
}

#[test]
fn laws_and_a_plain_test_one_after_the_other() {
    check(&project().cargo("test --test laws -- --test-threads=1").run());
}
