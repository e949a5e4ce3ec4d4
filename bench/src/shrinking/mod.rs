//! Suite `shrinking`: how small a failure becomes, and what that takes.
//!
//! Every subject looks for a failure of every law once for each seed, and shrinks it with its own
//! settings. Only what comes after the first failure is measured. Subjects take turns, seed by seed.
//!
//! Lawful runs further cases alone, whose minima follow from its own order. A third of them is held out:
//! they judge whether what was tuned on the others is general, so nothing is tuned on them.

mod bolero;
#[cfg(test)]
mod brute_force;
mod case;
mod challenge;
mod further;
mod hegeltest;
mod held_out;
mod lawful;
mod proptest;
mod quickcheck;
mod witness;

use crate::Options;
use crate::quiet::quietly;
use crate::report::Report;
use case::Case;
use witness::Outcome;

/// The subjects, in the order in which they are printed.
const SUBJECTS: &[&Subject] = &[
    &lawful::SUBJECT,
    &proptest::SUBJECT,
    &quickcheck::SUBJECT,
    &bolero::SUBJECT,
    &hegeltest::SUBJECT,
];

const CASES: &[&str] = &[
    "bound5",
    "large_union_list",
    "reverse",
    "lengthlist",
    "coupling",
    "coupling_drawn",
    "deletion",
    "difference_zero",
    "difference_small",
    "difference_one",
];

/// Where a run begins.
#[derive(Clone, Copy)]
struct Start {
    seed: u64,
    /// The size of every test, instead of sizes that grow. Only Lawful knows how.
    size: Option<u32>,
}

/// Runs a subject until it has found a failure and shrunk it.
type Runner = fn(Start);

/// A subject with the challenges that it can express.
struct Subject {
    name: &'static str,
    /// By name of the case.
    cases: &'static [(&'static str, Runner)],
    /// What a reader should know to judge the figures.
    notes: &'static [&'static str],
}

pub fn run(options: &Options, report: &mut Report) {
    run_challenge(options, report);
    if options.wants_subject(lawful::SUBJECT.name) {
        let further = further::CASES.iter().copied().flatten();
        let held_out = held_out::CASES.iter().copied().flatten();
        let held_out = held_out.filter(|_| options.held_out);
        for case in further.chain(held_out).filter(|case| options.wants_case(case.name)) {
            run_case(case, options, report);
        }
    }
}

/// The cases of the public challenge, which all subjects run.
fn run_challenge(options: &Options, report: &mut Report) {
    let subjects: Vec<&&Subject> = SUBJECTS
        .iter()
        .filter(|subject| options.wants_subject(subject.name))
        .filter(|subject| options.from_size.is_none() || subject.name == lawful::SUBJECT.name)
        .collect();
    for note in subjects.iter().flat_map(|subject| subject.notes) {
        report.note(note);
    }
    if options.from_size.is_some() {
        report.note("only lawful runs: the others cannot start from a size");
    } else if options.wants_subject("arbtest") {
        report.note("arbtest: left out, it shrinks no value but looks for a shorter buffer of random bytes until its time is over");
    }
    for name in CASES.iter().filter(|name| options.wants_case(name)) {
        let checks: Vec<(&'static str, Runner)> = subjects
            .iter()
            .flat_map(|subject| subject.cases.iter().map(|case| (subject.name, case)))
            .filter(|(_, (case, _))| case == name)
            .map(|(subject, (_, check))| (subject, *check))
            .collect();
        for ((subject, _), outcomes) in checks.iter().zip(outcomes(&checks, options)) {
            add_means(report, options.seeds, subject, &outcomes);
        }
        report.end_case(name);
    }
}

/// For each check its outcomes, as many as there were seeds with which it found a failure.
fn outcomes(checks: &[(&'static str, Runner)], options: &Options) -> Vec<Vec<Outcome>> {
    let mut outcomes: Vec<Vec<Outcome>> = checks.iter().map(|_| Vec::new()).collect();
    quietly(|| {
        for start in starts(options) {
            for ((_, check), outcomes) in checks.iter().zip(&mut outcomes) {
                outcomes.extend(witness::watch(|| check(start)));
            }
        }
    });
    outcomes
}

fn starts(options: &Options) -> impl Iterator<Item = Start> {
    let size = options.from_size;
    (0..options.seeds).map(move |seed| Start { seed, size })
}

/// How many of the cases where shrinking ended instead of the smallest are told.
const SHOWN: usize = 6;

/// A case of Lawful's own. Where shrinking missed the smallest, a note says where it ended instead.
fn run_case(case: &Case, options: &Options, report: &mut Report) {
    let results = quietly(|| case.run(starts(options)));
    add_means(report, options.seeds, lawful::SUBJECT.name, &results.outcomes);
    let smallest = (case.smallest)();
    if results.outcomes.iter().any(|outcome| !outcome.smallest) {
        report.note(&format!("{}: smallest is {}", case.name, abridged(&smallest.join(" or "))));
        let mut missed: Vec<(&String, &u64)> =
            results.reached.iter().filter(|(text, _)| !smallest.contains(text)).collect();
        missed.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let (often, seldom) = missed.split_at(missed.len().min(SHOWN));
        for (text, times) in often {
            report.note(&format!("{}: {times} times {}", case.name, abridged(text)));
        }
        if !seldom.is_empty() {
            report.note(&format!("{}: {} others", case.name, seldom.len()));
        }
    }
    report.end_case(case.name);
}

/// A text without its middle, if it is long.
fn abridged(text: &str) -> String {
    const ENDS: usize = 60;
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= 2 * ENDS + 5 {
        return text.to_string();
    }
    let (start, end) = (&characters[..ENDS], &characters[characters.len() - ENDS..]);
    format!("{} ... {}", String::from_iter(start), String::from_iter(end))
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
