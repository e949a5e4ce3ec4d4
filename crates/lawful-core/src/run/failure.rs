//! A broken law, with all that a report needs.

use super::explain::Explanation;
use super::identity::Identity;
use crate::choice::Tape;
use crate::data::{Document, Reason, ShownCall, ShownValue, Trace};
use crate::shrink::{Size, Stop};

/// A broken law, at the smallest case found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The arguments, in the order they were drawn.
    pub arguments: Vec<ShownValue>,
    /// Argument whose generator panicked, if that is how the case failed.
    pub drawing: Option<&'static str>,
    /// Document of the components.
    pub document: Document,
    /// Way in which a component came to it within the test: `the third of ten tries`.
    pub found_by: Option<String>,
    /// Sizes of the case as it was found and as it is now, in the units of the components; where they have
    /// none, its number of drawn values.
    pub sizes: Vec<Size>,
    /// The case as it was found, where that was asked for.
    pub original: Option<Box<Original>>,
    /// Reason of the failure.
    pub reason: Reason,
    /// Notes of the law.
    pub notes: Vec<String>,
    /// Identity of the failure: its place and kind, with values left out.
    pub identity: Identity,
    /// Way in which it was found.
    pub found: Found,
    /// Number of smaller cases that were found one after the other.
    pub shrinks: u64,
    /// Number of runs of the law that shrinking took.
    pub runs: u64,
    /// Why shrinking stopped.
    pub stop: Stop,
    /// Its tape.
    pub tape: Tape,
    /// Replay token.
    pub token: String,
    /// Number of further tests that broke the law in the same way.
    pub again: u64,
    /// Parts that do not matter, and the nearest cases that pass.
    pub explanation: Explanation,
}

impl Failure {
    /// Calls that are shown of the case.
    pub fn calls(&self) -> &[ShownCall] {
        self.document.calls()
    }

    /// Returns whether all sizes for which there is a proof are proven to be minimal, if there are any.
    pub fn is_proven(&self) -> bool {
        let mut proofs = self.sizes.iter().filter_map(|size| size.proven).peekable();
        proofs.peek().is_some() && proofs.all(|proven| proven)
    }

    /// Trace of the case, if it has one.
    pub fn trace(&self) -> Option<&Trace> {
        self.document.trace()
    }
}

/// A case as it was found, before it was shrunk.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Original {
    /// The arguments.
    pub arguments: Vec<ShownValue>,
    /// Document of the components.
    pub document: Document,
}

/// Way in which a failure was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Found {
    /// By a test.
    Test {
        /// Its index.
        index: u64,
    },
    /// By a failure stored in an earlier run.
    Database,
    /// By a case kept in the source.
    Kept {
        /// Which of them.
        index: usize,
    },
    /// By a replay token that is kept in the source.
    KeptToken,
    /// By going through all cases.
    Walk {
        /// Of which size; without one the cases are all there are.
        size: Option<u32>,
        /// Number of cases that came before it.
        index: u64,
    },
    /// By climbing a score.
    Climb {
        /// The name of the score.
        target: &'static str,
        /// Score of the case.
        score: f64,
    },
    /// By shrinking another failure.
    Shrinking,
    /// The process of an earlier run died in it.
    Left,
    /// By a fuzzer.
    Fuzzer,
    /// By a replay token.
    Replay,
}

/// Number of runs of a case from which the rate of an unstable failure is told, and of a stored one until it fails.
pub(super) const REPEATS: u32 = 12;

/// Number of runs of one case that failed, of all that were made of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rate {
    /// Number of runs that failed.
    pub failed: u32,
    /// Number of runs.
    pub runs: u32,
}

impl Rate {
    /// Counts a run.
    pub(super) fn add(&mut self, failed: bool) {
        self.runs += 1;
        self.failed += u32::from(failed);
    }

    /// Returns whether every run failed.
    pub fn is_always(&self) -> bool {
        self.failed == self.runs
    }
}

/// A failure that did not come again.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unstable {
    /// Arguments of the case, in the order they were drawn.
    pub arguments: Vec<ShownValue>,
    /// Number of runs of the case that failed.
    pub rate: Rate,
    /// Replay token. A replay runs the case several times.
    pub token: String,
    /// Its tape.
    pub tape: Tape,
    /// Reason of the first failure.
    pub reason: Reason,
    /// Way in which it was found.
    pub found: Found,
    /// Reason of the second failure, if there was one.
    pub then: Option<Reason>,
    /// True if even the choices differed.
    pub choices_differ: bool,
    /// Document of the case before it runs.
    pub document: Document,
}
