//! Answers that are Rust functions.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use lawful_core::extend::{Outcome, attempt, muted};
use lawful_core::generate::sorted_text;

use crate::answer_set::AnswerSet;
use crate::panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict};
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
                let mut outputs: Vec<Option<O>> = Vec::new();
                outputs.resize_with(self.answers.len(), || None);
                let crashed = self.call_all(of, |answer| {
                    outputs[answer] = Some((self.answers[answer].1)(input));
                    true
                });
                let Some(most) = majority(&outputs, same) else { return Ok(None) };
                let Some(expected) = &outputs[most] else { return Ok(None) };
                let is_wrong = |answer: &usize| {
                    outputs[*answer].as_ref().is_some_and(|output| !same(expected, output))
                };
                let mut failing = AnswerSet::of(of.iter().filter(is_wrong));
                failing.extend(&crashed);
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

    fn replies(&self, input: &I) -> Result<Replies, RankingError> {
        let answers = 0..self.answers.len();
        let all = |passes: &dyn Fn(&O) -> bool| {
            Some(answers.clone().map(|answer| self.reply(answer, input, passes)).collect())
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
                let call = |answer: usize| guarded(|| (self.answers[answer].1)(input)).ok();
                let mut outputs: Vec<Option<O>> = answers.clone().map(call).collect();
                match majority(&outputs, same).and_then(|most| outputs[most].take()) {
                    Some(expected) => {
                        let replies = all(&|output| same(&expected, output));
                        Replies { expected: Some(sorted_text(&expected)), replies }
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

/// The number of an answer whose output is that of more than half of those that have one.
fn majority<O>(outputs: &[Option<O>], same: &Same<'_, O>) -> Option<usize> {
    let given: Vec<(usize, &O)> =
        outputs.iter().enumerate().filter_map(|(n, output)| Some((n, output.as_ref()?))).collect();
    // The candidate of Boyer and Moore: if some output has a majority, it is this one.
    let (mut candidate, mut lead) = (None, 0usize);
    for (number, output) in &given {
        match candidate {
            Some((_, leader)) if same(leader, output) => lead += 1,
            _ if lead == 0 => (candidate, lead) = (Some((*number, *output)), 1),
            _ => lead -= 1,
        }
    }
    let (number, leader) = candidate?;
    let votes = given.iter().filter(|(_, output)| same(leader, output)).count();
    (2 * votes > given.len()).then_some(number)
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
