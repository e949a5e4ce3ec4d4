//! What happens during a run, for whoever reports it.

use std::time::Duration;

use super::about::About;
use super::database::Notice;
use crate::law::{Case, Verdict};

/// Something that happened. Events are emitted in order of the tests' indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A run begins.
    Started {
        /// The law.
        about: About,
        /// The root seed.
        seed: u64,
    },
    /// The database had something to say.
    Database(Notice),
    /// A case was judged; only where every case is told.
    Case {
        /// Its index.
        index: u64,
        /// What it said of itself, with its arguments.
        case: Box<Case>,
        /// The verdict.
        verdict: Verdict,
        /// How long it took.
        time: Duration,
    },
    /// The process of an earlier run died in a test, and there is no way to run it safely.
    Left {
        /// The root seed of that run.
        seed: u64,
        /// The index of the test.
        index: u64,
    },
    /// Some more tests held.
    Progress {
        /// How many so far.
        held: u64,
        /// Of how many.
        tests: u64,
        /// How many cases were discarded so far.
        discarded: u64,
    },
    /// A test broke the law; shrinking begins.
    Broken {
        /// Its index.
        index: u64,
    },
}
