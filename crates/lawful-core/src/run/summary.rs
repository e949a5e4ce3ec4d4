//! What a run came to.

use super::about::About;
use super::failure::{Failure, Unstable};
use super::tables::{Coverage, Tables};
use crate::generate::{Misuse, Starved};

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The law.
    pub about: About,
    /// The root seed.
    pub seed: u64,
    /// How many tests held.
    pub held: u64,
    /// How many tests were asked for.
    pub tests: u64,
    /// How many cases were discarded.
    pub discarded: u64,
    /// What the cases said of themselves.
    pub tables: Tables,
    /// Why the run stopped.
    pub stopped: Stopped,
    /// Whether the law is expected to be broken.
    pub expect_failure: bool,
    /// Whether giving up is fine.
    pub may_give_up: bool,
}

/// Why a run stopped.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// All tests held.
    Held,
    /// The law is broken.
    Broken(Box<Failure>),
    /// The law was broken and then was not, for the same case.
    Unstable(Box<Unstable>),
    /// Too many cases were discarded.
    GaveUp {
        /// The filter that starved last, if one did.
        starved: Option<Starved>,
    },
    /// The law holds but cases that were demanded are too rare.
    NotCovered(Vec<Coverage>),
    /// The test is misused.
    Misused(Misuse),
    /// A replayed case holds.
    ReplayHeld,
}

impl Summary {
    /// Whether that is what was wanted.
    pub fn is_success(&self) -> bool {
        match &self.stopped {
            Stopped::Held => !self.expect_failure,
            Stopped::Broken(_) => self.expect_failure,
            Stopped::GaveUp { .. } => self.may_give_up && !self.expect_failure,
            Stopped::ReplayHeld => true,
            Stopped::Unstable(_) | Stopped::NotCovered(_) | Stopped::Misused(_) => false,
        }
    }

    /// The failure, if the law is broken.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.stopped {
            Stopped::Broken(failure) => Some(failure),
            _ => None,
        }
    }
}
