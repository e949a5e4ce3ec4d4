//! Scheduling points, as schedulers see them, and the answer to one.

use super::TaskId;
use crate::run::Run;

/// Number that stands for the clock among the tasks.
pub(crate) const CLOCK: TaskId = u32::MAX - 1;
/// Number of scheduling points that no run comes to.
pub(crate) const FOR_EVER: u64 = u64::MAX / 4;

/// Reason why the scheduler is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The current task is runnable, and about to do something that other tasks can observe.
    Operation,
    /// The current task is runnable, and yields: it waits for others without saying for what. A task that has run
    /// through very many scheduling points in a row counts as yielding.
    Yield,
    /// The current task blocked, or is at its end. After [`Next::clock`] a timer may have woken it.
    Blocked,
}

/// Place in a run where the scheduler chooses the task that runs next.
pub struct SchedulingPoint<'a> {
    pub(crate) run: &'a Run,
    /// Reason why the scheduler is asked.
    pub cause: Cause,
    /// Task that ran up to here, which may be blocked or ended.
    pub current: TaskId,
    /// Simplest choice: the current task and, where that yields or is blocked, the next runnable one in the order
    /// of their numbers. Shrinking makes a schedule choose it wherever the failure allows.
    pub default: TaskId,
    /// True if a timer is set, so that [`Next::clock`] can be chosen.
    pub has_timer: bool,
    /// Number of scheduling points that the current task came to before this one.
    pub at: u64,
    /// Number of scheduling points in the run before this one.
    pub points: u64,
    /// True if the last choice ended early, since another task became runnable.
    pub disturbed: bool,
}

impl SchedulingPoint<'_> {
    /// Returns the runnable tasks, in the order of their numbers.
    pub fn runnable(&self) -> impl DoubleEndedIterator<Item = TaskId> + ExactSizeIterator + use<> {
        self.run.runnable().to_vec().into_iter()
    }

    /// Returns whether `task` is runnable.
    pub fn is_runnable(&self, task: TaskId) -> bool {
        self.run.runnable().contains(task)
    }

    /// Number of possible choices: runnable tasks, and the clock.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.run.ready() + u32::from(self.has_timer)
    }

    /// Choice number `index`: tasks in order, then the clock.
    #[inline(always)]
    pub(crate) fn nth(&self, index: u32) -> TaskId {
        match index < self.run.ready() {
            true => self.run.runnable().nth(index).unwrap_or(self.default),
            false => CLOCK,
        }
    }

    /// Choice number `index` among those that are not the default one.
    #[inline(always)]
    pub(crate) fn nth_other(&self, index: u32) -> TaskId {
        if let Some(word) = self.only_word() {
            let mut rest = word & !(1u64.wrapping_shl(self.default));
            for _ in 0..index {
                rest &= rest.wrapping_sub(1);
            }
            return if rest == 0 { CLOCK } else { rest.trailing_zeros() };
        }
        (0..self.count())
            .map(|index| self.nth(index))
            .filter(|task| *task != self.default)
            .nth(index as usize)
            .unwrap_or(self.default)
    }

    /// Runnable tasks as bits of a word, where no task has a number of 64 or more.
    #[inline(always)]
    pub(crate) fn only_word(&self) -> Option<u64> {
        self.run.runnable().only_word()
    }
}

/// Choice of a scheduler: the task that runs next, or the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    pub(crate) task: TaskId,
    pub(crate) stay: u64,
}

impl Next {
    /// Chooses a runnable task.
    pub const fn task(task: TaskId) -> Self {
        Next { task, stay: 0 }
    }

    /// Advances the virtual clock to the next timer; the scheduler is asked again after that.
    pub const fn clock() -> Self {
        Next::task(CLOCK)
    }

    /// Chooses the same task again at the next `points` scheduling points, without asking the scheduler. This ends
    /// early when the task yields or blocks, and when another task becomes runnable.
    #[must_use]
    pub const fn stay(self, points: u64) -> Self {
        Next { stay: points, ..self }
    }
}
