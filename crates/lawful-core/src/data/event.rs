//! Events: what happens during a run, while it happens.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::case::{CaseRecord, Verdict};
use super::reason::Reason;

/// Name and place of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its whole name, which seeds, the database and replay tokens go by.
    pub name: String,
    /// The file it is in.
    pub file: &'static str,
    /// The line it begins on.
    pub line: u32,
}

impl About {
    /// The name without its module.
    pub fn short_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }
}

/// Something that happened. Events are emitted in order of the tests' indices.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
        /// Its arguments, and what it said of itself.
        case: Box<CaseRecord>,
        /// The verdict.
        verdict: Verdict,
        /// Why it failed, if it did.
        reason: Option<Box<Reason>>,
        /// Time that it took.
        time: Duration,
    },
    /// The process of an earlier run died in a test, and there is no way to run it safely.
    Left {
        /// The root seed of that run.
        seed: u64,
        /// The index of the test.
        index: u64,
    },
    /// Some more tests passed.
    Progress {
        /// Number of tests that passed so far.
        passed: u64,
        /// Number of tests that were asked for.
        tests: u64,
        /// Number of cases that were discarded so far.
        discarded: u64,
    },
    /// A test failed; shrinking begins.
    Failed {
        /// Its index.
        index: u64,
    },
}

/// Trouble with the database that does not end the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A file is not a tape of this law and this version.
    SetAside {
        /// Path that it had.
        file: PathBuf,
        /// Path that it has now.
        moved_to: PathBuf,
        /// Fault of the file.
        problem: Problem,
    },
    /// The database cannot be read or written; the run goes on without it.
    Unusable {
        /// Which file or directory.
        path: PathBuf,
        /// Message of the system.
        error: String,
    },
}

/// Fault of a stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Beginning that is not ours.
    NotOurs,
    /// Format of another version.
    AnotherVersion,
    /// Failure of another law.
    AnotherLaw,
    /// End too early, or a wrong checksum.
    Damaged,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Problem::NotOurs => "it is not a stored failure",
            Problem::AnotherVersion => "it is of another version of the format",
            Problem::AnotherLaw => "it belongs to another law",
            Problem::Damaged => "it is cut off or damaged",
        })
    }
}
