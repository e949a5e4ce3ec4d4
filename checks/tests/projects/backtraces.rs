//! Backtraces of the minimal counterexample, where `RUST_BACKTRACE` asks for them.

use std::sync::OnceLock;

use checks::{Cargo, Project};

const LAWS: &str = r#"use lawful::prelude::*;

fn inner(list: &[u8], k: usize) -> u8 {
    list[k]
}

fn helper(list: &[u8], k: usize) -> u8 {
    inner(list, k)
}

#[law]
fn found(#[from(0..90_000usize)] k: usize) {
    helper(&[1, 2, 3], k);
}

#[law(case(4))]
fn kept(k: usize) {
    assume!(k == 4);
    helper(&[1, 2, 3], k);
}

#[law(isolated)]
fn isolated(#[from(0..90_000usize)] k: usize) {
    helper(&[1, 2, 3], k);
}

#[law]
fn spawned(k: u16) {
    std::thread::spawn(move || assert!(k < 500)).join().unwrap();
}
"#;

fn cargo(words: &str, backtrace: &str) -> Cargo {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    let project = PROJECT.get_or_init(|| {
        // Lines are known of the project alone: the rest is built as for the other projects.
        let dependencies = format!(
            "[dependencies]\n{}\n\n[profile.dev.package.backtraces]\ndebug = \"line-tables-only\"\n",
            Project::dependency()
        );
        let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "backtraces", &dependencies, &files)
    });
    project.cargo(words).env("RUST_BACKTRACE", backtrace)
}

/// The part of a report from the message of the panic to the next empty line.
fn told(report: &str) -> &str {
    let start = report.find("\n  index out").unwrap_or_else(|| panic!("{report}"));
    report[start + 1..].split("\n\n").next().unwrap_or_default()
}

fn expected(law: &str, k: u8, line: u8, closures: &str) -> String {
    format!(
        "  index out of bounds: the len is 3 but the index is {k}
  at tests/laws.rs:4:5
  stack backtrace (without the engine; RUST_BACKTRACE=full shows all):
     0: laws::inner
          at ./tests/laws.rs:4:5
     1: laws::helper
          at ./tests/laws.rs:8:5
     2: laws::{law}::law
          at ./tests/laws.rs:{line}:5
     3: laws::{law}{closures}
          at ./tests/laws.rs:{}:1",
        line - if law == "kept" { 3 } else { 2 }
    )
}

#[test]
fn a_failure_that_was_found_kept_or_replayed_has_the_backtrace_of_its_panic() {
    let output = cargo("test --test laws", "1").run();
    let found = output.failure("found");
    assert_eq!(told(&found), expected("found", 3, 13, "::{{closure}}::{{closure}}"));
    assert_eq!(found.matches("stack backtrace").count(), 1, "{found}");
    assert_eq!(told(&output.failure("kept")), expected("kept", 4, 19, "::{{closure}}"));
    let isolated = output.failure("isolated");
    assert_eq!(told(&isolated), expected("isolated", 3, 24, "::{{closure}}::{{closure}}"));
    let token = found.split("LAWFUL_REPLAY='").nth(1).and_then(|rest| rest.split('\'').next());
    let replay = cargo("test --test laws found -- --exact", "1");
    let replayed = replay.env("LAWFUL_REPLAY", token.expect("there is a token")).run();
    let replayed = replayed.failure("found");
    assert!(replayed.contains("Replayed as it is"), "{replayed}");
    assert_eq!(told(&replayed), expected("found", 3, 13, "::{{closure}}::{{closure}}"));
}

#[test]
fn a_spawned_thread_has_its_own() {
    let report = cargo("test --test laws spawned", "1").run().failure("spawned");
    let own = "
  A spawned thread panicked at tests/laws.rs:29:32: assertion failed: k < 500
  stack backtrace (without the engine; RUST_BACKTRACE=full shows all):
     0: laws::spawned::law::{{closure}}
          at ./tests/laws.rs:29:32

";
    assert!(report.contains(own), "{report}");
}

#[test]
fn all_frames_are_shown_on_request_and_none_without() {
    let full = cargo("test --test laws found", "full").run().failure("found");
    for frame in ["rust_begin_unwind", "laws::inner", "lawful_core::run::", "  stack backtrace:\n"]
    {
        assert!(full.contains(frame), "{frame} is not in\n{full}");
    }
    let none = cargo("test --test laws", "0").run();
    assert!(!none.all().contains("stack backtrace"), "{}", none.all());
}
