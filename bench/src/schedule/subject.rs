//! What a scheduler has to offer to be measured.

/// One way to choose schedules, of one scheduler.
pub struct Subject {
    pub name: &'static str,
    /// The workload of this name, compiled for the scheduler, if it can run it.
    pub workload: fn(name: &str) -> Option<fn()>,
    /// Runs a program that does not fail about so many times, under different schedules.
    pub repeat: fn(run: fn(), runs: u64) -> Counts,
    /// How it looks for failures, if it takes part in that.
    pub hunt: Option<Hunt>,
}

/// How a subject looks for failures.
#[derive(Clone, Copy)]
pub struct Hunt {
    /// The program of this name, compiled for the scheduler.
    pub program: fn(name: &str) -> Option<fn()>,
    /// Runs a program from a seed until it fails, but at most so many times.
    pub search: fn(run: fn(), seed: u64, most_runs: u64) -> Search,
}

/// What was run.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub runs: u64,
    /// Places where the scheduler decided which task goes on, if it tells.
    pub points: Option<u64>,
}

/// What came of looking for a failure.
pub struct Search {
    /// Runs, with the one that failed.
    pub runs: u64,
    pub ended: Ended,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// No run failed.
    Passed,
    Assertion,
    Deadlock,
    /// Something failed that is not the program.
    Otherwise(String),
}
