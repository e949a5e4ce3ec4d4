//! How few switches are left of a failure, of the gallery's programs with a mistake.
//!
//! Lawful alone: the others do not shrink schedules. Every seed is a whole run of a law with default
//! settings, up to the first failure.

use std::time::Duration;

use ::lawful::Runner;
use ::lawful::run::Failure;
use lawful::pulse::scheduled;
use lawful_gallery::races::programs::{PROGRAMS, Program};

use crate::Options;
use crate::clock;
use crate::quiet::quietly;
use crate::report::Report;

/// CPU time for all seeds of a program. No seed begins when it is spent.
const TIME: Duration = Duration::from_secs(300);

/// What the table is called on the command line and in the output.
const CASE: &str = "switches_after_shrinking";

pub fn run(options: &Options, report: &mut Report) {
    if !options.wants_subject("lawful") {
        return;
    }
    for program in PROGRAMS {
        if options.wants_case(CASE) || options.wants_case(program.name) {
            let shrunk = quietly(|| Shrunk::all(program, options.seeds));
            shrunk.add_to(program, options, report);
        }
    }
    report.end_case(CASE);
}

/// What became of a program's failures.
struct Shrunk {
    /// Of each seed, the failure if there was one.
    seeds: Vec<Option<Failure>>,
    time: Duration,
}

impl Shrunk {
    fn all(program: &Program, seeds: u64) -> Shrunk {
        let mut shrunk = Shrunk { seeds: Vec::new(), time: Duration::ZERO };
        for seed in 0..seeds {
            if shrunk.time >= TIME {
                break;
            }
            let start = clock::process();
            let check = Runner::named(program.name).seed(seed).first_failure();
            let summary = check.run(&scheduled(program.run));
            shrunk.time += clock::process() - start;
            shrunk.seeds.push(summary.failure().cloned());
        }
        shrunk
    }

    fn add_to(&self, program: &Program, options: &Options, report: &mut Report) {
        let name = program.name;
        let tried = self.seeds.len();
        if (tried as u64) < options.seeds {
            let seeds = options.seeds;
            report.note(&format!("{name}: took too long, stopped after {tried} of {seeds} seeds"));
        }
        let found: Vec<&Failure> = self.seeds.iter().flatten().collect();
        report.add(name, "found_percent", percent(found.len(), tried));
        report.add(name, "ms", 1_000.0 * self.time.as_secs_f64() / tried as f64);
        if found.is_empty() {
            return;
        }
        let runs: u64 = found.iter().map(|failure| failure.runs).sum();
        report.add(name, "runs", runs as f64 / found.len() as f64);
        let switches = || found.iter().map(|failure| failure.trace().unwrap().switches);
        report.add(name, "fewest_switches", switches().min().unwrap_or(0) as f64);
        report.add(name, "switches_after_shrinking", switches().max().unwrap_or(0) as f64);
        if let Some(fewest) = program.fewest_switches {
            let minimal = switches().filter(|switches| *switches == u64::from(fewest)).count();
            report.add(name, "minimal_percent", percent(minimal, found.len()));
        }
        let proven = found.iter().filter(|failure| failure.is_proven()).count();
        report.add(name, "proven_percent", percent(proven, found.len()));
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}
