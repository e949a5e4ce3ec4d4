//! Runs of a law as the shrinker sees them: do they still show what is looked for?

use std::cell::RefCell;
use std::rc::Rc;

use super::site::{Feed, Judged, Site};
use crate::choice::{Gate, Tape};
use crate::data::Identity;
use crate::data::Reason;
use crate::data::Shape;
use crate::law::Outcome;
use crate::shrink::{Decider, End, Ran, Subject};

/// A law at a site, and a predicate on its runs.
pub(super) struct Judging<'a> {
    pub site: &'a mut dyn Site,
    /// Judges a run that was neither refused nor discarded.
    pub end: &'a mut dyn FnMut(&Judged) -> End,
}

impl Judging<'_> {
    fn run(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        let judged = self.site.judge_behind(feed, gate);
        self.ran(judged)
    }

    fn ran(&mut self, judged: Judged) -> Ran {
        let end = match &judged.outcome {
            Outcome::Skipped => End::Refused,
            // A filter refused the candidate before there was a case to run.
            Outcome::Discarded if judged.record.starved.is_some() => End::Refused,
            Outcome::Discarded => End::Misses,
            _ => (self.end)(&judged),
        };
        Ran { tape: judged.tape, end }
    }
}

impl Subject for Judging<'_> {
    fn replay(&mut self, tape: Tape, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Tape(tape), gate)
    }

    fn resample(&mut self, tape: Tape, seed: u64, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Resampled { tape, seed }, gate)
    }

    fn decided(&mut self, tape: Tape, decider: Decider) -> Option<Ran> {
        let judged = self.site.judge_decided(tape, decider)?;
        Some(self.ran(judged))
    }

    fn fresh(&mut self, seed: u64, size: u32, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Seed { seed, size }, gate)
    }
}

/// The predicate of a failing law: one failure and no other is looked for.
pub(super) struct OneFailure {
    pub identity: Identity,
    /// The shapes of smallest cases of the same identity that are not contained in this one: to slip
    /// into one of them would be to slip from one bug to another.
    pub avoided: Vec<Shape>,
    /// The smallest tape of every other failure met on the way.
    pub others: Vec<(Identity, Reason, Tape)>,
}

impl OneFailure {
    pub fn end(&mut self, judged: &Judged) -> End {
        // What is known already is not looked for.
        let reason = judged.reason().filter(|_| !judged.record.is_known());
        let Some(reason) = reason else { return End::Misses };
        let (identity, tape) = (Identity::of(reason), &judged.tape);
        if identity == self.identity {
            let shape = (!self.avoided.is_empty()).then(|| Shape::of(tape));
            let slipped =
                |known: &Shape| shape.as_ref().is_some_and(|shape| known.is_within(shape));
            return if self.avoided.iter().any(slipped) { End::Misses } else { End::Shows };
        }
        match self.others.iter_mut().find(|(other, ..)| *other == identity) {
            Some((_, kept, smallest)) if tape.order(smallest).is_lt() => {
                (*kept, *smallest) = (reason.clone(), tape.clone());
            }
            Some(_) => {}
            None => self.others.push((identity, reason.clone(), tape.clone())),
        }
        End::Misses
    }
}
