//! Points and runs a second, of programs that do not fail.
//!
//! Subjects take turns, and the median round counts, as in `measure.rs`.

use std::time::Duration;

use super::ratios::{self, Rates};
use super::subject::{Counts, Subject};
use crate::Options;
use crate::clock;
use crate::measure::median;
use crate::report::Report;

const WORKLOADS: [&str; 6] = [
    "mutex_2x10",
    "philosophers_5x3",
    "ping_pong_100",
    "atomic_2x10",
    "atomic_2x1000",
    "async_ping_pong_100",
];

const ROUNDS: usize = 15;

/// CPU time that one turn is to take at least, so that the start of a runner does not count.
const TURN: Duration = Duration::from_millis(20);

/// A subject with a workload, and how much of it fills a turn.
struct Entry {
    subject: &'static Subject,
    run: fn(),
    runs: u64,
    rounds: Vec<(Counts, Duration)>,
}

pub fn run(options: &Options, subjects: &[&'static Subject], report: &mut Report) {
    let mut measured = Vec::new();
    for name in WORKLOADS {
        if options.wants_case("speed") || options.wants_case(name) {
            measured.push((name, measure(options, name, subjects, report)));
        }
    }
    ratios::of_speed(&measured, report);
}

fn measure(
    options: &Options,
    name: &str,
    subjects: &[&'static Subject],
    report: &mut Report,
) -> Vec<Rates> {
    let mut entries: Vec<Entry> = subjects
        .iter()
        .filter_map(|subject| Some(Entry::new(subject, (subject.workload)(name)?)))
        .collect();
    for round in 0..options.rounds.unwrap_or(ROUNDS) {
        // Another subject begins each round, so that none always follows the same neighbour.
        for turn in 0..entries.len() {
            let index = (round + turn) % entries.len();
            entries[index].take_turn();
        }
    }
    let rates: Vec<Rates> = entries.iter().map(Entry::rates).collect();
    for (entry, rates) in entries.iter().zip(&rates) {
        entry.add_to(rates, report);
    }
    report.end_case(name);
    rates
}

impl Entry {
    fn new(subject: &'static Subject, run: fn()) -> Entry {
        let mut runs = 8;
        while timed(subject, run, runs).1 < TURN {
            runs *= 2;
        }
        Entry { subject, run, runs, rounds: Vec::new() }
    }

    fn take_turn(&mut self) {
        self.rounds.push(timed(self.subject, self.run, self.runs));
    }

    fn rates(&self) -> Rates {
        let per_second = |count: fn(&Counts) -> Option<u64>| -> Option<f64> {
            let rates: Option<Vec<f64>> = self
                .rounds
                .iter()
                .map(|(counts, time)| Some(count(counts)? as f64 / time.as_secs_f64()))
                .collect();
            rates.map(median)
        };
        Rates {
            subject: self.subject.name,
            points: per_second(|counts| counts.points),
            runs: per_second(|counts| Some(counts.runs)),
        }
    }

    fn add_to(&self, rates: &Rates, report: &mut Report) {
        let name = self.subject.name;
        if let Some(points) = rates.points {
            report.add(name, "points_per_s", points);
        }
        if let Some(runs) = rates.runs {
            report.add(name, "runs_per_s", runs);
        }
        let (counts, _) = self.rounds[0];
        if let Some(points) = counts.points {
            report.add(name, "points_per_run", points as f64 / counts.runs as f64);
        }
    }
}

fn timed(subject: &Subject, run: fn(), runs: u64) -> (Counts, Duration) {
    let start = clock::process();
    let counts = (subject.repeat)(run, runs);
    (counts, clock::process() - start)
}
