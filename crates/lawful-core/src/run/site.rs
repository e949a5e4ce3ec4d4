//! Where the cases of a law are run: in this process, on several threads, or in a child process.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::watch::Deadline;
use crate::choice::{
    Bytes, Closed, Enumeration, Gate, Notes, Source, Tape, Teller, Token, Witness,
};
use crate::data::{CaseRecord, Reason};
use crate::generate::{Misuse, take_described};
use crate::law::{
    Backtraces, Batch, Case, Counters, Law, Outcome, Plan, Settings, attempt, attempt_shown, said,
    threads,
};
use crate::shrink::Decider;

/// Where the choices of a case come from.
#[derive(Clone, Debug)]
pub(super) enum Feed {
    /// A tape.
    Tape(Tape),
    /// A tape, with keyed choices that are made anew from a seed.
    Resampled { tape: Tape, seed: u64 },
    /// The random stream of a seed, recorded.
    Seed { seed: u64, size: u32 },
    /// The next tape of a walk through all of them.
    Walk { walk: Enumeration, size: u32 },
    /// A fuzzer's input.
    Bytes { input: Vec<u8>, size: u32 },
}

/// One case that was run.
#[derive(Debug)]
pub(super) struct Judged {
    pub outcome: Outcome,
    pub record: CaseRecord,
    pub counters: Counters,
    pub tape: Tape,
    pub notes: Notes,
    pub misuse: Option<Misuse>,
    /// The walk, where the choices came from one.
    pub walk: Option<Enumeration>,
    /// True if the time for the law was over while the case was being made.
    pub is_out_of_time: bool,
    /// True if it was asked whether the body is worth running; a law that is never asked runs while it draws.
    pub gate_asked: bool,
}

impl Judged {
    /// Reason of a failure, if the law failed.
    pub fn reason(&self) -> Option<&Reason> {
        self.outcome.reason()
    }

    /// A case that a child process has no answer for.
    pub fn unanswered(outcome: Outcome, tape: Tape, misuse: Option<Misuse>) -> Self {
        Judged {
            outcome,
            record: CaseRecord::default(),
            counters: Counters::default(),
            tape,
            notes: Notes::default(),
            misuse,
            walk: None,
            is_out_of_time: false,
            gate_asked: true,
        }
    }
}

/// A stretch of tests: how far it came, and what stopped it if something did.
#[derive(Debug)]
pub(super) struct Stretch {
    /// The tests before this index held and had nothing to say.
    pub upto: u64,
    /// What they counted, together with the test at that index.
    pub counters: Counters,
    /// What the test at that index came to.
    pub ended: Option<(Outcome, CaseRecord)>,
    /// True if the time for the law was over while that test was being made.
    pub is_out_of_time: bool,
}

/// Runs cases of one law.
pub(super) trait Site {
    /// Runs tests from `start` on, to `end` at most, until one needs attention. Tests up to
    /// `horizon` are going to be asked for, as far as one can tell.
    fn run_batch(&mut self, start: u64, end: u64, horizon: u64) -> Result<Stretch, Misuse>;

    /// Runs a case.
    fn judge(&mut self, feed: Feed) -> Judged;

    /// Runs a case, unless the time for the law ends while it is being made.
    fn judge_in_time(&mut self, feed: Feed) -> Judged {
        self.judge(feed)
    }

    /// Runs a case once, as one that is shown, and tells its parts before they run; unless the time for the law ends while
    /// it is being made.
    fn judge_told(&mut self, feed: Feed, teller: Teller) -> Judged;

    /// Draws the arguments of a case and runs no body, unless the time for the law ends first.
    fn draw_in_time(&mut self, feed: Feed) -> Judged {
        self.draw(feed)
    }

    /// Draws the arguments of a case and runs no body, unless the time for the law ends first. If the body runs all the
    /// same, since it draws, its parts are told before they run.
    fn draw_told(&mut self, feed: Feed, teller: Teller) -> Judged;

    /// Draws the arguments of a case and runs no body.
    fn draw(&mut self, feed: Feed) -> Judged;

    /// Runs a case in order to show it.
    fn show_feed(&mut self, feed: Feed, reported: bool) -> Judged;

    /// Runs a tape in order to show it.
    fn show(&mut self, tape: &Tape, reported: bool) -> Judged {
        self.show_feed(Feed::Tape(tape.clone()), reported)
    }

