//! A broken law, with all that a report needs.

use super::explain::Explanation;
use super::identity::Identity;
use crate::choice::Tape;
use crate::data::{Document, Reason, ShownCall, ShownValue, Trace};
use crate::shrink::{Size, Stop};

/// A broken law, at the smallest case found.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The arguments, in the order they were drawn.
    pub arguments: Vec<ShownValue>,
    /// Document of the components.
    pub document: Document,
    /// Way in which a component came to it within the test: `the third of ten tries`.
    pub found_by: Option<String>,
    /// Sizes of the case as it was found and as it is now, in the units of the components; where they have
    /// none, its number of drawn values.
    pub sizes: Vec<Size>,
    /// The case as it was found, where that was asked for.
    pub original: Option<Box<Original>>,
    /// What is wrong.
    pub reason: Reason,
    /// What the law noted.
    pub notes: Vec<String>,
    /// Where and how it failed, with values left out.
    pub identity: Identity,
    /// How it was found.
    pub found: Found,
    /// How many smaller cases were found one after the other.
    pub shrinks: u64,
    /// How many runs of the law that took.
    pub runs: u64,
    /// Why shrinking stopped.
    pub stop: Stop,
    /// Its tape.
    pub tape: Tape,
    /// What replays it.
    pub token: String,
    /// How many more tests broke the law in the same way.
    pub again: u64,
    /// What can be changed about the case without mending it, and what mends it.
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
pub struct Original {
    /// The arguments.
    pub arguments: Vec<ShownValue>,
    /// Document of the components.
    pub document: Document,
}

/// How a failure was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// By a test.
    Test {
        /// Its index.
        index: u64,
    },
    /// It was kept from an earlier run.
    Database,
    /// It is one of the cases kept in the source.
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
        /// How many cases came before it.
        index: u64,
    },
    /// By climbing a score.
    Climb {
        /// The name of the score.
        target: &'static str,
        /// How high it was.
        score: f64,
    },
    /// It was met while another failure was shrunk.
    Shrinking,
    /// The process of an earlier run died in it.
    Left,
    /// By a fuzzer.
    Fuzzer,
    /// By a replay token.
    Replay,
}

/// A failure that did not come again.
#[derive(Clone, Debug, PartialEq)]
pub struct Unstable {
    /// What was wrong the first time.
    pub reason: Reason,
    /// How it was found.
    pub found: Found,
    /// What became of it the second time.
    pub then: Option<Reason>,
    /// Whether even the choices differed.
    pub choices_differ: bool,
    /// Document of the case before it runs.
    pub document: Document,
}
