//! Sees every run of a law, and tells afterwards what shrinking achieved and what it took.
//!
//! The record is thread-local rather than captured because a law of quickcheck is a plain function. All
//! subjects run the law in the thread that called them.

use std::cell::Cell;
use std::time::Duration;

use super::challenge::Challenge;
use crate::clock;

/// What a law says of a case.
pub enum Verdict {
    Holds,
    Broken,
    /// The law says nothing about this case.
    Unmet,
}

/// What shrinking achieved in one run of a subject.
pub struct Outcome {
    /// Whether the last case that broke the law, which is the one reported, is the smallest.
    pub smallest: bool,
    /// Runs of the law after the first failure.
    pub runs: u64,
    /// CPU time from the first failure to the end.
    pub time: Duration,
}

#[derive(Clone, Copy, Default)]
struct Record {
    runs: u64,
    first_failure: Option<(u64, Duration)>,
    smallest: bool,
}

thread_local! {
    static RECORD: Cell<Record> = Cell::default();
}

/// Runs the law on a case. To be called once for each run that a subject makes.
pub fn run<C: Challenge>(case: &C::Case) -> Verdict {
    count();
    if !C::assumes(case) {
        return Verdict::Unmet;
    }
    if C::holds(case) {
        return Verdict::Holds;
    }
    fail();
    RECORD.set(Record { smallest: C::is_smallest(case), ..RECORD.get() });
    Verdict::Broken
}

/// Counts a run of a law that is not a [`Challenge`].
pub fn count() {
    let record = RECORD.get();
    RECORD.set(Record { runs: record.runs + 1, ..record });
}

/// Says that the run counted last broke the law; only the first time matters.
pub fn fail() {
    let mut record = RECORD.get();
    if record.first_failure.is_none() {
        record.first_failure = Some((record.runs, clock::process()));
        RECORD.set(record);
    }
}

/// The outcome of what `check` runs, or nothing if it met no failure.
pub fn watch(check: impl FnOnce()) -> Option<Outcome> {
    RECORD.set(Record::default());
    check();
    let end = clock::process();
    let record = RECORD.get();
    let (runs_before, start) = record.first_failure?;
    Some(Outcome { smallest: record.smallest, runs: record.runs - runs_before, time: end - start })
}
