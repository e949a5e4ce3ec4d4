//! Temporal laws: monitors beside the definitions, explanations, liveness of endless programs, and the programs of the
//! gallery.

use std::process::Command;

use lawful_gallery::temporal;

use super::Count;

/// Tests of `lawful-temporal` with a longer count, which an environment variable sets.
fn test(filter: &str, variable: &str, count: u64) {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--quiet", "--release", "--manifest-path", manifest]);
    cargo.args(["-p", "lawful-temporal", "--all-features", "--test", "temporal"]);
    cargo.args(["--", filter]).env(variable, count.to_string());
    let output = cargo.output().expect("cargo can be started");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{filter} failed\n{said}");
    assert!(!said.contains(" 0 passed"), "{filter}: no test was run\n{said}");
}

pub fn monitors_agree() -> Count {
    let formulas = 200_000;
    let run = move || test("agreement::", "LAWFUL_TEMPORAL_FORMULAS", formulas);
    Count { name: "temporal_agreement", times: 2 * formulas, run: Box::new(run) }
}

pub fn broken_formulas_are_explained() -> Count {
    let broken = 10_000;
    let run = move || test("explaining::random", "LAWFUL_TEMPORAL_BROKEN", broken);
    Count { name: "temporal_explanations", times: broken, run: Box::new(run) }
}

/// A right server and three wrong ones, each by three kinds of schedules.
pub fn liveness_without_false_alarms() -> Count {
    let runs = 500;
    let run = move || test("endless_", "LAWFUL_TEMPORAL_RUNS", runs);
    Count { name: "temporal_liveness", times: 12 * runs, run: Box::new(run) }
}

/// Every right program of the gallery with a hundred seeds.
pub fn right_programs_pass() -> Count {
    let (seeds, schedules) = (100, 1_000);
    let programs = temporal::right_programs();
    let times = programs.len() as u64 * seeds * schedules;
    let run = move || {
        for name in &programs {
            let runs = temporal::passes(name, 1..=seeds, schedules);
            let runs = runs.unwrap_or_else(|report| panic!("{name}: {report}"));
            eprintln!("{name}: {runs} runs");
        }
    };
    Count { name: "temporal_programs", times, run: Box::new(run) }
}

/// The right dinner as often as the paper's: 1,000 tests, each of them of 64 schedules.
pub fn philosophers_eat() -> Count {
    let (tests, schedules) = (1_000, 64);
    let run = move || {
        let runs = temporal::passes("philosophers_last_reversed", 1..=tests, schedules);
        runs.unwrap_or_else(|report| panic!("{report}"));
    };
    Count { name: "temporal_philosophers", times: tests * schedules, run: Box::new(run) }
}
