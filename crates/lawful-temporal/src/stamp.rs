//! Stamps: when an event happened, by the clock of the run and by its rounds.

use std::time::Duration;

/// Moment of an event: time since the run began, and rounds of its tasks.
///
/// A round is over when every task that was runnable when it began has taken a step since, or cannot. Runs that are not
/// scheduled have no rounds: there every event counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp {
    /// Time since the run began; virtual under the scheduler.
    pub time: Duration,
    /// Number of rounds since the run began.
    pub round: u64,
}

impl Stamp {
    /// Moment after everything else: deadlines of a run that ended by itself are over then.
    pub const NEVER: Stamp = Stamp { time: Duration::MAX, round: u64::MAX };
}
