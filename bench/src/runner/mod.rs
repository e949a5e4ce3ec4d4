//! Suite `runner`: what a test of a law over two `i32` costs, where the runner is most of the cost.

mod arbtest;
mod bolero;
mod direct;
mod hegeltest;
mod lawful;
mod proptest;
mod quickcheck;

use std::hint::black_box;

use crate::Options;
use crate::measure::{Run, nanoseconds_per_test};
use crate::quiet::quietly;
use crate::report::Report;

/// The subjects, in the order in which they are printed. Each runs [`addition_commutes`].
const SUBJECTS: &[(&str, Run)] = &[
    ("direct", direct::two_i32),
    ("lawful", lawful::two_i32),
    ("quickcheck", quickcheck::two_i32),
    ("arbtest", arbtest::two_i32),
    ("bolero", bolero::two_i32),
    ("proptest", proptest::two_i32),
    ("hegeltest", hegeltest::two_i32),
];

const ROUNDS: usize = 25;

pub fn run(options: &Options, report: &mut Report) {
    if !options.wants_case("two_i32") {
        return;
    }
    let subjects: Vec<&(&'static str, Run)> =
        SUBJECTS.iter().filter(|(name, _)| options.wants_subject(name)).collect();
    let runs: Vec<Run> = subjects.iter().map(|(_, run)| *run).collect();
    let costs = quietly(|| nanoseconds_per_test(&runs, options.rounds.unwrap_or(ROUNDS)));
    for ((name, _), cost) in subjects.iter().zip(costs) {
        report.add(name, "ns_per_test", cost);
    }
    report.end_case("two_i32");
}

/// The law. Both numbers must really be there; otherwise the optimiser drops their generation.
#[inline(always)]
fn addition_commutes(a: i32, b: i32) -> bool {
    let (a, b) = (black_box(a), black_box(b));
    a.wrapping_add(b) == b.wrapping_add(a)
}
