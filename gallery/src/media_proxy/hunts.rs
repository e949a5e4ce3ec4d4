//! Hunts for the faults that commands can show: how soon each is found, and how small it gets.
//!
//! Every fault is alone in its proxy, since others that are more likely would hide it.

use std::time::{Duration, Instant};

use lawful::generate::Lengths;
use lawful::machine::symbolic::{Machine, Testing};
use lawful::report::sequence;
use lawful::run::Config;
use lawful::run::Found;
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
    /// The smallest program that shows it, which for those of the papers is theirs.
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
        let Found::Test { index } = failure.found else { return None };
        let plan = Plan::new(seed, self.name, Config::default().max_size);
        let mut source = Source::from_seed(plan.seed(index), plan.size(index));
        let commands = machine.sequence(&mut source).len();
        let calls = sequence::calls(failure.calls());
        Some(Catch { tests: index + 1, commands, runs: failure.runs, time, calls })
    }
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
