//! The uniform walk: every interleaving is about as likely as any other.
//!
//! A task is chosen in proportion to how much it still has to do, as far as earlier runs tell, and those it
//! has still to spawn count as its own (Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency
//! Testing", ASPLOS 2025, without the selection). At how many points in a row the running task stays is drawn
//! at once.

use lawful_core::choice::Random;

use super::{CLOCK, Choose, Estimate, FOR_EVER, Turn, View};
use crate::run::{Run, TaskId};

/// How many of very many tasks are looked at for one decision.
const DRAWN: usize = 16;
/// At how many points a task stays at most before the rest is drawn anew.
const MOST_STAYS: u64 = 1_000;

pub(crate) struct Uniform {
    random: Random,
    tasks: Vec<Work>,
    /// The points at which the task stays were granted; the next one is a switch.
    armed: bool,
}

/// What a task has to do.
#[derive(Clone, Copy)]
struct Work {
    /// What it was seen to do.
    own: u64,
    /// What those do that it has still to spawn.
    unspawned: u64,
    /// What it does, with all that it spawns.
    all: u64,
}

impl Uniform {
    pub fn new(seed: u64, estimate: &Estimate) -> Self {
        let work = |(own, _): &(u64, TaskId)| Work { own: *own, unspawned: 0, all: *own };
        let mut tasks: Vec<Work> = estimate.tasks.iter().map(work).collect();
        // Those that are spawned later have higher numbers.
        for task in (1..tasks.len()).rev() {
            let parent = estimate.tasks[task].1 as usize;
            if parent < task {
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

    /// What all that can go on weigh together, `except` aside.
    #[inline]
    fn total(&self, view: &View<'_>, mut word: u64, except: u64) -> u64 {
        let mut total = u64::from(view.clock);
        word &= !except;
        while word != 0 {
            total += self.weight(view.run, word.trailing_zeros());
            word &= word - 1;
        }
        total
    }

    /// One of those in `word`, or the clock, in proportion to their weights.
    #[inline]
    fn draw(&mut self, view: &View<'_>, mut word: u64, total: u64) -> TaskId {
        let mut drawn = self.random.below(total);
        while word != 0 {
            let task = word.trailing_zeros();
            let weight = self.weight(view.run, task);
            if drawn < weight {
                return task;
            }
            drawn -= weight;
            word &= word - 1;
        }
        CLOCK
    }

    /// At how many points in a row a task of this weight stays, beside others of this weight.
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

    /// With very many tasks: one of some that are drawn.
    #[cold]
    fn choose_of_many(&mut self, view: &View<'_>) -> TaskId {
        let count = u64::from(view.count());
        let drawn: [TaskId; DRAWN] =
            std::array::from_fn(|_| view.nth(self.random.below(count) as u32));
        let word = self.random.next_word();
        let weight = |task: TaskId| match task {
            CLOCK => 1,
            task => self.weight(view.run, task),
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

impl Choose for Uniform {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let Some(word) = view.run.runnable().only_word() else {
            return (self.choose_of_many(view), 0);
        };
        let current = if view.turn == Turn::Point { 1 << view.current } else { 0 };
        let armed = std::mem::replace(&mut self.armed, true) && !view.disturbed;
        let others = self.total(view, word, current);
        if current != 0 {
            if !armed {
                match self.stays(self.weight(view.run, view.current), others) {
                    0 => {}
                    stays => return (view.current, stays - 1),
                }
            }
            if others == 0 {
                return (view.current, FOR_EVER);
            }
        }
        let chosen = self.draw(view, word & !current, others);
        if chosen == CLOCK {
            // Who goes on after it is another decision.
            self.armed = false;
            return (chosen, 0);
        }
        let own = self.weight(view.run, chosen);
        let beside = match current {
            0 => others - own,
            _ => others - own + self.weight(view.run, view.current),
        };
        // When it comes to its next point, it has done one thing more.
        (chosen, self.stays((own - 1).max(1), beside))
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
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
