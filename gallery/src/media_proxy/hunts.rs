//! Hunts for the faults that commands can show: how soon each is found, and how small it gets.
//!
//! Every fault is alone in its proxy, since others that are more likely would hide it.

use std::time::{Duration, Instant};

use lawful::generate::Lengths;
use lawful::machine::symbolic::{Machine, Testing};
use lawful::report::sequence;
use lawful::run::Config;
use lawful::run::{Failure, Found};
use lawful::{Runner, Source};
use lawful_core::law::Plan;

use super::controller::Controller;
use super::faults::Faults;
use super::specification::{MOST_COMMANDS, Model, media_proxy};

/// A fault to look for.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// Its name.
    pub name: &'static str,
    /// The proxy that has it.
    pub faults: Faults,
    /// Whether it takes negative tests.
    pub testing: Testing,
    /// How many commands a case has.
    pub lengths: Lengths,
    /// The smallest program that shows it, which for those of the papers is theirs. Not every case shrinks to it:
    /// see [the study](super).
    pub smallest: &'static [&'static str],
}

/// A fault that was found.
#[derive(Clone, Debug)]
pub struct Catch {
    /// How many tests it took.
    pub tests: u64,
    /// How many commands the case had that showed it first.
    pub commands: usize,
    /// How many runs it took to make it small.
    pub runs: u64,
    /// How long all that took.
    pub time: Duration,
    /// The program in the end, call by call.
    pub calls: Vec<String>,
}

/// The most tests of a hunt.
const TESTS: u64 = 2_000;

impl Hunt {
    /// The machine that is run.
    pub fn machine(&self) -> Machine<Model, Controller> {
        media_proxy(self.faults).testing(self.testing).commands(self.lengths)
    }

    /// Looks for the fault from a root seed.
    pub fn run(&self, seed: u64) -> Option<Catch> {
        let machine = self.machine();
        let started = Instant::now();
        let summary =
            Runner::named(self.name).tests(TESTS).seed(seed).first_failure().run(&machine);
        let time = started.elapsed();
        let failure = summary.failure()?;
        let (index, commands) = as_found(&machine, self.name, failure, seed)?;
        let calls = sequence::calls(failure.calls());
        Some(Catch { tests: index + 1, commands, runs: failure.runs, time, calls })
    }
}

/// Index of the test that found a failure, and how many commands it had.
pub(super) fn as_found(
    machine: &Machine<Model, Controller>,
    name: &str,
    failure: &Failure,
    seed: u64,
) -> Option<(u64, usize)> {
    let Found::Test { index } = failure.found else { return None };
    let plan = Plan::new(seed, name, Config::default().max_size);
    let mut source = Source::from_seed(plan.seed(index), plan.size(index));
    Some((index, machine.sequence(&mut source).len()))
}

/// A termination alone in a new context.
const FIRST: &str = "let v1 = add(None, [Stream(1)]);";
/// Another one with it.
const SECOND: &str = "let v2 = add(Some(v1.context), [Stream(1)]);";

/// All hunts: first the faults of the papers, then those that are made up for the old release.
pub fn hunts() -> Vec<Hunt> {
    use Testing::{Negative, Positive};
    let programs: [(&str, Testing, &[&str]); 9] = [
        ("modify_alone", Positive, &[FIRST, "modify(v1.context, v1.termination, [Stream(1)]);"]),
        ("subtract_alone", Positive, &[FIRST, "subtract(v1.context, v1.termination);"]),
        (
            "modify_unequal",
            Positive,
            &[
                FIRST,
                "let v2 = add(Some(v1.context), [Stream(1), Stream(2)]);",
                "modify(v1.context, v1.termination, [Stream(1)]);",
            ],
        ),
        (
            "corrupting_subtract",
            Positive,
            &[
                FIRST,
                SECOND,
                "subtract(v1.context, v2.termination);",
                "let v4 = add(Some(v1.context), [Stream(1)]);",
                "subtract(v1.context, v4.termination);",
                "let v6 = add(Some(v1.context), [Stream(1)]);",
                "subtract(v1.context, v6.termination);",
            ],
        ),
        ("numeric_termination", Negative, &[FIRST, "add_named(v1.context, 0/0/0/0, [Stream(1)]);"]),
        ("third_add_unanswered", Negative, &[FIRST, SECOND, "add_third(v1.context, [Stream(1)]);"]),
        (
            "forgotten_context",
            Negative,
            &[
                FIRST,
                "subtract(v1.context, v1.termination);",
                "add_to_dead_context(v1.context, [Stream(1)]);",
            ],
        ),
        (
            "last_mode_lost",
            Positive,
            &[
                "let v1 = add(None, [Stream(1), Stream(2)]);",
                "modify(v1.context, v1.termination, [Stream(1), Stream(2, SendReceive)]);",
            ],
        ),
        (
            "identifier_reused",
            Positive,
            &[
                FIRST,
                "let v2 = add(None, [Stream(1)]);",
                "subtract(v1.context, v1.termination);",
                "add(None, [Stream(1)]);",
            ],
        ),
    ];
    let hunt = |(name, testing, smallest)| {
        let alone = Faults::each().into_iter().find(|alone| alone.0 == name);
        let (_, faults) = alone.expect("a fault of that name");
        Hunt { name, faults, testing, lengths: (..=MOST_COMMANDS).into(), smallest }
    };
    programs.map(hunt).into()
}

/// Root seeds of [`told_lengths`].
const SEEDS: u64 = 20;

/// Tells how many commands a case had that showed the corrupting Subtract, and what it shrank to, for lengths up to those
/// that all tests here have, and for longer ones.
pub fn told_lengths(seed: u64) -> Vec<String> {
    let hunts = hunts();
    let hunt = hunts.iter().find(|hunt| hunt.name == "corrupting_subtract").expect("a hunt");
    let tell = |most: usize| {
        let hunt = Hunt { lengths: (..=most).into(), ..*hunt };
        let seeds = (0..SEEDS).map(|offset| seed.wrapping_add(offset));
        let caught: Vec<Catch> = seeds.filter_map(|seed| hunt.run(seed)).collect();
        let seven = caught.iter().filter(|catch| catch.calls == hunt.smallest).count();
        let mut commands: Vec<usize> = caught.iter().map(|catch| catch.commands).collect();
        commands.sort();
        let (least, greatest) = (commands.first().unwrap_or(&0), commands.last().unwrap_or(&0));
        let long = match commands.iter().filter(|commands| **commands > 160).count() {
            0 => String::from("none has over 160"),
            long => format!("some have over 160: {long}"),
        };
        format!(
            "{seven} of {SEEDS} cases of {least} to {greatest} commands shrink to the paper's seven \
             (at most {most} commands; {long})"
        )
    };
    [MOST_COMMANDS, 16 * MOST_COMMANDS].map(tell).into()
}
