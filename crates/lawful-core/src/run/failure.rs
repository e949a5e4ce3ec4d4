//! A broken law, with all that a report needs.

use super::identity::Identity;
use crate::choice::Tape;
use crate::law::{Reason, Shown};
use crate::shrink::Stop;

/// A broken law, at the smallest case found.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The arguments, in the order they were drawn.
    pub arguments: Vec<Shown>,
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
    /// Failures of another identity that were met on the way.
    pub others: Vec<Other>,
}

/// How a failure was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// By a test.
    Test {
        /// Its index.
        index: u64,
    },
    /// It was kept from an earlier run.
    Database,
    /// By a replay token.
    Replay,
}

/// A failure of another identity, met while shrinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// What was wrong.
    pub reason: Reason,
    /// What replays it.
    pub token: String,
}

/// A failure that did not come again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unstable {
    /// What was wrong the first time.
    pub reason: Reason,
    /// How it was found.
    pub found: Found,
    /// What became of it the second time.
    pub then: Option<Reason>,
    /// Whether even the choices differed.
    pub choices_differ: bool,
}
