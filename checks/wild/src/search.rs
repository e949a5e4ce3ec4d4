//! Runs of a law.

use lawful::Law;
use lawful::data::About;
use lawful::extend::Settings;
use lawful::report::{literal, sequence};
use lawful::run::{Config, Failure, Found, Stopped, Summary};
use lawful_core::run::{Isolation, Role, role, run, serve};

use crate::bug::Bug;

/// Root seeds.
pub const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;
/// Number of tests with each seed that must pass on a version without the bug.
pub const TESTS_WITHOUT: u64 = 2_000;
/// The most memory that a process with isolated cases may use.
const MOST_MEMORY: u64 = 1 << 30;

/// What a law found with one seed.
pub struct Finding {
    /// Number of tests up to the failure.
    pub tests: u64,
    /// The case that shrinking ended at.
    pub case: String,
    /// Number of runs that shrinking took.
    pub runs: u64,
}

/// Runs isolated cases, if this process was started for that.
pub fn serve_as_child(bugs: &[&Bug]) {
    for bug in bugs {
        if role(&about(bug), 0) == Role::Child {
            serve(&*(bug.make)(), &[], &Settings::default());
        }
    }
}

/// Looks for a bug with one seed.
pub fn find(bug: &Bug, seed: u64) -> Option<Finding> {
    let summary = summary(bug, seed, bug.tests);
    let failures = summary.failures();
    let place = failures.iter().position(|failure| is_shown(bug, failure))?;
    let failure = &failures[place];
    Some(Finding {
        // A failure that was met while another was shrunk counts with the test of that one.
        tests: failures[..=place].iter().rev().find_map(test_of).unwrap_or(bug.tests),
        case: case(failure),
        runs: failure.runs,
    })
}

/// Runs the law on a version without the bug. The error says how it fails.
pub fn hold(bug: &Bug) -> Result<(), String> {
    for seed in SEEDS {
        let summary = summary(bug, seed, TESTS_WITHOUT);
        if !matches!(summary.stopped, Stopped::Passed) {
            let case = summary.failure().map(case).unwrap_or_default();
            return Err(format!("fails with seed {seed}: {case}"));
        }
    }
    Ok(())
}

fn about(bug: &Bug) -> About {
    About::new(bug.name(), file!(), line!())
}

fn summary(bug: &Bug, seed: u64, tests: u64) -> Summary {
    let law: Box<dyn Law> = (bug.make)();
    let config = Config::default().with(|config| {
        config.seed = Some(seed);
        config.tests = tests;
        config.explain = false;
        if bug.shows.is_empty() {
            config.max_failures = 1;
        }
        config.isolated = bug.isolated;
        config.isolation = bug.isolated.then(isolation);
    });
    run(&*law, &about(bug), &config, &mut |_| {})
}

/// This program is its own child: it comes to `serve_as_child` first.
fn isolation() -> Isolation {
    Isolation {
        program: std::env::current_exe().expect("a running program has a file"),
        arguments: Vec::new(),
        max_memory: MOST_MEMORY,
        is_direct: true,
        ordinal: 0,
    }
}

/// Returns whether a failure is this bug, and not another one that the law finds too.
fn is_shown(bug: &Bug, failure: &Failure) -> bool {
    let reason = &failure.reason;
    reason.title.contains(bug.shows) || reason.lines().iter().any(|line| line.contains(bug.shows))
}

fn test_of(failure: &Failure) -> Option<u64> {
    match failure.found {
        Found::Test { index } => Some(index + 1),
        _ => None,
    }
}

/// A case as a report shows it, on one line.
fn case(failure: &Failure) -> String {
    if !failure.calls().is_empty() {
        return sequence::calls(failure.calls()).join(" ");
    }
    let shown = failure.arguments.iter();
    let arguments =
        shown.map(|shown| format!("{} = {}", shown.name, literal::shown_literal(shown)));
    arguments.collect::<Vec<_>>().join(", ")
}
