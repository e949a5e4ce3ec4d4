//! Sees every run of the store, and tells afterwards what shrinking started from and what it took.
//!
//! The record is thread-local: all subjects run the store in the thread that called them.

use std::cell::RefCell;

use super::store::Command;

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

#[derive(Default)]
struct Record {
    runs: u64,
    failures: Vec<Failure>,
}

struct Failure {
    /// How many runs there were, this one included.
    run: u64,
    /// What was executed, the failing command at the end.
    history: Vec<Command>,
}

/// What shrinking achieved with one seed.
pub struct Outcome {
    /// The sequence that the subject reported.
    pub reported: Vec<Command>,
    /// Commands that the first run to fail had executed.
    pub first_commands: usize,
    /// Runs of the store after the first failure.
    pub runs: u64,
    /// Of these, up to the one that was the first with what is reported; the others tried to go on.
    pub runs_to_reach: u64,
}

/// Counts a run.
pub fn run() {
    RECORD.with_borrow_mut(|record| record.runs += 1);
}

/// Says that the run counted last has failed with these commands.
pub fn failure(history: &[Command]) {
    RECORD.with_borrow_mut(|record| {
        record.failures.push(Failure { run: record.runs, history: history.to_vec() });
    });
}

/// The commands of the last run that failed, for a subject that runs once more what it reports.
pub fn last_failure() -> Option<Vec<Command>> {
    RECORD.with_borrow(|record| record.failures.last().map(|failure| failure.history.clone()))
}

/// The outcome of a check that says which sequence it reports, or nothing if it met no failure.
pub fn watch(check: impl FnOnce() -> Option<Vec<Command>>) -> Option<Outcome> {
    RECORD.take();
    let reported = check()?;
    let record = RECORD.take();
    let first = record.failures.first()?;
    let reached = record.failures.iter().find(|failure| failure.history == reported);
    Some(Outcome {
        first_commands: first.history.len(),
        runs: record.runs - first.run,
        runs_to_reach: reached.map_or(record.runs, |failure| failure.run) - first.run,
        reported,
    })
}