    /// Draws the arguments of a tape in order to show them, and runs no body.
    fn show_arguments(&mut self, tape: &Tape) -> Judged;

    /// Runs a tape with keyed choices that a feeder answers; nothing where that cannot be done.
    fn judge_decided(&mut self, tape: Tape, decider: Decider) -> Option<Judged>;

    /// Runs a case unless the gate refuses its arguments.
    fn judge_behind(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Judged;
}

/// Runs cases in this thread.
pub(super) struct Here<'a> {
    pub law: &'a dyn Law,
    pub plan: Plan,
    /// Where the index of the running test goes.
    pub running: &'a AtomicU64,
    /// Settings of components.
    pub settings: Arc<Settings>,
    /// When the time for the law is over.
    pub deadline: Option<Instant>,
    /// Backtraces of cases that are shown.
    pub backtraces: Backtraces,
}

impl Here<'_> {
    fn run(&self, source: Source) -> Judged {
        said::begin(source.shows());
        if source.shows() {
            take_described();
        }
        let is_shown = source.shows();
        let backtraces = if is_shown { self.backtraces } else { Backtraces::Off };
        threads::begin_case(backtraces);
        let mut case = Case::with_settings(source, self.settings.clone());
        let mut ended = attempt_shown(backtraces, || self.law.test(&mut case));
        let failed = matches!(ended, Ok(Outcome::Failed(_)));
        let told = threads::end_case(failed);
        if let (true, Ok(Outcome::Failed(reason))) = (is_shown, &mut ended) {
            reason.document.blocks.extend(told);
        }
        let (source, counters, mut record) = case.end();
        said::take_into(&mut record);
        let (outcome, misuse) = match ended {
            Ok(outcome) => (outcome, None),
            Err(misuse) => (Outcome::Discarded, Some(misuse)),
        };
        let gate_asked = source.gate_asked();
        let finished = source.finish();
        let (tape, notes) = (finished.tape, finished.notes);
        let (walk, is_out_of_time) = (None, false);
        Judged { outcome, record, counters, tape, notes, misuse, walk, is_out_of_time, gate_asked }
    }

    /// Draws the arguments of a case, and tells `witness` how its tape is written. The body runs only if it is asked for.
    pub fn draw_before(&self, feed: Feed, runs: bool, witness: Witness) -> Judged {
        self.run_feed(feed, &mut |source| {
            source.set_witness(witness.clone());
            if !runs {
                source.set_gate(Rc::new(RefCell::new(Closed)));
            }
        })
    }

    /// Runs a case in order to show it, and tells its parts before they run. Where a tape has lanes it is run twice, unless
    /// there are notes: what lazily drawn values look like is known only after the first time.
    pub fn show_told(
        &mut self,
        feed: Feed,
        reported: bool,
        notes: Option<Notes>,
        told: Option<(Teller, Witness)>,
    ) -> Judged {
        let has_lanes = match &feed {
            Feed::Tape(tape) => tape.main.iter().any(|token| matches!(token, Token::Lane(_))),
            _ => false,
        };
        let mut notes = match (has_lanes, notes) {
            (false, _) => None,
            (true, Some(notes)) => Some(notes),
            (true, None) => {
                let first = self.run_feed(feed.clone(), &mut |source| {
                    source.take_notes();
                    told.iter().for_each(|(_, witness)| source.set_note_witness(witness.clone()));
                });
                Some(first.notes)
            }
        };
        self.run_feed(feed, &mut |source| {
            source.show(notes.take().unwrap_or_default(), reported);
            told.iter().for_each(|(teller, _)| source.set_teller(teller.clone()));
        })
    }

    fn run_feed(&self, feed: Feed, prepare: &mut dyn FnMut(&mut Source)) -> Judged {
        let (mut source, walk) = match feed {
            Feed::Tape(tape) => (Source::following(tape), None),
            Feed::Resampled { tape, seed } => {
                let mut source = Source::following(tape);
                source.resample_keyed(seed);
                (source, None)
            }
            Feed::Seed { seed, size } => (Source::recorded(seed, size), None),
            Feed::Walk { walk, size } => {
                let walk = Arc::new(Mutex::new(walk));
                (Source::fed(walk.clone(), size), Some(walk))
            }
            Feed::Bytes { input, size } => {
                (Source::fed(Arc::new(Mutex::new(Bytes::new(&input))), size), None)
            }
        };
        source.set_stack_guard(endless_generator);
        prepare(&mut source);
        let judged = self.run(source);
        let walk = walk.map(|walk| walk.lock().unwrap_or_else(PoisonError::into_inner).clone());
        Judged { walk, ..judged }
    }
}

