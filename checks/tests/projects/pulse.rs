//! A library that imports `sync` and `thread` from `lawful_pulse`: plain std in what it ships, under the
//! scheduler in its tests.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use checks::{Output, Project};

const LIBRARY: &str = r#"//! Accounts.
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::thread;

/// An account, whose lock is let go between looking and writing.
#[derive(Default)]
pub struct Account {
    balance: Mutex<i64>,
}

impl Account {
    /// Adds to the balance.
    pub fn deposit(&self, amount: i64) {
        let seen = *self.balance.lock().unwrap();
        *self.balance.lock().unwrap() = seen + amount;
    }

    /// Adds to the balance under one lock.
    pub fn deposit_at_once(&self, amount: i64) {
        *self.balance.lock().unwrap() += amount;
    }

    /// The balance.
    pub fn balance(&self) -> i64 {
        *self.balance.lock().unwrap()
    }
}

/// What two threads come to that deposit as many times as they are told.
pub fn two_deposit(times: i64, deposit: fn(&Account, i64)) -> i64 {
    let account = Arc::new(Account::default());
    let threads = [1, 10].map(|amount| {
        let account = account.clone();
        thread::spawn(move || (0..times).for_each(|_| deposit(&account, amount)))
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    account.balance()
}

/// What the lock of an account is.
pub fn lock_type() -> &'static str {
    std::any::type_name::<Mutex<i64>>()
}
"#;

/// As a program that is shipped sees the library.
const PROGRAM: &str = r#"use std::any::{Any, type_name};

fn main() {
    let lock: Box<dyn Any> = Box::new(lawful_pulse::sync::Mutex::new(3));
    assert!(lock.is::<std::sync::Mutex<i32>>());
    let thread: Box<dyn Any> = Box::new(lawful_pulse::thread::spawn(|| 3));
    assert!(thread.is::<std::thread::JoinHandle<i32>>());
    assert_eq!(bank::lock_type(), type_name::<std::sync::Mutex<i64>>());
    assert_eq!(bank::two_deposit(1_000, bank::Account::deposit_at_once), 11_000);
    println!("the balance is right");
}
"#;

const LAWS: &str = r#"use bank::{Account, lock_type, two_deposit};
use lawful::prelude::*;

#[law(scheduled, seed = 1)]
fn deposits_add_up() {
    assert_eq!(two_deposit(1, Account::deposit), 11);
}

#[law(scheduled, seed = 1)]
fn deposits_at_once_add_up(#[from(0..4i64)] times: i64) {
    assert_eq!(two_deposit(times, Account::deposit_at_once), 11 * times);
}

#[test]
fn outside_of_a_law_threads_are_real() {
    assert_ne!(lock_type(), std::any::type_name::<std::sync::Mutex<i64>>());
    assert_eq!(two_deposit(1_000, Account::deposit_at_once), 11_000);
    // Each waits for the other, which takes two threads of the system.
    let barrier = std::sync::Arc::new(std::sync::Barrier::new(2));
    let threads = [(); 2].map(|()| {
        let barrier = barrier.clone();
        lawful::pulse::thread::spawn(move || {
            barrier.wait();
            std::thread::current().id()
        })
    });
    let [one, other] = threads.map(|thread| thread.join().unwrap());
    assert_ne!(one, other);
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let dependencies = format!(
            "[dependencies]\n{}\n\n[dev-dependencies]\n{}\n",
            Project::dependency_on("lawful-pulse", &[]),
            Project::dependency_on("lawful", &["pulse"])
        );
        let files = [("src/lib.rs", LIBRARY), ("src/main.rs", PROGRAM), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "bank", &dependencies, &files)
    })
}

/// The crates that cargo built or had built already.
fn crates(output: &Output) -> BTreeSet<&str> {
    let lines = output.stderr.lines().filter_map(|line| {
        let (verb, rest) = line.trim().split_once(' ')?;
        ["Fresh", "Compiling", "Dirty"].contains(&verb).then_some(rest)
    });
    lines.filter_map(|rest| rest.split(' ').next()).collect()
}

#[test]
fn what_is_shipped_has_nothing_of_the_scheduler() {
    for words in ["build --verbose", "build --release --verbose"] {
        let built = project().cargo(words).run();
        assert!(built.success, "{}", built.all());
        assert_eq!(crates(&built), BTreeSet::from(["bank", "lawful-pulse"]), "{}", built.all());
    }
    let tree = project().cargo("tree --edges normal --prefix none").run();
    let names: Vec<&str> = tree.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["bank", "lawful-pulse"], "{}", tree.all());
}

#[test]
fn what_is_shipped_uses_the_types_of_std() {
    let ran = project().cargo("run --release").run();
    assert!(ran.success && ran.stdout == "the balance is right\n", "{}", ran.all());
    // Names of functions are in the symbols of a program, and none is of the crate.
    let program = project().target().join("release").join("bank");
    let bytes = fs::read(program).expect("the program was built");
    let holds = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
    assert!(holds("two_deposit"), "the program has its symbols");
    for name in ["lawful", "corosensei"] {
        assert!(!holds(name), "{name} is in the program");
    }
}

#[test]
fn tests_run_the_library_under_the_scheduler() {
    let output = project().cargo("test --test laws").run();
    assert!(output.stdout.contains("2 passed; 1 failed"), "{}", output.all());
    let built = project().cargo("test --test laws --no-run --verbose").run();
    assert!(crates(&built).contains("corosensei"), "{}", built.all());
}

/// The first thread looks, the second deposits, and the first writes what it saw and one more.
#[test]
fn the_report_shows_who_did_what() {
    let report = project().cargo("test --test laws add_up").run().failure("deposits_add_up");
    let rows: Vec<String> = report.lines().map(words).collect();
    let switched = [
        "starts",
        "locks lib.rs:6 src/lib.rs:14",
        "switch starts",
        "locks lib.rs:6 src/lib.rs:14",
        "locks lib.rs:6 src/lib.rs:15",
        "ends",
        "locks lib.rs:6 src/lib.rs:15",
        "ends",
    ];
    assert!(rows.windows(switched.len()).any(|rows| rows == switched), "{report}");
    for part in [
        "law broken: bank::laws::deposits_add_up  (tests/laws.rs:4)",
        "\n    left: 1\n   right: 11\n  at tests/laws.rs:6:5\n",
        "\n  It takes 1 context switch; with fewer context switches it does not fail in this way.\n",
    ] {
        assert!(report.contains(part), "no {part:?} in\n{report}");
    }
}

/// A row of the table without the width of its columns.
fn words(row: &str) -> String {
    row.split_whitespace().collect::<Vec<_>>().join(" ")
}
