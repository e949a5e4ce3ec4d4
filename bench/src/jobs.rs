//! Suite `jobs`: tests per second of a law that takes 50 microseconds, on one thread and on two.
//!
//! Wall time, because more threads use no less CPU time. The law works and does not wait, so the figure
//! is low where other work keeps the machine busy: the note says how busy it was.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lawful::Law;
use lawful::data::About;
use lawful::for_all;
use lawful::run::Config;
use lawful_core::run::run_built;

use crate::Options;
use crate::measure::median;
use crate::report::Report;

/// What a test of the law takes.
const WORK: Duration = Duration::from_micros(50);
/// How many tests a run has: half a second on one thread.
const TESTS: u64 = 10_000;
const ROUNDS: usize = 7;
/// What two threads must reach, in tests per second of one.
const BAR: f64 = 1.7;
const SUBJECTS: [(&str, usize); 2] = [("one", 1), ("two", 2)];

pub fn run(options: &Options, report: &mut Report) {
    if !options.wants_case("fifty_microseconds") {
        return;
    }
    let steps = calibrated();
    let mut figures = [Vec::new(), Vec::new()];
    for round in 0..options.rounds.unwrap_or(ROUNDS) {
        // Each begins every other round, so that neither always follows the other.
        for turn in 0..SUBJECTS.len() {
            let index = (round + turn) % SUBJECTS.len();
            figures[index].push(tests_per_second(SUBJECTS[index].1, steps));
        }
    }
    let [one, two] = figures.map(median);
    for ((subject, _), figure) in SUBJECTS.iter().zip([one, two]) {
        report.add(subject, "tests_per_s", figure);
        report.add(subject, "times_one", figure / one);
    }
    report.end_case("fifty_microseconds");
    let verdict = if two / one >= BAR { "met" } else { "not met" };
    let ratio = two / one;
    report.note(&format!("two threads are {ratio:.2} times one; the bar of {BAR} is {verdict}"));
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        report.note(&format!("load of the machine (1, 5, 15 minutes; processes): {}", load.trim()));
    }
}

fn tests_per_second(jobs: usize, steps: u64) -> f64 {
    let about = About::new("jobs", file!(), line!());
    let config = Config::default().with(|config| {
        config.jobs = jobs;
        config.tests = TESTS;
        config.seed = Some(1);
    });
    let build = |run: &mut dyn FnMut(&dyn Law)| {
        run(&for_all!(seed: u64 => work(black_box(seed), steps) != 0 || steps > 0));
    };
    let started = Instant::now();
    let summary = run_built(&build, &[], &about, &config, &mut |_| {});
    assert_eq!(summary.passed, TESTS, "the law holds");
    TESTS as f64 / started.elapsed().as_secs_f64()
}

/// Some work that depends on every step before it.
fn work(seed: u64, steps: u64) -> u64 {
    (0..steps)
        .fold(seed, |word, step| black_box(word.rotate_left(9) ^ step).wrapping_mul(0x9e37_79b9))
}

/// How many steps take as long as a test is to take. The fastest of many tries is the one that nothing
/// disturbed.
fn calibrated() -> u64 {
    let steps = 10_000;
    let time = |_| {
        let started = Instant::now();
        black_box(work(black_box(1), steps));
        started.elapsed()
    };
    let fastest = (0..200).map(time).min().unwrap_or(WORK);
    (steps as f64 * WORK.as_secs_f64() / fastest.as_secs_f64()) as u64
}
