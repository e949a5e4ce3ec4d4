//! The races of `proc_reg`: how many tests find them, and how small they become.

use lawful::Law;
use lawful::Runner;
use lawful::run::Found;
use lawful_gallery::processes::proc_reg::{Version, calls_are_atomic, calls_of_three_are_atomic};

use crate::Options;
use crate::clock;
use crate::report::Report;

/// With the number of commands in the paper's case; that of section 7 has none.
const RACES: [(&str, fn() -> Box<dyn Law>, Option<usize>); 4] = [
    ("first_race", || Box::new(calls_are_atomic(Version::Original)), Some(4)),
    ("second_race", || Box::new(calls_are_atomic(Version::DummyReverse)), Some(5)),
    (
        "third_race",
        || Box::new(calls_are_atomic(Version::LivenessCheck).branches(3).schedules(256)),
        None,
    ),
    ("third_race_one_name", || Box::new(calls_of_three_are_atomic(Version::LivenessCheck)), None),
];

/// In how many tests a race is to be found.
const MOST_TESTS: u64 = 1_000;
/// The tests that the paper's version with the check passed, each with one schedule.
const PASSED: u64 = 20_000;

pub fn run(options: &Options, report: &mut Report) {
    for (name, law, size) in RACES.iter().filter(|race| options.wants_case(race.0)) {
        hunt(law().as_ref(), *size, options.seeds.min(20), report);
        report.end_case(name);
    }
    if options.wants_case("liveness_check_two_branches") {
        let law = calls_are_atomic(Version::LivenessCheck).branches(2);
        passes(&law.schedules(1), "one_schedule", options.seeds.min(20), report);
        let law = calls_are_atomic(Version::LivenessCheck).branches(2);
        passes(&law, "64_schedules", options.seeds.min(3), report);
        report.end_case("liveness_check_two_branches");
    }
}

fn hunt(law: &dyn Law, size: Option<usize>, seeds: u64, report: &mut Report) {
    let (mut found, mut tests, mut sizes) = (0, Vec::new(), Vec::new());
    let before = clock::process();
    for seed in 1..=seeds {
        let check = Runner::named("proc_reg").tests(MOST_TESTS).seed(seed).first_failure();
        let summary = check.run(law);
        let Some(failure) = summary.failure() else { continue };
        let Found::Test { index } = failure.found else { continue };
        found += 1;
        tests.push(index + 1);
        sizes.push(failure.calls().len());
    }
    let seconds = (clock::process() - before).as_secs_f64() / seeds as f64;
    let percent = |count: usize| 100.0 * count as f64 / seeds as f64;
    report.add("lawful", "found_percent", percent(found));
    report.add("lawful", "most_tests", tests.iter().copied().max().unwrap_or(0) as f64);
    let mean = tests.iter().sum::<u64>() as f64 / tests.len().max(1) as f64;
    report.add("lawful", "tests", mean);
    report.add("lawful", "most_commands", sizes.iter().copied().max().unwrap_or(0) as f64);
    if let Some(size) = size {
        let of_size = sizes.iter().filter(|found| **found == size).count();
        report.add("lawful", "papers_size_percent", percent(of_size));
    }
    report.add("lawful", "s", seconds);
}

fn passes(law: &dyn Law, subject: &'static str, seeds: u64, report: &mut Report) {
    let (mut passed, mut tests) = (0, 0);
    for seed in 1..=seeds {
        let check = Runner::named("proc_reg").tests(PASSED).seed(seed).first_failure();
        let summary = check.run(law);
        match summary.failure().map(|failure| &failure.found) {
            None => (passed, tests) = (passed + 1, tests + PASSED),
            Some(Found::Test { index }) => tests += index + 1,
            Some(_) => {}
        }
    }
    report.add(subject, "passed_percent", 100.0 * passed as f64 / seeds as f64);
    report.add(subject, "tests", tests as f64 / seeds as f64);
}
