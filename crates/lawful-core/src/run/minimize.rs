//! Shrinking against any predicate on runs, with or without a failing law.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::site::{Feed, Here, Judged, Site};
use super::trail::Trail;
use crate::choice::{Gate, Tape};
use crate::data::{CaseRecord, Verdict};
use crate::law::{Law, Outcome, Plan};
use crate::shrink::{Budget, Decider, End, Ran, Shrinker, Shrunk, Subject};

/// A run of a tape, as a predicate sees it.
#[derive(Clone, Debug)]
pub struct Minimized {
    /// The choices that the run made.
    pub tape: Tape,
    /// The outcome.
    pub outcome: Outcome,
    /// What the case said of itself.
    pub record: CaseRecord,
}

/// Shrinks a tape while a predicate on its runs holds. The law need not fail: ranking shrinks a test while
/// it stays irredundant, discovery shrinks a case while it refutes an equation.
///
/// The predicate must hold for the tape itself; candidates that the law discards are not asked about.
///
/// ```
/// use lawful_core::choice::Source;
/// use lawful_core::data::Label;
/// use lawful_core::generate::any;
/// use lawful_core::law::{Case, Law, for_all};
/// use lawful_core::run::minimize;
/// use lawful_core::shrink::Budget;
/// use std::time::Duration;
///
/// // A law that passes; the predicate looks at what it says of its case.
/// let law = for_all(any::<Vec<u8>>(), |list| {
///     lawful_core::label!("sum {}", list.iter().map(|x| u32::from(*x)).sum::<u32>() > 500);
/// });
/// let tape = |seed| {
///     let mut case = Case::new(Source::recorded(seed, 100));
///     law.test(&mut case);
///     case.source.finish().tape
/// };
/// let list = |tape| Source::replay(tape).draw(&any::<Vec<u8>>());
/// let is_large = |tape: &_| list(tape).iter().map(|x| u32::from(*x)).sum::<u32>() > 500;
/// let large = (0..).map(tape).find(is_large).unwrap();
///
/// let budget = Budget { runs: 5_000, time: Duration::from_secs(10) };
/// let label = Label::Text("sum true".into());
/// let shrunk = minimize(&law, large, budget, &mut |run| run.record.labels.contains(&label));
/// assert_eq!(list(&shrunk.tape), [246, 255]);
/// ```
pub fn minimize(
    law: &dyn Law,
    tape: Tape,
    budget: Budget,
    holds: &mut dyn FnMut(&Minimized) -> bool,
) -> Shrunk {
    let trail = Trail::none();
    let plan = Plan::new(0, "", tape.size);
    let here = Here { law, plan, running: trail.index(), settings: Arc::default() };
    let mut subject = Holding { here, holds };
    Shrinker::new(&mut subject, tape, budget).with(law.own_extensions()).shrink()
}

struct Holding<'a> {
    here: Here<'a>,
    holds: &'a mut dyn FnMut(&Minimized) -> bool,
}

impl Holding<'_> {
    fn ran(&mut self, judged: Judged) -> Ran {
        let Judged { tape, outcome, record, misuse, .. } = judged;
        let verdict = outcome.verdict();
        let run = Minimized { tape, outcome, record };
        let end = match verdict {
            Verdict::Refused => End::Refused,
            Verdict::Discarded => End::Misses,
            _ if misuse.is_none() && (self.holds)(&run) => End::Shows,
            _ => End::Misses,
        };
        Ran { tape: run.tape, end }
    }

    fn run(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        let judged = self.here.judge_behind(feed, gate);
        self.ran(judged)
    }
}

impl Subject for Holding<'_> {
    fn replay(&mut self, tape: Tape, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Tape(tape), gate)
    }

    fn resample(&mut self, tape: Tape, seed: u64, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Resampled { tape, seed }, gate)
    }

    fn decided(&mut self, tape: Tape, decider: Decider) -> Option<Ran> {
        let judged = self.here.judge_decided(tape, decider)?;
        Some(self.ran(judged))
    }

    fn fresh(&mut self, seed: u64, size: u32, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Feed::Seed { seed, size }, gate)
    }
}
