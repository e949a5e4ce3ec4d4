//! Replay of a schedule: the default choice everywhere but where the schedule says otherwise.

use lawful_core::choice::KeyedChoice;

use super::{CLOCK, FOR_EVER, Next, Scheduler, SchedulingPoint, TaskId};
use crate::run::Run;

pub(crate) struct Given {
    /// Decisions in the order of task and place.
    decisions: Vec<KeyedChoice>,
}

/// Code of a choice on the tape, other than the default one, which is 0.
pub(crate) fn written(task: TaskId) -> u64 {
    match task {
        CLOCK => 1,
        task => u64::from(task) + 2,
    }
}

/// Inverse of [`written`].
fn read(choice: u64) -> Option<TaskId> {
    match choice {
        0 => None,
        1 => Some(CLOCK),
        task => u32::try_from(task - 2).ok(),
    }
}

impl Given {
    pub fn new(mut decisions: Vec<KeyedChoice>) -> Self {
        decisions.sort_unstable();
        Given { decisions }
    }

    /// Schedule of default choices.
    pub fn simplest() -> Self {
        Given { decisions: Vec::new() }
    }

    /// First decision of a task at scheduling point number `at` or later.
    fn from(&self, task: TaskId, at: u64) -> Option<&KeyedChoice> {
        let place = self.decisions.partition_point(|one| (one.owner, one.at) < (task, at));
        self.decisions.get(place).filter(|decision| decision.owner == task)
    }

    /// Number of scheduling points of a task before its next decision.
    fn free(&self, run: &Run, task: TaskId) -> u64 {
        let passed = run.task(task).passed.get();
        self.from(task, passed).map_or(FOR_EVER, |decision| decision.at - passed)
    }

    fn here(&self, point: &SchedulingPoint<'_>) -> u64 {
        let found = self.from(point.current, point.at).filter(|one| one.at == point.at);
        found.map_or(0, |decision| decision.choice)
    }
}

impl Scheduler for Given {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        // In a shrunk schedule the task of a decision may be blocked, or never spawned.
        let able = |task: &TaskId| match *task {
            CLOCK => point.has_timer,
            task => point.is_runnable(task),
        };
        match read(self.here(point)).filter(able).unwrap_or(point.default) {
            CLOCK => Next::clock(),
            task => Next::task(task).stay(self.free(point.run, task)),
        }
    }

    fn pick(&mut self, point: &SchedulingPoint<'_>, count: u64) -> u64 {
        Some(self.here(point)).filter(|choice| *choice < count).unwrap_or(0)
    }
}
