//! Strategies: who goes on, wherever somebody has to be chosen.
//!
//! A strategy picks a task; what is written on the tape is how that differs from the simplest choice. No
//! strategy is the best one: uniform walks find tight interleavings, sparse schedules find stalls, and each
//! misses in thousands of runs what the other finds in ten. So the default is a portfolio of both.

mod asked;
mod eager;
mod explore;
mod given;
mod portfolio;
mod priorities;
mod sparse;
mod uniform;
mod walk;

use crate::run::{Run, TaskId};

pub(crate) use asked::Asked;
pub(crate) use eager::Eager;
pub(crate) use explore::{Explore, Explorer};
pub(crate) use given::{Given, written};
pub use portfolio::Search;
pub(crate) use portfolio::{Manner, NAMES, Portfolio};
pub(crate) use priorities::Priorities;
pub(crate) use sparse::Sparse;
pub(crate) use uniform::Uniform;
pub(crate) use walk::Walk;

/// Stands for the clock among the tasks that can be chosen: time goes on to the next timer.
pub(crate) const CLOCK: TaskId = u32::MAX - 1;
/// As long as nothing happens.
pub(crate) const FOR_EVER: u64 = u64::MAX / 4;

/// Why somebody has to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The task that is running could go on.
    Point,
    /// It could, and makes way.
    Yield,
    /// It waits, or is at its end.
    Blocked,
}

/// What a strategy sees.
pub(crate) struct View<'a> {
    pub run: &'a Run,
    pub turn: Turn,
    /// The task that was running.
    pub current: TaskId,
    /// The simplest choice.
    pub default: TaskId,
    /// Whether the clock can be chosen.
    pub clock: bool,
    /// How many decisions the current task came to before.
    pub at: u64,
    /// How many decisions there were in the run.
    pub points: u64,
    /// What was granted last ended before its time.
    pub disturbed: bool,
}

impl View<'_> {
    /// How many there are to choose from.
    #[inline]
    pub fn count(&self) -> u32 {
        self.run.ready() + u32::from(self.clock)
    }

    /// The one at `index`: tasks in order, then the clock.
    #[inline(always)]
    pub fn nth(&self, index: u32) -> TaskId {
        match index < self.run.ready() {
            true => self.run.runnable().nth(index).unwrap_or(self.default),
            false => CLOCK,
        }
    }

    /// The same without the simplest one.
    #[inline(always)]
    pub fn nth_other(&self, index: u32) -> TaskId {
        if let Some(word) = self.run.runnable().only_word() {
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
}

/// How a run chooses.
pub(crate) enum Strategy {
    Given(Given),
    Walk(Walk),
    Uniform(Uniform),
    Priorities(Priorities),
    Sparse(Sparse),
    Asked(Asked),
    Explore(Explore),
    Eager(Eager),
}

macro_rules! each {
    ($strategy:expr, $one:ident => $answer:expr) => {
        match $strategy {
            Strategy::Given($one) => $answer,
            Strategy::Walk($one) => $answer,
            Strategy::Uniform($one) => $answer,
            Strategy::Priorities($one) => $answer,
            Strategy::Sparse($one) => $answer,
            Strategy::Asked($one) => $answer,
            Strategy::Explore($one) => $answer,
            Strategy::Eager($one) => $answer,
        }
    };
}

/// What every strategy can do.
pub(crate) trait Choose {
    /// Who goes on: one of those that can, or the clock; nobody if the run is not worth going on with. Says, too, at how many coming points that task is
    /// chosen again: whoever can say so saves the run from asking.
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64);

    /// Which of `count` alternatives, 0 being the simplest.
    fn pick(&mut self, view: &View<'_>, count: u64) -> u64;

    /// Whether the grant ends when another task becomes able to go on, or cannot go on any more.
    fn minds_others(&self) -> bool {
        true
    }

    /// A task was spawned.
    fn spawned(&mut self, _parent: TaskId, _task: TaskId) {}

    /// The running task passed a point at which nobody is asked: what it does there is part of its step.
    fn passed(&mut self) {}
}

impl Strategy {
    #[inline(always)]
    pub fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        match self {
            Strategy::Walk(one) => one.choose(view),
            other => other.choose_otherwise(view),
        }
    }

    #[inline(never)]
    fn choose_otherwise(&mut self, view: &View<'_>) -> (TaskId, u64) {
        each!(self, one => one.choose(view))
    }

    pub fn pick(&mut self, view: &View<'_>, count: u64) -> u64 {
        each!(self, one => one.pick(view, count))
    }

    #[inline]
    pub fn minds_others(&self) -> bool {
        each!(self, one => one.minds_others())
    }

    pub fn spawned(&mut self, parent: TaskId, task: TaskId) {
        each!(self, one => one.spawned(parent, task));
    }

    pub fn passed(&mut self) {
        each!(self, one => one.passed());
    }
}

/// What earlier runs of the same case tell of the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimate {
    /// How many decisions there were.
    pub points: u64,
    /// For each task how many of them it came to, and who spawned it.
    pub tasks: Vec<(u64, TaskId)>,
    /// Whether anybody else could have gone on at any of them.
    pub has_choices: bool,
}
