//! The smallest case by trying all: an oracle that shares nothing with the shrinker but the order of
//! tapes.

use std::sync::{Arc, Mutex};

use lawful::Law;
use lawful::data::About;
use lawful::extend::{self, Enumeration, Feeder, Kind, Recording, Scalar, Tape, attempt};
use lawful::run::Config;
use lawful_core::choice::Block;
use lawful_core::run::{ReplayToken, run};

use super::case::Case;

/// Which tapes are tried.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// The size that generators read.
    pub size: u32,
    /// How far a number, or a unit of a block, may lie from its simplest value.
    pub numbers: u64,
    /// How many elements a list may have beyond the fewest.
    pub lengths: u64,
    /// The weight up to which a tape is tried. What comes after is 0, which ends the retries of filters
    /// and of collections of different elements, and leaves out nothing that is no heavier than this.
    pub weight: u64,
}

/// Checks each named case against what trying all tapes finds.
pub fn check(cases: &[Case], spaces: &[(&str, Within)]) {
    for (name, within) in spaces {
        let case = cases.iter().find(|case| case.name == *name);
        let case = case.unwrap_or_else(|| panic!("there is no case `{name}`"));
        let law = (case.law)();
        let tape = smallest(&*law, *within);
        let tape = tape.unwrap_or_else(|| panic!("{name}: no tape in {within:?} breaks the law"));
        let (found, expected) = (argument(&*law, &tape), (case.smallest)());
        assert!(expected.contains(&found), "{name}: {found} is smallest, not {expected:?}");
    }
}

/// The smallest of the tapes that break the law.
fn smallest(law: &dyn Law, within: Within) -> Option<Tape> {
    let greatest = within.numbers.max(within.lengths) as u32;
    let narrowed = Narrowed { all: Enumeration::new(greatest), within, weight: 0 };
    let narrowed = Arc::new(Mutex::new(narrowed));
    let mut smallest: Option<Tape> = None;
    loop {
        let mut case = extend::Case::new(Recording::fed(narrowed.clone(), within.size));
        // A panic of the law is an outcome too.
        let outcome = attempt(|| law.test(&mut case));
        if outcome.is_ok_and(|outcome| outcome.is_failed()) {
            let tape = Recording::from(case.source).finish().tape;
            if smallest.as_ref().is_none_or(|smallest| tape.order(smallest).is_lt()) {
                smallest = Some(tape);
            }
        }
        let mut narrowed = narrowed.lock().unwrap();
        narrowed.weight = 0;
        if !narrowed.all.advance() {
            return smallest;
        }
    }
}

/// The argument that a tape makes.
fn argument(law: &dyn Law, tape: &Tape) -> String {
    let about = About::new("brute force", file!(), line!());
    let replay = Some(ReplayToken::write(&about, tape));
    let summary =
        run(law, &about, &Config::default().with(|config| config.replay = replay), &mut |_| {});
    summary.failure().expect("the tape breaks the law").arguments[0].debug.clone()
}

/// An enumeration with bounds of its own for each kind of choice.
struct Narrowed {
    all: Enumeration,
    within: Within,
    /// What the tape being made weighs so far.
    weight: u64,
}

impl Feeder for Narrowed {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        if self.weight >= self.within.weight {
            return request;
        }
        let most = match request.kind {
            Kind::Number => self.within.numbers,
            Kind::Length => self.within.lengths,
            Kind::Pick | Kind::Float | Kind::Step | Kind::Reference => u64::MAX,
        };
        let (up, down) = (request.up.min(most), request.down.min(most));
        let answer = self.all.scalar(Scalar { up, down, ..request });
        let answer = request.with(answer.magnitude, answer.negative);
        self.weight += u64::from(match request.kind {
            Kind::Pick => !answer.is_zero(),
            _ => !answer.is_forced(),
        });
        answer
    }

    fn block(&mut self, mut request: Block) -> Block {
        if self.weight >= self.within.weight {
            request.clamp();
            return request;
        }
        let most = request.most.min(request.fewest + self.within.lengths);
        let bound = request.bound.min(self.within.numbers as u32 + 1);
        request.units = self.all.block(Block { bound, most, ..request.clone() }).units;
        self.weight += 1 + request.units.len() as u64;
        request
    }
}
