//! Answers that are Rust functions.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use lawful_core::extend::{Outcome, attempt, muted};
use lawful_core::generate::sorted_text;

use crate::answer_set::AnswerSet;
use crate::panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict, majority};
use crate::work::in_parallel;

/// Inputs that a thread takes at a time.
const STRETCH: usize = 16;

type Function<'a, I, O> = Box<dyn Fn(&I) -> O + Send + Sync + 'a>;
type Same<'a, O> = Box<dyn Fn(&O, &O) -> bool + Send + Sync + 'a>;
type Property<'a, I, O> = Box<dyn Fn(&I, &O) -> bool + Send + Sync + 'a>;

/// Rust functions as answers, with their oracle. See [`Assignment`](crate::Assignment).
pub struct Functions<'a, I, O> {
    oracle: Oracle<'a, I, O>,
    answers: Vec<(String, Function<'a, I, O>)>,
    pub(crate) jobs: usize,
}

pub(crate) enum Oracle<'a, I, O> {
    Reference { model: Function<'a, I, O>, same: Same<'a, O> },
    Property(Property<'a, I, O>),
    Majority { same: Same<'a, O> },
}

/// Ends the call of an answer as a time-out, for answers that count their own steps. (A Rust function that runs for
/// ever cannot be stopped; an executable can.)
///
/// ```
/// use lawful::prelude::*;
/// use lawful::rank::{Assignment, Verdict, out_of_time};
///
/// let ranking = Assignment::new(0..100u32)
///     .reference(|x| *x)
///     .answer("slow", |x| if *x > 50 { out_of_time() } else { *x })
///     .rank();
/// assert_eq!(ranking.bugs()[0].replies[0].verdict, Verdict::TimedOut);
/// ```
pub fn out_of_time() -> ! {
    resume_unwind(Box::new(OutOfTime))
}

/// Payload of the unwinding that [`out_of_time`] begins.
struct OutOfTime;

impl<'a, I, O> Functions<'a, I, O> {
    pub(crate) fn new(oracle: Oracle<'a, I, O>, jobs: usize) -> Self {
        Functions { oracle, answers: Vec::new(), jobs }
    }

    pub(crate) fn add(&mut self, name: String, answer: Function<'a, I, O>) {
        self.answers.push((name, answer));
    }

    /// Number of the answer of a name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.answers.iter().position(|(other, _)| other == name)
    }

    /// An answer by its number.
    pub(crate) fn function(&self, answer: usize) -> &(dyn Fn(&I) -> O + Send + Sync + 'a) {
        &*self.answers[answer].1
    }

    pub(crate) fn model(&self) -> Option<&(dyn Fn(&I) -> O + Send + Sync + 'a)> {
        match &self.oracle {
            Oracle::Reference { model, .. } => Some(&**model),
            _ => None,
        }
    }
}

impl<I: Debug, O: Debug> Functions<'_, I, O> {
    /// Calls all answers of a set. Unwinding is caught once for many calls: an answer that panics fails, and the rest
    /// is called afterwards.
    fn call_all(&self, of: &AnswerSet, mut passes: impl FnMut(usize) -> bool) -> AnswerSet {
        let mut failing = AnswerSet::new();
        let mut answers = of.iter();
        let running = Cell::new(None);
        loop {
            let _ = muted(|| {
                attempt(|| {
                    for answer in answers.by_ref() {
                        running.set(Some(answer));
                        if !passes(answer) {
                            failing.insert(answer);
                        }
                    }
                    running.set(None);
                    Outcome::Passed
                })
            });
            match running.take() {
                Some(panicked) => failing.insert(panicked),
                None => return failing,
            }
        }
    }

    fn judge(&self, input: &I, of: &AnswerSet) -> Result<Option<AnswerSet>, RankingError> {
        match &self.oracle {
            Oracle::Reference { model, same } => {
                let expected = self.expected(model, input)?;
                Ok(Some(
                    self.call_all(of, |answer| same(&expected, &(self.answers[answer].1)(input))),
                ))
            }
            Oracle::Property(holds) => {
                Ok(Some(self.call_all(of, |answer| holds(input, &(self.answers[answer].1)(input)))))
            }
            Oracle::Majority { same } => {
                let mut given: Vec<(usize, O)> = Vec::new();
                let mut failing = self.call_all(of, |answer| {
                    given.push((answer, (self.answers[answer].1)(input)));
                    true
                });
                let Some(most) = majority(&given, |one, other| same(&one.1, &other.1)) else {
                    // Where nothing has an output, everything crashed, which is never right.
                    return Ok(given.is_empty().then_some(failing));
                };
                for (answer, output) in &given {
                    if !same(&given[most].1, output) {
                        failing.insert(*answer);
                    }
                }
                Ok(Some(failing))
            }
        }
    }

    fn expected(&self, model: &Function<'_, I, O>, input: &I) -> Result<O, RankingError> {
        guarded(|| model(input)).map_err(|(_, message)| {
            RankingError::new(format!(
                "the reference panicked on {}: {message}\nThe generator must make inputs for which the reference has \
                 an output.",
                sorted_text(input)
            ))
        })
    }

    fn reply(&self, answer: usize, input: &I, passes: impl FnOnce(&O) -> bool) -> Reply {
        let called = guarded(|| (self.answers[answer].1)(input));
        match called {
            Ok(output) => {
                let passed = guarded(|| passes(&output)).unwrap_or(false);
                let verdict = if passed { Verdict::Passed } else { Verdict::WrongOutput };
                Reply { verdict, text: sorted_text(&output) }
            }
            Err((verdict, text)) => Reply { verdict, text },
        }
    }
}

