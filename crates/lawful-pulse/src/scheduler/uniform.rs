//! Uniform walk: every interleaving is about as likely as any other (Zhao, Wolff, Mathur and Roychoudhury,
//! "Selectively Uniform Concurrency Testing", ASPLOS 2025, without the selection).
//!
//! A task is chosen in proportion to the work that it still has to do, estimated from the last run; the work of
//! the tasks that it has still to spawn counts as its own. The number of scheduling points at which the current
//! task stays is drawn at once.

use lawful_core::choice::Random;

use super::{
    CLOCK, Cause, Estimate, FOR_EVER, Next, Scheduler, SchedulingPoint, TaskEstimate, TaskId,
};
use crate::run::Run;

/// Number of tasks that one decision looks at where there are very many.
const DRAWN: usize = 16;
/// Maximum number of scheduling points at which a task stays before the rest is drawn anew.
const MOST_STAYS: u64 = 1_000;

pub(crate) struct Uniform {
    random: Random,
    tasks: Vec<Work>,
    /// Whether a stay was drawn, so that a switch comes at its end.
    armed: bool,
}

/// Work of a task, in scheduling points.
#[derive(Clone, Copy)]
struct Work {
    /// Work of the task itself in the last run.
    own: u64,
    /// Work of the tasks that it has still to spawn.
    unspawned: u64,
    /// Work of the task and all that it spawns.
    all: u64,
}

impl Uniform {
    pub fn new(seed: u64, estimate: &Estimate) -> Self {
        let work = |task: &TaskEstimate| Work { own: task.points, unspawned: 0, all: task.points };
        let mut tasks: Vec<Work> = estimate.tasks.iter().map(work).collect();
        // A child has a higher number than its parent, so backwards its own sum is complete.
        for task in (1..tasks.len()).rev() {
            if let Some(parent) = estimate.tasks[task].parent.map(|parent| parent as usize) {
                let all = tasks[task].all;
                tasks[parent].all += all;
                tasks[parent].unspawned += all;
            }
        }
        Uniform { random: Random::from_seed(seed), tasks, armed: false }
    }

    #[inline]
    fn weight(&self, run: &Run, task: TaskId) -> u64 {
        match self.tasks.get(task as usize) {
            None => 1,
            Some(work) => {
                let left = work.own.saturating_sub(run.task(task).passed.get());
                left.max(1) + work.unspawned
            }
        }
    }

    /// Weight of all choices together, without the tasks of `except`.
    #[inline]
    fn total(&self, point: &SchedulingPoint<'_>, mut word: u64, except: u64) -> u64 {
        let mut total = u64::from(point.has_timer);
        word &= !except;
        while word != 0 {
            total += self.weight(point.run, word.trailing_zeros());
            word &= word - 1;
        }
        total
    }

    /// Draws one of the tasks in `word`, or the clock, in proportion to their weights.
    #[inline]
    fn draw(&mut self, point: &SchedulingPoint<'_>, mut word: u64, total: u64) -> TaskId {
        let mut drawn = self.random.below(total);
        while word != 0 {
            let task = word.trailing_zeros();
            let weight = self.weight(point.run, task);
            if drawn < weight {
                return task;
            }
            drawn -= weight;
            word &= word - 1;
        }
        CLOCK
    }

    /// Draws the number of scheduling points at which a task of weight `own` stays.
    #[inline]
    fn stays(&mut self, mut own: u64, others: u64) -> u64 {
        if others == 0 {
            return FOR_EVER;
        }
        let mut stays = 0;
        while stays < MOST_STAYS && self.random.below(own + others) < own {
            stays += 1;
            own = (own - 1).max(1);
        }
        stays
    }

    /// Chooses by weight among a few tasks that are drawn without it.
    #[cold]
    fn choose_of_many(&mut self, point: &SchedulingPoint<'_>) -> TaskId {
        let count = u64::from(point.count());
        let drawn: [TaskId; DRAWN] =
            std::array::from_fn(|_| point.nth(self.random.below(count) as u32));
        let word = self.random.next_word();
        let weight = |task: TaskId| match task {
            CLOCK => 1,
            task => self.weight(point.run, task),
        };
        let total: u64 = drawn.iter().map(|task| weight(*task)).sum();
        let mut rest = word % total.max(1);
        for task in drawn {
            match rest.checked_sub(weight(task)) {
                None => return task,
                Some(less) => rest = less,
            }
        }
        drawn[0]
    }
}

impl Scheduler for Uniform {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let Some(word) = point.only_word() else {
            return Next::task(self.choose_of_many(point));
        };
        let current = if point.cause == Cause::Operation { 1 << point.current } else { 0 };
        let armed = std::mem::replace(&mut self.armed, true) && !point.disturbed;
        let others = self.total(point, word, current);
        if current != 0 {
            if !armed {
                match self.stays(self.weight(point.run, point.current), others) {
                    0 => {}
                    stays => return Next::task(point.current).stay(stays - 1),
                }
            }
            if others == 0 {
                return Next::task(point.current).stay(FOR_EVER);
            }
        }
        let chosen = self.draw(point, word & !current, others);
        if chosen == CLOCK {
            // The task that runs after the timer is another decision.
            self.armed = false;
            return Next::clock();
        }
        let own = self.weight(point.run, chosen);
        let beside = match current {
            0 => others - own,
            _ => others - own + self.weight(point.run, point.current),
        };
        // At its next scheduling point the task has done one thing more.
        Next::task(chosen).stay(self.stays((own - 1).max(1), beside))
    }

    fn pick(&mut self, _: &SchedulingPoint<'_>, count: u64) -> u64 {
        self.armed = false;
        self.random.below(count)
    }

    fn spawned(&mut self, parent: TaskId, task: TaskId) {
        let all = self.tasks.get(task as usize).map_or(0, |work| work.all);
        if let Some(parent) = self.tasks.get_mut(parent as usize) {
            parent.unspawned = parent.unspawned.saturating_sub(all);
        }
    }
}
