//! Races of `proc_reg` on real threads, as in section 4.4 of paper II: with one core and with two, and with each case run
//! once and ten times.

use lawful::Runner;
use lawful_gallery::processes::proc_reg::{Version, calls_are_atomic_on_threads};
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use crate::Options;
use crate::report::Report;

/// Tests for each seed.
const TESTS: u64 = 300;

/// Columns of the report: cores, and how often each case runs.
const SUBJECTS: [(&str, usize, u32); 4] = [
    ("one_core_once", 1, 1),
    ("one_core_ten_times", 1, 10),
    ("two_cores_once", 2, 1),
    ("two_cores_ten_times", 2, 10),
];

const RACES: [(&str, Version); 2] =
    [("threads_original", Version::Original), ("threads_dummy_reverse", Version::DummyReverse)];

pub fn run(options: &Options, report: &mut Report) {
    for (name, version) in RACES.into_iter().filter(|(name, _)| options.wants_case(name)) {
        for (subject, cores, times) in SUBJECTS {
            let before = use_cores(cores);
            hunt(version, times, options.seeds.min(10), subject, report);
            sched_setaffinity(Pid::from_raw(0), &before).expect("the cores were ours");
        }
        report.end_case(name);
    }
}

/// Lets this thread, and those that it spawns, use so many of the cores that it may use. Returns all of them.
fn use_cores(count: usize) -> CpuSet {
    let before = sched_getaffinity(Pid::from_raw(0)).expect("the cores of a thread are known");
    let ours = (0..CpuSet::count()).filter(|core| before.is_set(*core).unwrap_or(false));
    let mut cores = CpuSet::new();
    ours.take(count).for_each(|core| cores.set(core).expect("it is among the cores"));
    sched_setaffinity(Pid::from_raw(0), &cores).expect("the cores are ours");
    before
}

fn hunt(version: Version, times: u32, seeds: u64, subject: &'static str, report: &mut Report) {
    let law = calls_are_atomic_on_threads(version).repeat(times);
    let (mut found, mut commands) = (0, Vec::new());
    for seed in 1..=seeds {
        let check = Runner::named("proc_reg").tests(TESTS).seed(seed).first_failure();
        let summary = check.run(&law);
        // What is not seen again is reported with its case, but not shrunk.
        found += u64::from(!summary.is_success());
        commands.extend(summary.failure().map(|failure| failure.calls().len()));
    }
    report.add(subject, "found_percent", 100.0 * found as f64 / seeds as f64);
    let mean = commands.iter().sum::<usize>() as f64 / commands.len().max(1) as f64;
    report.add(subject, "commands", mean);
    report.add(subject, "fewest_commands", commands.iter().min().copied().unwrap_or(0) as f64);
}