impl<I: Debug + Sync, O: Debug> Panel<I> for Functions<'_, I, O> {
    fn names(&self) -> Vec<String> {
        self.answers.iter().map(|(name, _)| name.clone()).collect()
    }

    fn oracle(&self) -> OracleKind {
        match self.oracle {
            Oracle::Reference { .. } => OracleKind::Reference,
            Oracle::Property(_) => OracleKind::Property,
            Oracle::Majority { .. } => OracleKind::Majority,
        }
    }

    fn failing(
        &self,
        inputs: &[I],
        of: &AnswerSet,
    ) -> Result<Vec<Option<AnswerSet>>, RankingError> {
        in_parallel(self.jobs, STRETCH, inputs, |input| self.judge(input, of)).into_iter().collect()
    }

    fn replies(
        &self,
        input: &I,
        of: &AnswerSet,
        voters: &AnswerSet,
    ) -> Result<Replies, RankingError> {
        let all = |passes: &dyn Fn(&O) -> bool| {
            Some(of.iter().map(|answer| (answer, self.reply(answer, input, passes))).collect())
        };
        Ok(match &self.oracle {
            Oracle::Reference { model, same } => {
                let expected = self.expected(model, input)?;
                let replies = all(&|output| same(&expected, output));
                Replies { expected: Some(sorted_text(&expected)), replies }
            }
            Oracle::Property(holds) => {
                Replies { expected: None, replies: all(&|output| holds(input, output)) }
            }
            Oracle::Majority { same } => {
                let voters = of.intersection(voters);
                let call = |answer: usize| guarded(|| (self.answers[answer].1)(input)).ok();
                let mut outputs: Vec<O> = voters.iter().filter_map(call).collect();
                match majority(&outputs, same) {
                    Some(most) => {
                        let expected = outputs.swap_remove(most);
                        let replies = all(&|output| same(&expected, output));
                        Replies { expected: Some(sorted_text(&expected)), replies }
                    }
                    None if outputs.is_empty() => {
                        Replies { expected: None, replies: all(&|_| false) }
                    }
                    None => Replies { expected: None, replies: None },
                }
            }
        })
    }

    fn show(&self, input: &I) -> String {
        sorted_text(input)
    }
}

/// Calls a function that may panic; gives what became of it and the message.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, (Verdict, String)> {
    let mut returned = None;
    let mut payload: Option<Box<dyn Any + Send>> = None;
    // `attempt` keeps the panic hook quiet; the inner catch has the payload.
    let _ = muted(|| {
        attempt(|| {
            match catch_unwind(AssertUnwindSafe(call)) {
                Ok(value) => returned = Some(value),
                Err(caught) => payload = Some(caught),
            }
            Outcome::Passed
        })
    });
    returned.ok_or_else(|| match payload {
        Some(payload) if payload.is::<OutOfTime>() => (Verdict::TimedOut, "timed out".into()),
        Some(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            (Verdict::Crashed, text.unwrap_or_else(|| "panicked".into()))
        }
        None => (Verdict::Crashed, "discarded the case".into()),
    })
}
