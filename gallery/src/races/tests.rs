//! Every mistake is found and cut down to the fewest switches; without it a program holds.

use lawful::Runner;
use lawful::data::Reason;
use lawful::pulse::{Search, scheduled};
use lawful::run::{Config, Failure as Broken};

use super::exhibits;
use super::programs::sctbench::reorder;
use super::programs::{Failure, PROGRAMS, Program};
use crate::checking::assert_as_expected;

/// The root seeds; the suite `schedule` of the bench has a hundred.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// A proof that takes too long without optimisation.
const LONG_PROOF: &str = "philosophers_5";

/// Without the mistake these have more schedules than a test can try.
const LARGE: [&str; 9] = [
    "bounded_buffer",
    "philosophers_5",
    "circular_buffer_bad",
    "queue_bad",
    "reorder_10_bad",
    "reorder_20_bad",
    "stack_bad",
    "wronglock_3_bad",
    "wronglock_bad",
];

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

#[test]
fn every_mistake_is_found() {
    for program in PROGRAMS {
        let failures: Vec<Broken> = SEEDS.map(|seed| found(program, seed)).collect();
        let expected = failures.iter().filter(|broken| way(&broken.reason) == program.failure);
        assert!(2 * expected.count() > failures.len(), "{}", program.name);
    }
}

/// The failure as it was found, with default settings but that nothing is made of it.
fn found(program: &Program, seed: u64) -> Broken {
    let (seed, max_failures, max_shrink_runs, explain) = (Some(seed), 1, 0, false);
    let config = Config::default().with(|config| {
        config.seed = seed;
        config.max_failures = max_failures;
        config.max_shrink_runs = max_shrink_runs;
        config.explain = explain;
    });
    let summary = Runner::named(program.name).with(config).run(&scheduled(program.run));
    summary.failure().unwrap_or_else(|| panic!("{} passes", program.name)).clone()
}

fn way(reason: &Reason) -> Failure {
    match (reason.component, reason.code) {
        ("pulse", "deadlock" | "leaked-thread") => Failure::Deadlock,
        (Reason::ENGINE, "panic") => Failure::Assertion,
        _ => panic!("fails otherwise: {reason:?}"),
    }
}

#[test]
fn failures_shrink_to_the_fewest_switches() {
    let is_short = |program: &&Program| program.name != LONG_PROOF || !cfg!(debug_assertions);
    for program in PROGRAMS.iter().filter(is_short) {
        for seed in SEEDS {
            let check = Runner::named(program.name).seed(seed).first_failure();
            let summary = check.run(&scheduled(program.run));
            let failure = summary.failure().expect("the mistake is found");
            assert!(failure.is_proven(), "{}, seed {seed}", program.name);
            let Some(fewest) = program.fewest_switches.map(u64::from) else { continue };
            assert_eq!(failure.trace().unwrap().switches, fewest, "{}, seed {seed}", program.name);
        }
    }
}

#[test]
fn without_the_mistake_programs_hold() {
    for program in PROGRAMS {
        let Some(right) = program.right else { continue };
        let summary = Runner::named(program.name).tests(10).seed(1).run(&scheduled(right));
        assert!(summary.is_success(), "{}: {:?}", program.name, summary.stopped);
    }
}

#[test]
fn without_the_mistake_small_programs_hold_under_all_schedules() {
    for program in PROGRAMS.iter().filter(|program| !LARGE.contains(&program.name)) {
        let Some(right) = program.right else { continue };
        let explored = scheduled(right).search(Search::Exhaustive).explore(1);
        assert!(explored.exhausted && explored.broken.is_none(), "{}: {explored:?}", program.name);
    }
}

/// Tasks that lock once each come in as many orders as there are permutations.
#[test]
fn all_schedules_are_as_many_as_they_must_be() {
    for (tasks, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        let law = scheduled(move || reorder::run_right(tasks)).search(Search::Exhaustive);
        assert_eq!(law.explore(1).schedules, orders, "of {tasks} tasks");
    }
}
