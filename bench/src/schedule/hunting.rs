//! Runs to the first failure, of the gallery's programs with a mistake.

use std::time::Duration;

use super::ratios::{self, Means};
use super::shuttle::programs::{Failure, PROGRAMS, Program};
use super::subject::{Ended, Hunt, Subject};
use crate::Options;
use crate::clock;
use crate::quiet::quietly;
use crate::report::Report;

/// Runs from one seed before it is given up.
const MOST_RUNS: u64 = 20_000;

/// CPU time for all seeds of a subject with one program. No seed begins when it is spent.
const TIME: Duration = Duration::from_secs(15);

/// Seeds without a failure after which a subject that has found none gives the program up.
const VAIN_SEEDS: usize = 10;

pub fn run(options: &Options, subjects: &[&'static Subject], report: &mut Report) {
    let mut hunted = Vec::new();
    for program in PROGRAMS {
        if options.wants_case("runs_to_bug") || options.wants_case(program.name) {
            hunted.push((program.name, hunt(options, program, subjects, report)));
        }
    }
    ratios::of_runs_to_bug(&hunted, report);
}

/// The mean runs of those subjects that found the mistake from every seed.
fn hunt(
    options: &Options,
    program: &Program,
    subjects: &[&'static Subject],
    report: &mut Report,
) -> Means {
    let mut hunters: Vec<Hunter> =
        subjects.iter().filter_map(|subject| Hunter::new(subject, program)).collect();
    quietly(|| {
        for seed in 0..options.seeds {
            for hunter in &mut hunters {
                hunter.take_turn(seed);
            }
        }
    });
    for hunter in &hunters {
        hunter.add_to(options, report);
    }
    report.end_case(program.name);
    let sure = hunters.iter().filter(|hunter| hunter.found() == hunter.seeds.len());
    sure.filter_map(|hunter| Some((hunter.name, hunter.mean_runs()?))).collect()
}

/// A subject with a program, and what it found so far.
struct Hunter {
    name: &'static str,
    program: &'static str,
    hunt: Hunt,
    run: fn(),
    expected: Ended,
    time: Duration,
    /// Runs of each seed; whether the last of them failed.
    seeds: Vec<(u64, bool)>,
    unexpected: Option<Ended>,
}

impl Hunter {
    fn new(subject: &'static Subject, program: &Program) -> Option<Hunter> {
        let hunt = subject.hunt?;
        Some(Hunter {
            name: subject.name,
            program: program.name,
            hunt,
            run: (hunt.program)(program.name)?,
            expected: match program.failure {
                Failure::Assertion => Ended::Assertion,
                Failure::Deadlock => Ended::Deadlock,
            },
            time: Duration::ZERO,
            seeds: Vec::new(),
            unexpected: None,
        })
    }

    fn take_turn(&mut self, seed: u64) {
        let in_vain = self.found() == 0 && self.seeds.len() >= VAIN_SEEDS;
        if in_vain || self.time >= TIME {
            return;
        }
        let start = clock::process();
        let search = (self.hunt.search)(self.run, seed, MOST_RUNS);
        self.time += clock::process() - start;
        let failed = matches!(search.ended, Ended::Assertion | Ended::Deadlock);
        self.seeds.push((search.runs, failed));
        if search.ended != Ended::Passed && search.ended != self.expected {
            self.unexpected = Some(search.ended);
        }
    }

    fn found(&self) -> usize {
        self.seeds.iter().filter(|(_, failed)| *failed).count()
    }

    fn add_to(&self, options: &Options, report: &mut Report) {
        let (name, program) = (self.name, self.program);
        let (found, tried) = (self.found(), self.seeds.len());
        if let Some(ended) = &self.unexpected {
            report.note(&format!("{program}, {name}: some run ended otherwise: {ended:?}"));
        }
        if (tried as u64) < options.seeds {
            let seeds = options.seeds;
            let why = if found == 0 { "found nothing" } else { "took too long" };
            report
                .note(&format!("{program}, {name}: {why}, stopped after {tried} of {seeds} seeds"));
        }
        report.add(name, "seeds", tried as f64);
        report.add(name, "found_percent", 100.0 * found as f64 / tried as f64);
        if let Some(mean) = self.mean_runs() {
            report.add(name, "runs_to_bug", mean);
        }
        if let Some(median) = self.median_runs() {
            report.add(name, "median_runs_to_bug", median as f64);
        }
    }

    /// Runs of seeds that were given up count too: so it stays the best guess of the mean.
    fn mean_runs(&self) -> Option<f64> {
        let runs: u64 = self.seeds.iter().map(|(runs, _)| runs).sum();
        let found = self.found();
        (found > 0).then(|| runs as f64 / found as f64)
    }

    /// The middle seed's runs, if it failed; seeds that were given up are above all others.
    fn median_runs(&self) -> Option<u64> {
        let mut seeds = self.seeds.clone();
        seeds.sort_by_key(|(runs, failed)| (!failed, *runs));
        seeds
            .get(seeds.len().saturating_sub(1) / 2)
            .filter(|(_, failed)| *failed)
            .map(|(runs, _)| *runs)
    }
}