/// Ends a value that would overflow the stack.
fn endless_generator(argument: Option<&'static str>) {
    let generator = match argument {
        None | Some("") => String::from("a generator"),
        Some(name) => format!("the generator of `{name}`"),
    };
    Misuse::raise(format!(
        "{generator} nests values in one another until the stack is used up; a generator that calls itself must come to \
         an end: derive `Arbitrary`, use `generate::recursive`, or draw the parts with a smaller size \
         (`source.resize(source.size() / 2, ..)`) and none at size 0"
    ));
}

impl Site for Here<'_> {
    fn run_batch(&mut self, start: u64, end: u64, _: u64) -> Result<Stretch, Misuse> {
        said::begin(false);
        threads::begin_case(Backtraces::Off);
        let (settings, mut counters) = (self.settings.clone(), Counters::default());
        let deadline = Deadline::new(self.deadline);
        let (tests, watch) = (start..end, deadline.watch());
        let mut batch = Batch::new(&self.plan, tests, self.running, settings, watch, &mut counters);
        let outcome = attempt(|| self.law.run_batch(&mut batch))?;
        threads::end_case(matches!(outcome, Outcome::Failed(_)));
        let (upto, is_out_of_time) = (batch.at(), deadline.cut_a_value());
        let mut record = CaseRecord::default();
        if outcome.is_passed() && upto == end {
            return Ok(Stretch { upto, counters, ended: None, is_out_of_time });
        }
        said::take_into(&mut record);
        let ended = (!is_out_of_time).then_some((outcome, record));
        Ok(Stretch { upto, counters, ended, is_out_of_time })
    }

    fn judge(&mut self, feed: Feed) -> Judged {
        self.run_feed(feed, &mut |_| {})
    }

    fn judge_in_time(&mut self, feed: Feed) -> Judged {
        if self.deadline.is_none() {
            return self.judge(feed);
        }
        let deadline = Deadline::new(self.deadline);
        let judged = self.run_feed(feed, &mut |source| deadline.set_on(source));
        Judged { is_out_of_time: deadline.cut_a_value(), ..judged }
    }

    fn judge_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        let deadline = Deadline::new(self.deadline);
        let judged = self.run_feed(feed, &mut |source| {
            deadline.set_on(source);
            source.show(Notes::default(), false);
            source.set_teller(teller.clone());
        });
        Judged { is_out_of_time: deadline.cut_a_value(), ..judged }
    }

    fn draw_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        let deadline = Deadline::new(self.deadline);
        self.run_feed(feed, &mut |source| {
            deadline.set_on(source);
            source.show(Notes::default(), false);
            source.set_teller(teller.clone());
            source.set_gate(Rc::new(RefCell::new(Closed)));
        })
    }

    fn draw_in_time(&mut self, feed: Feed) -> Judged {
        let deadline = Deadline::new(self.deadline);
        self.run_feed(feed, &mut |source| {
            deadline.set_on(source);
            source.set_gate(Rc::new(RefCell::new(Closed)));
        })
    }

    fn draw(&mut self, feed: Feed) -> Judged {
        self.run_feed(feed, &mut |source| source.set_gate(Rc::new(RefCell::new(Closed))))
    }

    fn show_feed(&mut self, feed: Feed, reported: bool) -> Judged {
        self.show_told(feed, reported, None, None)
    }

    fn show_arguments(&mut self, tape: &Tape) -> Judged {
        self.run_feed(Feed::Tape(tape.clone()), &mut |source| {
            source.show(Notes::default(), false);
            source.set_gate(Rc::new(RefCell::new(Closed)));
        })
    }

    fn judge_decided(&mut self, tape: Tape, decider: Decider) -> Option<Judged> {
        Some(self.run_feed(Feed::Tape(tape), &mut |source| source.set_decider(decider.clone())))
    }

    fn judge_behind(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Judged {
        self.run_feed(feed, &mut |source| source.set_gate(gate.clone()))
    }
}
