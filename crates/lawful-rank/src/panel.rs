//! Answers and their oracle, as the search for bugs sees them.

use std::collections::BTreeMap;
use std::fmt;

use crate::answer_set::AnswerSet;

/// Answers that are ranked, with the oracle that judges them. Rust functions are a panel, and so are executables.
///
/// Verdicts must depend on the input alone: the search runs tests in any order, on several threads, and more than
/// once.
///
/// ```
/// use lawful::rank::{
///     AnswerSet, Assignment, OracleKind, Panel, RankingError, Replies, Reply, Verdict,
/// };
///
/// /// Results that were recorded elsewhere: for each test, whether each of two programs failed.
/// struct Recorded(Vec<[bool; 2]>);
///
/// impl Panel<usize> for Recorded {
///     fn names(&self) -> Vec<String> {
///         vec!["old".into(), "new".into()]
///     }
///
///     fn oracle(&self) -> OracleKind {
///         OracleKind::Property
///     }
///
///     fn failing(
///         &self,
///         tests: &[usize],
///         of: &AnswerSet,
///     ) -> Result<Vec<Option<AnswerSet>>, RankingError> {
///         let failing = |test: &usize| AnswerSet::of(of.iter().filter(|answer| self.0[*test][*answer]));
///         Ok(tests.iter().map(|test| Some(failing(test))).collect())
///     }
///
///     fn replies(
///         &self,
///         test: &usize,
///         of: &AnswerSet,
///         _: &AnswerSet,
///     ) -> Result<Replies, RankingError> {
///         let reply = |answer: usize| match self.0[*test][answer] {
///             true => (answer, Reply { verdict: Verdict::WrongOutput, text: "failed".into() }),
///             false => (answer, Reply { verdict: Verdict::Passed, text: "passed".into() }),
///         };
///         Ok(Replies { expected: None, replies: Some(of.iter().map(reply).collect()) })
///     }
///
///     fn show(&self, test: &usize) -> String {
///         format!("test {test}")
///     }
/// }
///
/// let recorded = Recorded(vec![[false, false], [true, false], [true, true], [true, false]]);
/// let ranking = Assignment::new(0..4usize).panel(recorded).patience(100).rank();
/// assert_eq!(ranking.answers()[0].name, "new");
/// assert_eq!(ranking.bugs()[0].test, "test 1");
/// ```
pub trait Panel<I> {
    /// Names of the answers, in order.
    fn names(&self) -> Vec<String>;

    /// Description of the oracle, for the report.
    fn oracle(&self) -> OracleKind;

    /// Returns, for each input, which answers among `of` fail; nothing where the oracle has no opinion.
    ///
    /// # Errors
    ///
    /// If the oracle cannot judge an input, or an answer cannot be run.
    fn failing(&self, inputs: &[I], of: &AnswerSet)
    -> Result<Vec<Option<AnswerSet>>, RankingError>;

    /// Runs the answers `of` anew on an input and returns the outcome of each. Where answers are judged by majority, the
    /// `voters` among them vote.
    ///
    /// # Errors
    ///
    /// If the oracle cannot judge the input, or an answer cannot be run.
    fn replies(
        &self,
        input: &I,
        of: &AnswerSet,
        voters: &AnswerSet,
    ) -> Result<Replies, RankingError>;

    /// Returns an input as it is shown.
    fn show(&self, input: &I) -> String;

    /// Forgets earlier rankings, before a new one.
    fn begin(&self) {}

    /// Number of inputs that are judged together. Limits are looked at in between.
    fn batch(&self) -> usize {
        256
    }

    /// Answers that used up their time. The search goes on without them; they are judged on the tests that it finds.
    fn exhausted(&self) -> AnswerSet {
        AnswerSet::new()
    }

    /// Remarks on how the answers were run, for the report.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<I, P: Panel<I> + ?Sized> Panel<I> for &P {
    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    fn oracle(&self) -> OracleKind {
        (**self).oracle()
    }

    fn failing(
        &self,
        inputs: &[I],
        of: &AnswerSet,
    ) -> Result<Vec<Option<AnswerSet>>, RankingError> {
        (**self).failing(inputs, of)
    }

    fn replies(
        &self,
        input: &I,
        of: &AnswerSet,
        voters: &AnswerSet,
    ) -> Result<Replies, RankingError> {
        (**self).replies(input, of, voters)
    }

    fn begin(&self) {
        (**self).begin();
    }

    fn show(&self, input: &I) -> String {
        (**self).show(input)
    }

    fn batch(&self) -> usize {
        (**self).batch()
    }

    fn exhausted(&self) -> AnswerSet {
        (**self).exhausted()
    }

    fn remarks(&self) -> Vec<String> {
        (**self).remarks()
    }
}

/// Source of the verdicts of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OracleKind {
    /// A program that is right.
    Reference,
    /// A property of inputs and outputs.
    Property,
    /// The output of more than half of the answers.
    Majority,
}

impl fmt::Display for OracleKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            OracleKind::Reference => "a reference",
            OracleKind::Property => "a property",
            OracleKind::Majority => "majority vote",
        })
    }
}

/// Verdict on an answer for one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The output is right.
    Passed,
    /// There is an output, and it is wrong.
    WrongOutput,
    /// The answer panicked, was ended by a signal, or ended with an error code.
    Crashed,
    /// The answer took too long.
    TimedOut,
    /// The answer wrote too much or needed too much memory.
    OverLimit,
}

impl Verdict {
    /// Short name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::WrongOutput => "wrong output",
            Verdict::Crashed => "crashed",
            Verdict::TimedOut => "timed out",
            Verdict::OverLimit => "over limit",
        }
    }
}

/// Outcome of one answer for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Verdict of the oracle.
    pub verdict: Verdict,
    /// Output, or the message of a crash.
    pub text: String,
}

/// Outcomes of some answers for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replies {
    /// Output that is right, where the oracle knows one.
    pub expected: Option<String>,
    /// Outcomes by the number of the answer; nothing where the oracle has no opinion.
    pub replies: Option<BTreeMap<usize, Reply>>,
}

impl Replies {
    /// The answers that failed.
    pub(crate) fn failing(&self) -> Option<AnswerSet> {
        let replies = self.replies.as_ref()?.iter();
        let failed = replies.filter(|(_, reply)| reply.verdict != Verdict::Passed);
        Some(AnswerSet::of(failed.map(|(answer, _)| *answer)))
    }
}

/// The place of an output that more than half of some outputs are the same as.
pub(crate) fn majority<T>(outputs: &[T], same: impl Fn(&T, &T) -> bool) -> Option<usize> {
    // The candidate of Boyer and Moore: if some output has a majority, it is this one.
    let (mut candidate, mut lead) = (0, 0usize);
    for (at, output) in outputs.iter().enumerate() {
        match lead {
            0 => (candidate, lead) = (at, 1),
            _ if same(&outputs[candidate], output) => lead += 1,
            _ => lead -= 1,
        }
    }
    let leader = outputs.get(candidate)?;
    let votes = outputs.iter().filter(|output| same(leader, output)).count();
    (2 * votes > outputs.len()).then_some(candidate)
}

/// Reason why a ranking cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingError {
    message: String,
}

impl RankingError {
    /// An error that says what is wrong, and the way out.
    pub fn new(message: impl Into<String>) -> Self {
        RankingError { message: message.into() }
    }
}

impl fmt::Display for RankingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for RankingError {}
