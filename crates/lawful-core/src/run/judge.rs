//! Running single cases of a law, and saying what came of them.

use std::cell::RefCell;
use std::rc::Rc;

use super::identity::Identity;
use crate::choice::{Gate, Notes, Source, Tape, Token};
use crate::generate::Misuse;
use crate::law::{Case, Ended, Law, Reason, Verdict, attempt, case};
use crate::shrink::{End, Ran, Subject};

/// One case that was run.
pub(super) struct Judged {
    pub verdict: Verdict,
    pub case: Case,
    pub tape: Tape,
    pub notes: Notes,
    pub misuse: Option<Misuse>,
}

impl Judged {
    /// Why the law is broken, if it is.
    pub fn reason(&self) -> Option<&Reason> {
        match self.verdict {
            Verdict::Broken => self.case.reason.as_ref(),
            _ => None,
        }
    }
}

/// Runs a case from a source.
pub(super) fn judge(law: &dyn Law, mut source: Source) -> Judged {
    match source.shows() {
        true => case::begin_shown(),
        false => drop(case::take()),
    }
    let ended = attempt(|| law.test(&mut source));
    let mut case = case::take();
    let (verdict, misuse) = match ended {
        Ended::Verdict(verdict) => (verdict, None),
        Ended::Panicked => (Verdict::Broken, None),
        Ended::Misused(misuse) => (Verdict::Discarded, Some(misuse)),
    };
    if verdict == Verdict::Broken && case.reason.is_none() {
        case.reason = Some(Reason::False);
    }
    let finished = source.finish();
    Judged { verdict, case, tape: finished.tape, notes: finished.notes, misuse }
}

/// Runs a tape in order to show it. Where there are lanes it is run twice: what lazily drawn values
/// look like is known only after the first time.
pub(super) fn judge_shown(law: &dyn Law, tape: &Tape, reported: bool) -> Judged {
    let has_lanes = tape.main.iter().any(|token| matches!(token, Token::Lane(_)));
    let notes = match has_lanes {
        false => Notes::new(),
        true => {
            let mut source = Source::replay(tape);
            source.take_notes();
            judge(law, source).notes
        }
    };
    let mut source = Source::replay(tape);
    source.show(notes, reported);
    judge(law, source)
}

/// A law as the shrinker sees it: what is looked for is one failure and no other.
pub(super) struct Broken<'a> {
    pub law: &'a dyn Law,
    pub identity: Identity,
    /// The smallest tape of every other failure met on the way.
    pub others: Vec<(Identity, Reason, Tape)>,
}

impl Broken<'_> {
    fn run(&mut self, mut source: Source, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        source.set_gate(gate);
        let judged = judge(self.law, source);
        let end = match judged.verdict {
            Verdict::Refused => End::Refused,
            // A filter refused the candidate before there was a case to run.
            Verdict::Discarded if judged.case.starved.is_some() => End::Refused,
            Verdict::Broken => self.end_of(&judged),
            Verdict::Held | Verdict::Discarded => End::Misses,
        };
        Ran { tape: judged.tape, end }
    }

    fn end_of(&mut self, judged: &Judged) -> End {
        let Some(reason) = &judged.case.reason else { return End::Misses };
        let identity = Identity::of(reason);
        if identity == self.identity {
            return End::Shows;
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
        self.run(Source::following(tape), gate)
    }

    fn fresh(&mut self, seed: u64, size: u32, gate: Rc<RefCell<dyn Gate>>) -> Ran {
        self.run(Source::recorded(seed, size), gate)
    }
}
