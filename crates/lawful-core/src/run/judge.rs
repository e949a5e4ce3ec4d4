//! A law as the shrinker sees it: what is looked for is one failure and no other.

use std::cell::RefCell;
use std::rc::Rc;

use super::identity::Identity;
use super::shape::Shape;
use super::site::{Feed, Judged, Site};
use crate::choice::{Gate, Tape};
use crate::law::{Reason, Verdict};
use crate::shrink::{Decider, End, Ran, Subject};

pub(super) struct Broken<'a> {
    pub site: &'a mut dyn Site,
    pub identity: Identity,
    /// The shapes of smallest cases of the same identity that are not contained in this one: to slip
    /// into one of them would be to slip from one bug to another.
    pub avoided: Vec<Shape>,
    /// The smallest tape of every other failure met on the way.
    pub others: Vec<(Identity, Reason, Tape)>,
}

impl Broken<'_> {
    fn run(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        let judged = self.site.judge_behind(feed, gate);
        self.ran(judged)
    }

    fn ran(&mut self, judged: Judged) -> Ran {
        let end = match judged.verdict {
            Verdict::Refused => End::Refused,
            // A filter refused the candidate before there was a case to run.
            Verdict::Discarded if judged.case.starved.is_some() => End::Refused,
            // What is known already is not looked for.
            Verdict::Broken if judged.case.is_known() => End::Misses,
            Verdict::Broken => self.end_of(&judged),
            Verdict::Held | Verdict::Discarded => End::Misses,
        };
        Ran { tape: judged.tape, end }
    }

    fn end_of(&mut self, judged: &Judged) -> End {
        let Some(reason) = &judged.case.reason else { return End::Misses };
        let identity = Identity::of(reason);
        if identity == self.identity {
            let shape = (!self.avoided.is_empty()).then(|| Shape::of(&judged.tape));
            let slipped =
                |known: &Shape| shape.as_ref().is_some_and(|shape| known.is_within(shape));
            return if self.avoided.iter().any(slipped) { End::Misses } else { End::Shows };
        }
        match self.others.iter_mut().find(|(other, ..)| *other == identity) {
            Some((_, kept, tape)) if judged.tape.order(tape).is_lt() => {
                (*kept, *tape) = (reason.clone(), judged.tape.clone());
            }
            Some(_) => {}
            None => self.others.push((identity, reason.clone(), judged.tape.clone())),
        }
        End::Misses
    }
}

impl Subject for Broken<'_> {
    fn replay(&mut self, tape: Tape, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Tape(tape), gate)
    }

    fn search(&mut self, tape: Tape, seed: u64, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Search { tape, seed }, gate)
    }

    fn decided(&mut self, tape: Tape, decider: Decider) -> Option<Ran> {
        let judged = self.site.judge_decided(tape, decider)?;
        Some(self.ran(judged))
    }

    fn fresh(&mut self, seed: u64, size: u32, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Seed { seed, size }, gate)
    }
}
