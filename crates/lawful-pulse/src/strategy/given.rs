//! A schedule that is given: the simplest choice everywhere but where it says otherwise.

use lawful_core::choice::Decision;

use super::{CLOCK, Choose, FOR_EVER, View};
use crate::run::{Run, TaskId};

pub(crate) struct Given {
    /// In order of task and place.
    decisions: Vec<Decision>,
}

/// How a choice that is not the simplest is written; the simplest is 0.
pub(crate) fn written(task: TaskId) -> u64 {
    match task {
        CLOCK => 1,
        task => u64::from(task) + 2,
    }
}

/// The counterpart of [`written`].
fn read(choice: u64) -> Option<TaskId> {
    match choice {
        0 => None,
        1 => Some(CLOCK),
        task => u32::try_from(task - 2).ok(),
    }
}

impl Given {
    pub fn new(mut decisions: Vec<Decision>) -> Self {
        decisions.sort_unstable();
        Given { decisions }
    }

    /// The schedule of simplest choices.
    pub fn simplest() -> Self {
        Given { decisions: Vec::new() }
    }

    fn from(&self, task: TaskId, at: u64) -> Option<&Decision> {
        let place = self.decisions.partition_point(|one| (one.task, one.at) < (task, at));
        self.decisions.get(place).filter(|decision| decision.task == task)
    }

    /// At how many decisions the task comes to no place where it is told otherwise.
    fn free(&self, run: &Run, task: TaskId) -> u64 {
        let passed = run.task(task).passed.get();
        self.from(task, passed).map_or(FOR_EVER, |decision| decision.at - passed)
    }

    fn here(&self, view: &View<'_>) -> u64 {
        let found = self.from(view.current, view.at).filter(|one| one.at == view.at);
        found.map_or(0, |decision| decision.choice)
    }
}

impl Choose for Given {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let able = |task: &TaskId| match *task {
            CLOCK => view.clock,
            task => view.run.runnable().contains(task),
        };
        let chosen = read(self.here(view)).filter(able).unwrap_or(view.default);
        let grant = if chosen == CLOCK { 0 } else { self.free(view.run, chosen) };
        (chosen, grant)
    }

    fn pick(&mut self, view: &View<'_>, count: u64) -> u64 {
        Some(self.here(view)).filter(|choice| *choice < count).unwrap_or(0)
    }

    fn minds_others(&self) -> bool {
        false
    }
}
