//! A process that dies in a test says to the next one where.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use checks::{Cargo, Project};

const LAWS: &str = r#"use std::process::{Command, abort, id};
use std::thread::sleep;
use std::time::Duration;

use lawful::prelude::*;

#[law]
fn aborts(x: u32, _list: Vec<u8>) {
    let is = |name: &str| std::env::var_os(name).is_some();
    if x >= 1_000 && !is("MENDED") {
        assert!(!is("PANICS"));
        abort();
    }
}

#[law(jobs = 2)]
fn aborts_on_a_thread(x: u32) {
    if x >= 1_000 {
        abort();
    }
}

#[law]
fn is_killed(x: u32) {
    if x >= 1_000 {
        Command::new("kill").args(["-9", &id().to_string()]).status().unwrap();
        sleep(Duration::from_secs(60));
    }
}

#[law]
fn hangs(x: u32) {
    if x >= 1_000 {
        sleep(Duration::from_secs(60));
    }
}

/// Once it panicked, whatever does not panic aborts.
#[law]
fn aborts_while_shrinking(x: u32) {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static PANICKED: AtomicBool = AtomicBool::new(false);
    if x >= 1_000 {
        PANICKED.store(true, Relaxed);
        panic!("too many");
    }
    if PANICKED.load(Relaxed) {
        abort();
    }
}

#[law(tests = 1_000_000)]
fn is_slow_once(x: u32) {
    if std::env::var_os("SLOW").is_some() {
        sleep(Duration::from_millis(u64::from(x % 2)));
    }
}
"#;

const LEFT: &str = "Found by the test in which an earlier run died";
const KEPT: &str = "Found by a failure kept from an earlier run";

/// The project with a database for one law alone, which is forgotten at first.
struct Died {
    project: Project,
    law: &'static str,
    database: PathBuf,
}

impl Died {
    fn new(law: &'static str, database: &str) -> Self {
        let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "died", &[("laws", LAWS)]);
        let database = project.path("database").join(database);
        let _ = fs::remove_dir_all(&database);
        Died { project, law, database }
    }

    fn cargo(&self) -> Cargo {
        let cargo = self.project.cargo(&format!("test --test laws -- --exact {}", self.law));
        cargo.env("LAWFUL_DATABASE", &self.database.display().to_string())
    }

    /// Runs the law without cargo until it is in a test, and kills it there.
    fn kill_in_a_test(&self, slow: bool) {
        let program = self.project.test_program("laws");
        let laws = self.project.program(&program, &format!("--exact {}", self.law));
        let laws = laws.env("LAWFUL_DATABASE", &self.database.display().to_string());
        let laws = if slow { laws.env("SLOW", "1") } else { laws };
        let mut process = laws.start();
        let (started, running) = (Instant::now(), self.database.join("running"));
        while entries(&running) == 0 {
            assert!(started.elapsed() < Duration::from_secs(60), "the law does not begin");
            thread::sleep(Duration::from_millis(5));
        }
        // By then it is in the middle of its tests.
        thread::sleep(Duration::from_millis(200));
        process.kill().expect("it can be killed");
        process.wait().expect("it has ended");
        assert_eq!(entries(&running), 1, "its trail is there");
    }

    /// Checks that the law is reported as broken by the case that an earlier process died in.
    fn check_found(&self, cargo: Cargo, parts: &[&str]) {
        let report = cargo.run().failure(self.law);
        for part in parts.iter().chain(&["law broken: ", "    x = 1000\n"]) {
            assert!(report.contains(part), "no {part:?} in\n{report}");
        }
        assert_eq!(entries(&self.database.join("running")), 0, "the trail is gone");
    }
}

fn entries(directory: &Path) -> usize {
    fs::read_dir(directory).map_or(0, Iterator::count)
}

#[test]
fn a_case_that_aborts_is_found_by_the_next_run() {
    let died = Died::new("aborts", "aborts");
    let first = died.cargo().run();
    assert!(!first.success && !first.all().contains("law broken"), "{}", first.all());
    let parts = ["signal 6 (SIGABRT, an abort)", "    _list = vec![]\n", LEFT];
    died.check_found(died.cargo(), &parts);
    // From then on it is known what to run with care.
    died.check_found(died.cargo(), &[parts[0], KEPT]);
    died.check_found(died.cargo(), &[parts[0], KEPT]);
    let mended = died.cargo().env("MENDED", "1").run();
    assert!(mended.success, "{}", mended.all());
}

#[test]
fn a_kept_case_that_is_deadly_only_now_is_found_at_once() {
    let died = Died::new("aborts", "deadly_now");
    let panics = died.cargo().env("PANICS", "1").run();
    assert!(panics.failure("aborts").contains("x = 1000"), "{}", panics.all());
    died.check_found(died.cargo(), &["signal 6 (SIGABRT, an abort)", KEPT]);
    died.check_found(died.cargo(), &["signal 6 (SIGABRT, an abort)", KEPT]);
}

#[test]
fn a_failure_whose_shrinking_aborts_is_shrunk_by_the_next_run() {
    let died = Died::new("aborts_while_shrinking", "aborts_while_shrinking");
    let first = died.cargo().run();
    assert!(!first.success && !first.all().contains("law broken"), "{}", first.all());
    died.check_found(died.cargo(), &["  too many\n", LEFT]);
}

#[test]
fn a_case_that_aborts_on_one_of_several_threads_is_found_too() {
    let died = Died::new("aborts_on_a_thread", "aborts_on_a_thread");
    assert!(!died.cargo().run().success);
    died.check_found(died.cargo(), &["signal 6 (SIGABRT, an abort)", LEFT]);
}

#[test]
fn a_case_that_aborts_is_found_where_cases_are_told() {
    let died = Died::new("aborts", "told");
    assert!(!died.cargo().env("LAWFUL_VERBOSE", "1").run().success);
    died.check_found(died.cargo(), &["signal 6 (SIGABRT, an abort)", LEFT]);
}

#[test]
fn a_case_that_has_its_process_killed_is_found_by_the_next_run() {
    let died = Died::new("is_killed", "is_killed");
    assert!(!died.cargo().run().success);
    died.check_found(died.cargo(), &["signal 9 (SIGKILL)", LEFT]);
}

#[test]
fn a_case_that_hung_when_its_process_was_killed_is_found_by_the_next_run() {
    let died = Died::new("hangs", "hangs");
    died.kill_in_a_test(false);
    let cargo = died.cargo().env("LAWFUL_MAX_CASE_TIME", "200ms");
    died.check_found(cargo, &["did not end within 0.2 s", LEFT]);
}

#[test]
fn a_case_that_was_not_to_blame_is_not_reported() {
    let died = Died::new("is_slow_once", "is_slow_once");
    died.kill_in_a_test(true);
    let next = died.cargo().env("LAWFUL_TESTS", "100").run();
    assert!(next.success, "{}", next.all());
    assert_eq!(next.remarks(), [] as [&str; 0], "{}", next.all());
    assert_eq!(entries(&died.database.join("running")), 0, "the trail is gone");
}
