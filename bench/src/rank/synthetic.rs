//! Case `synthetic`: many programs that are cheap to call, so that ranking them is most of the work.
//!
//! All programs compute a checksum of a short list. There are 60 possible bugs, each with inputs on which it shows; a
//! program has a random subset of them. Some bugs are crashes. They show on few inputs: a panic costs far more than a call
//! that returns, so that frequent ones would be most of what is measured.

use std::time::Instant;

use lawful::generate::vec;
use lawful::rank::{Assignment, Ranking};
use lawful_core::extend::Random;

use crate::Options;
use crate::measure::median;
use crate::report::Report;

const PROGRAMS: usize = 1_000;
const TESTS: u64 = 100_000;
const BUGS: u64 = 60;
/// One bug in so many is a crash.
const CRASHES: u64 = 10;
/// A program has one bug in so many.
const SHARE: u64 = 20;
const ROUNDS: usize = 3;
/// Most seconds, on two cores.
const BAR: f64 = 10.0;

pub fn run(options: &Options, report: &mut Report) {
    let programs = programs();
    let mut times = Vec::new();
    let mut bugs = 0;
    for _ in 0..options.rounds.unwrap_or(ROUNDS) {
        let start = Instant::now();
        let ranking = rank(&programs);
        times.push(start.elapsed().as_secs_f64());
        bugs = ranking.bugs().len();
    }
    let seconds = median(times);
    report.add("lawful", "s", seconds);
    report.add("lawful", "bugs", bugs as f64);
    let word = if seconds <= BAR { "holds" } else { "MISSED" };
    report.note(&format!(
        "synthetic: {word}: {PROGRAMS} programs and {TESTS} tests in {seconds:.1} of {BAR} s"
    ));
}

fn rank(programs: &[Vec<Bug>]) -> Ranking {
    let mut task = Assignment::new(vec(0..1_000u32, 0..=8)).reference(|list| checksum(list));
    for (number, bugs) in programs.iter().enumerate() {
        task = task.answer(format!("P{number}"), move |list| output(list, bugs));
    }
    // News never ends the search early, and the limit ends it for certain.
    task.patience(TESTS).max_tests(TESTS).rank()
}

fn checksum(list: &[u32]) -> u32 {
    list.iter().fold(list.len() as u32, |sum, element| sum.wrapping_mul(31).wrapping_add(*element))
}

fn output(list: &[u32], bugs: &[Bug]) -> u32 {
    let shown = bugs.iter().find(|bug| bug.trigger.is_met(list));
    match shown {
        Some(bug) if bug.crashes => panic!("a bug shows"),
        Some(_) => !checksum(list),
        None => checksum(list),
    }
}

#[derive(Clone, Copy)]
struct Bug {
    trigger: Trigger,
    crashes: bool,
}

/// Inputs on which a bug shows.
#[derive(Clone, Copy)]
enum Trigger {
    /// An element is in a range.
    Within(u32, u32),
    /// The sum has a remainder.
    Remainder(u32, u32),
    /// An element is the double of the one before it, plus a number.
    Step(u32),
    /// The list is so long and begins with a number below another.
    LongFrom(usize, u32),
    /// The first and the last element differ by a number at most.
    Near(u32),
}

impl Trigger {
    /// Draws a trigger, or a rare one.
    fn random(random: &mut Random, is_rare: bool) -> Trigger {
        let mut below = |count: u64| random.below(count) as u32;
        match if is_rare { 1 } else { below(5) } {
            0 => {
                let start = below(990);
                Trigger::Within(start, start + 1 + below(9))
            }
            1 => {
                let modulus = if is_rare { 100 } else { 20 } + below(200);
                Trigger::Remainder(modulus, below(modulus.into()))
            }
            2 => Trigger::Step(below(10)),
            3 => Trigger::LongFrom(below(8) as usize, 1 + below(100)),
            _ => Trigger::Near(below(30)),
        }
    }

    fn is_met(self, list: &[u32]) -> bool {
        match self {
            Trigger::Within(start, end) => list.iter().any(|x| (start..end).contains(x)),
            Trigger::Remainder(modulus, rest) => list.iter().sum::<u32>() % modulus == rest,
            Trigger::Step(plus) => list.windows(2).any(|pair| pair[1] == 2 * pair[0] + plus),
            Trigger::LongFrom(length, most) => {
                list.len() >= length && list.first().is_some_and(|first| *first < most)
            }
            Trigger::Near(most) => match list {
                [first, .., last] => first.abs_diff(*last) <= most,
                _ => false,
            },
        }
    }
}

/// Returns the bugs of each program. The first program has none.
fn programs() -> Vec<Vec<Bug>> {
    let mut random = Random::from_seed(1);
    let mut bug = |number: u64| {
        let crashes = number.is_multiple_of(CRASHES);
        Bug { trigger: Trigger::random(&mut random, crashes), crashes }
    };
    let all: Vec<Bug> = (0..BUGS).map(&mut bug).collect();
    let mut program = |number: usize| {
        let has = |_: &&Bug| number > 0 && random.below(SHARE) == 0;
        all.iter().filter(has).copied().collect()
    };
    (0..PROGRAMS).map(&mut program).collect()
}
