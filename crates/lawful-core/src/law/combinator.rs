//! Laws made from laws.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::case;
use super::panics::{Ended, attempt};
use super::{Counted, Law, Tally, Verdict};
use crate::choice::Source;
use crate::generate::Misuse;

/// See [`Law::and`].
#[derive(Clone, Debug)]
pub struct And<L, M>(pub(super) L, pub(super) M);

impl<L: Law, M: Law> Law for And<L, M> {
    fn test(&self, source: &mut Source) -> Verdict {
        match self.0.test(source) {
            Verdict::Held => self.1.test(source),
            other => other,
        }
    }
}

/// See [`Law::or`].
#[derive(Clone, Debug)]
pub struct Or<L, M>(pub(super) L, pub(super) M);

impl<L: Law, M: Law> Law for Or<L, M> {
    fn test(&self, source: &mut Source) -> Verdict {
        // The first law may be broken by a panic, which must not end the case.
        let before = source.before_unwinding();
        match attempt(|| self.0.test(source)) {
            Ended::Verdict(Verdict::Broken | Verdict::Discarded) | Ended::Panicked => {
                source.after_unwinding(before);
                case::change(|case| {
                    case.reason = None;
                    case.discarded = false;
                });
                self.1.test(source)
            }
            Ended::Verdict(verdict) => verdict,
            Ended::Misused(misuse) => std::panic::resume_unwind(Box::new(misuse)),
        }
    }
}

/// See [`Law::always`].
#[derive(Clone, Debug)]
pub struct Always<L> {
    pub(super) law: L,
    pub(super) times: u32,
}

impl<L: Law> Law for Always<L> {
    fn test(&self, source: &mut Source) -> Verdict {
        // The same row of a lane gives the same choices however often it is drawn.
        if self.times == 0 {
            Misuse::raise("`always(0)` runs no case at all; give it at least 1");
        }
        let shows = source.shows();
        let lane = source.lane();
        let mut verdict = Verdict::Held;
        let (mut arguments, mut notes, mut steps) = (0, 0, 0);
        if shows {
            case::change(|case| {
                (arguments, notes) = (case.arguments.len(), case.notes.len());
                steps = case.steps.len();
            });
        }
        for _ in 0..self.times {
            if shows {
                // What is shown is the run that broke the law, not those before it.
                case::change(|case| {
                    case.arguments.truncate(arguments);
                    case.notes.truncate(notes);
                    case.steps.truncate(steps);
                });
            }
            verdict = lane.row(1, |source| self.law.test(source));
            if verdict != Verdict::Held {
                break;
            }
        }
        verdict
    }

    fn counted(&self) -> Vec<Counted> {
        self.law.counted()
    }

    fn remarks(&self, tally: &Tally) -> Vec<String> {
        self.law.remarks(tally)
    }

    fn tells_failures_by_shape(&self) -> bool {
        self.law.tells_failures_by_shape()
    }

    fn expects_failure(&self) -> bool {
        self.law.expects_failure()
    }
}

/// See [`Law::expect_failure`].
#[derive(Clone, Debug)]
pub struct ExpectFailure<L>(pub(super) L);

impl<L: Law> Law for ExpectFailure<L> {
    fn test(&self, source: &mut Source) -> Verdict {
        self.0.test(source)
    }

    fn counted(&self) -> Vec<Counted> {
        self.0.counted()
    }

    fn remarks(&self, tally: &Tally) -> Vec<String> {
        self.0.remarks(tally)
    }

    fn tells_failures_by_shape(&self) -> bool {
        self.0.tells_failures_by_shape()
    }

    fn expects_failure(&self) -> bool {
        true
    }
}

/// See [`Law::when_fail`].
#[derive(Clone, Debug)]
pub struct WhenFail<L, F> {
    pub(super) law: L,
    pub(super) action: F,
}

impl<L: Law, F: Fn()> Law for WhenFail<L, F> {
    fn test(&self, source: &mut Source) -> Verdict {
        if !source.is_reported() {
            return self.law.test(source);
        }
        let ended = attempt(|| self.law.test(source));
        let verdict = match ended {
            Ended::Verdict(verdict) => verdict,
            Ended::Panicked => Verdict::Broken,
            Ended::Misused(misuse) => std::panic::resume_unwind(Box::new(misuse)),
        };
        if verdict == Verdict::Broken {
            // An action that panics must not hide the failure it is an action for.
            let _ = catch_unwind(AssertUnwindSafe(&self.action));
        }
        verdict
    }

    fn counted(&self) -> Vec<Counted> {
        self.law.counted()
    }

    fn remarks(&self, tally: &Tally) -> Vec<String> {
        self.law.remarks(tally)
    }

    fn tells_failures_by_shape(&self) -> bool {
        self.law.tells_failures_by_shape()
    }

    fn expects_failure(&self) -> bool {
        self.law.expects_failure()
    }
}
