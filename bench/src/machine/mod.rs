//! Suite `machine`: commands per second of a machine over a counter, and how a failing sequence of
//! commands shrinks.
//!
//! Subjects take turns, round by round and seed by seed. Each has its own settings for shrinking.

mod counter;
mod hegeltest;
mod lawful;
mod proptest;
mod proxy;
mod record;
mod store;

use crate::Options;
use crate::measure::{Run, nanoseconds_per_test};
use crate::quiet::quietly;
use crate::report::Report;
use record::Outcome;
use store::{Command, SMALLEST};

/// Case `counter`, by subject, in the order in which they are printed. Each runs about so many tests and
/// returns how many commands the system executed, so that what is measured is the cost of a command.
const COUNTER: &[(&str, Run)] = &[
    ("lawful", lawful::counter),
    ("proptest", proptest::counter),
    ("hegeltest", hegeltest::counter),
    ("hegeltest_returning", hegeltest::counter_returning),
];

/// Case `planted`, by subject.
const PLANTED: &[(&str, Runner)] = &[
    ("lawful", lawful::planted),
    ("proptest", proptest::planted),
    ("hegeltest", hegeltest::planted),
];

/// Looks for a failure of the store from a seed, shrinks it, and returns the sequence that is reported.
type Runner = fn(seed: u64) -> Option<Vec<Command>>;

const ROUNDS: usize = 25;

pub fn run(options: &Options, report: &mut Report) {
    if options.wants_case("counter") {
        run_counter(options, report);
    }
    if options.wants_case("planted") {
        run_planted(options, report);
    }
    proxy::run(options, report);
}

fn run_counter(options: &Options, report: &mut Report) {
    let subjects: Vec<&(&'static str, Run)> =
        COUNTER.iter().filter(|(name, _)| options.wants_subject(name)).collect();
    let runs: Vec<Run> = subjects.iter().map(|(_, run)| *run).collect();
    let costs = quietly(|| nanoseconds_per_test(&runs, options.rounds.unwrap_or(ROUNDS)));
    for ((name, _), nanoseconds) in subjects.iter().zip(costs) {
        report.add(name, "commands_per_s", 1e9 / nanoseconds);
    }
    report.end_case("counter");
}

fn run_planted(options: &Options, report: &mut Report) {
    let subjects: Vec<&(&'static str, Runner)> =
        PLANTED.iter().filter(|(name, _)| options.wants_subject(name)).collect();
    let mut outcomes: Vec<Vec<Outcome>> = subjects.iter().map(|_| Vec::new()).collect();
    quietly(|| {
        for seed in 0..options.seeds {
            for ((_, check), outcomes) in subjects.iter().zip(&mut outcomes) {
                outcomes.extend(record::watch(|| check(seed)));
            }
        }
    });
    for ((name, _), outcomes) in subjects.iter().zip(outcomes) {
        add_means(report, options.seeds, name, &outcomes);
    }
    report.end_case("planted");
}

fn add_means(report: &mut Report, seeds: u64, subject: &'static str, outcomes: &[Outcome]) {
    let found = outcomes.len();
    if (found as u64) < seeds {
        report.note(&format!("{subject}: found a failure with {found} of {seeds} seeds"));
    }
    if found == 0 {
        return;
    }
    let mut mean = |metric, value: fn(&Outcome) -> f64| {
        report.add(subject, metric, outcomes.iter().map(value).sum::<f64>() / found as f64);
    };
    mean("minimal_percent", |outcome| 100.0 * f64::from(is_smallest(&outcome.reported)));
    mean("core_percent", |outcome| 100.0 * f64::from(outcome.reported.len() == SMALLEST[0].len()));
    mean("runs", |outcome| outcome.runs as f64);
    mean("runs_to_reach", |outcome| outcome.runs_to_reach as f64);
    mean("first_commands", |outcome| outcome.first_commands as f64);
    mean("last_commands", |outcome| outcome.reported.len() as f64);
}

fn is_smallest(reported: &[Command]) -> bool {
    SMALLEST.iter().any(|core| core[..] == *reported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Model, Store, agrees};

    #[test]
    fn what_is_reported_breaks_the_store() {
        for (name, check) in PLANTED {
            let reported = quietly(|| check(0)).unwrap_or_else(|| panic!("{name} finds a failure"));
            let (mut store, mut model) = (Store::new(), Model::default());
            let broken = reported.iter().any(|command| {
                assert!(model.allows(command), "{name}: {command:?} is not allowed");
                let agree = agrees(&mut store, &model, command);
                model.apply(command);
                !agree
            });
            assert!(broken, "{name}: {reported:?} breaks nothing");
        }
    }
}
