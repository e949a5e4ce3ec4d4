//! What happens during a run, for whoever reports it.

use super::about::About;
use super::database::Notice;
use crate::law::{Shown, Verdict};

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
        /// Its arguments.
        arguments: Vec<Shown>,
        /// The verdict.
        verdict: Verdict,
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
