//! Suite `shrinking`: how small a failure becomes, and what that takes.
//!
//! Every subject looks for a failure of every law once for each seed, and shrinks it with its own
//! settings. Only what comes after the first failure is measured. Subjects take turns, seed by seed.

mod bolero;
mod challenge;
mod hegeltest;
mod lawful;
mod proptest;
mod quickcheck;
mod witness;

use crate::Options;
use crate::quiet::quietly;
use crate::report::Report;
use witness::Outcome;

/// The subjects, in the order in which they are printed.
const SUBJECTS: &[&Subject] =
    &[&lawful::SUBJECT, &proptest::SUBJECT, &quickcheck::SUBJECT, &bolero::SUBJECT, &hegeltest::SUBJECT];

const CASES: &[&str] = &[
    "bound5",
    "large_union_list",
    "reverse",
    "lengthlist",
    "coupling",
    "coupling_assumed",
    "deletion",
    "difference_zero",
    "difference_small",
    "difference_one",
];

/// Runs a subject with a seed until it has found a failure and shrunk it.
type Check = fn(seed: u64);

/// A subject with the challenges that it can express.
struct Subject {
    name: &'static str,
    /// By name of the case.
    cases: &'static [(&'static str, Check)],
    /// What a reader should know to judge the figures.
    notes: &'static [&'static str],
}

pub fn run(options: &Options, report: &mut Report) {
    let subjects: Vec<&&Subject> =
        SUBJECTS.iter().filter(|subject| options.wants_subject(subject.name)).collect();
    for note in subjects.iter().flat_map(|subject| subject.notes) {
        report.note(note);
    }
    if options.wants_subject("arbtest") {
        report.note("arbtest: left out, it shrinks no value but looks for a shorter buffer of random bytes until its time is over");
    }
    for name in CASES.iter().filter(|name| options.wants_case(name)) {
        let checks: Vec<(&'static str, Check)> = subjects
            .iter()
            .flat_map(|subject| subject.cases.iter().map(|case| (subject.name, case)))
            .filter(|(_, (case, _))| case == name)
            .map(|(subject, (_, check))| (subject, *check))
            .collect();
        for ((subject, _), outcomes) in checks.iter().zip(outcomes(&checks, options.seeds)) {
            add_means(report, options.seeds, subject, &outcomes);
        }
        report.end_case(name);
    }
}

/// For each check its outcomes, as many as there were seeds with which it found a failure.
fn outcomes(checks: &[(&'static str, Check)], seeds: u64) -> Vec<Vec<Outcome>> {
    let mut outcomes: Vec<Vec<Outcome>> = checks.iter().map(|_| Vec::new()).collect();
    quietly(|| {
        for seed in 0..seeds {
            for ((_, check), outcomes) in checks.iter().zip(&mut outcomes) {
                outcomes.extend(witness::watch(|| check(seed)));
            }
        }
    });
    outcomes
}

fn add_means(report: &mut Report, seeds: u64, subject: &'static str, outcomes: &[Outcome]) {
    let found = outcomes.len() as u64;
    if found < seeds {
        report.note(&format!("{subject}: found a failure with {found} of {seeds} seeds"));
    }
    if found == 0 {
        return;
    }
    let smallest = outcomes.iter().filter(|outcome| outcome.smallest).count();
    let runs: u64 = outcomes.iter().map(|outcome| outcome.runs).sum();
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.time.as_secs_f64()).sum();
    let mean = |sum: f64| sum / found as f64;
    report.add(subject, "minimal_percent", mean(100.0 * smallest as f64));
    report.add(subject, "runs", mean(runs as f64));
    report.add(subject, "ms", mean(1_000.0 * seconds));
}
