//! Virtual time. It stands still while anybody can go on, unless the schedule says otherwise.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use super::TaskId;

/// A moment at which a task is to be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timer {
    at: Duration,
    /// Timers of the same moment go off in the order they were set in.
    number: u64,
    pub task: TaskId,
    /// Which of the task's waits it ends.
    pub wait: u64,
}

/// The time of a run, and its timers.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    now: Cell<Duration>,
    timers: RefCell<BinaryHeap<Reverse<Timer>>>,
    /// How many timers there are: looked at in every decision.
    count: Cell<u32>,
    set: Cell<u64>,
}

impl Clock {
    pub fn reset(&self) {
        self.now.set(Duration::ZERO);
        if self.count.replace(0) > 0 {
            self.timers.borrow_mut().clear();
        }
        self.set.set(0);
    }

    /// How much time went by in the run.
    pub fn now(&self) -> Duration {
        self.now.get()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count.get() == 0
    }

    pub fn set_timer(&self, after: Duration, task: TaskId, wait: u64) {
        let number = self.set.get();
        self.set.set(number + 1);
        let at = self.now.get().saturating_add(after);
        self.timers.borrow_mut().push(Reverse(Timer { at, number, task, wait }));
        self.count.set(self.count.get() + 1);
    }

    /// Goes on to the next timer, and takes it.
    pub fn next_timer(&self) -> Option<Timer> {
        let Reverse(timer) = self.timers.borrow_mut().pop()?;
        self.count.set(self.count.get() - 1);
        self.now.set(self.now.get().max(timer.at));
        Some(timer)
    }

    /// Takes the timers out that nobody waits for any more.
    pub fn forget(&self, task: TaskId, wait: u64) {
        if self.count.get() == 0 {
            return;
        }
        let mut timers = self.timers.borrow_mut();
        timers.retain(|Reverse(timer)| timer.task != task || timer.wait != wait);
        self.count.set(timers.len() as u32);
    }
}
