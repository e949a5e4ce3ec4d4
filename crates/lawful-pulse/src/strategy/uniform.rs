//! The uniform walk: every interleaving is about as likely as any other.
//!
//! A task is chosen in proportion to how much it still has to do, as far as earlier runs tell, and those it
//! has still to spawn count as its own (Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency Testing", ASPLOS
//! 2025, without the selection).

use lawful_core::choice::Random;

use super::{CLOCK, Choose, Estimate, View};
use crate::run::{Run, TaskId};

/// How many of very many tasks are looked at for one decision.
const DRAWN: usize = 16;

pub(crate) struct Uniform {
    random: Random,
    /// What each task was seen to do.
    own: Vec<u64>,
    /// What those do that each task has still to spawn.
    unspawned: Vec<u64>,
    /// What each task does, with all that it spawns.
    all: Vec<u64>,
}

impl Uniform {
    pub fn new(seed: u64, estimate: &Estimate) -> Self {
        let own: Vec<u64> = estimate.tasks.iter().map(|(passed, _)| *passed).collect();
        let mut all = own.clone();
        let mut unspawned = vec![0; own.len()];
        // Those that are spawned later have higher numbers.
        for task in (1..own.len()).rev() {
            let parent = estimate.tasks[task].1 as usize;
            if parent < task {
                all[parent] += all[task];
                unspawned[parent] += all[task];
            }
        }
        Uniform { random: Random::from_seed(seed), own, unspawned, all }
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

    #[inline]
    fn weight(&self, run: &Run, task: TaskId) -> u64 {
        let place = task as usize;
        let own = self.own.get(place).copied().unwrap_or(1);
        let unspawned = self.unspawned.get(place).copied().unwrap_or(0);
        own.saturating_sub(run.task(task).passed.get()).max(1) + unspawned
    }
}

impl Choose for Uniform {
    fn choose(&mut self, view: &View<'_>) -> TaskId {
        let clock = u64::from(view.clock);
        if let Some(word) = view.run.runnable().only_word() {
            if !view.clock && word & word.wrapping_sub(1) == 0 {
                return word.trailing_zeros();
            }
            let mut rest = word;
            let mut total = clock;
            while rest != 0 {
                total += self.weight(view.run, rest.trailing_zeros());
                rest &= rest - 1;
            }
            let mut drawn = self.random.below(total);
            rest = word;
            while rest != 0 {
                let task = rest.trailing_zeros();
                let weight = self.weight(view.run, task);
                if drawn < weight {
                    return task;
                }
                drawn -= weight;
                rest &= rest - 1;
            }
            return CLOCK;
        }
        self.choose_of_many(view)
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        self.random.below(count)
    }

    #[inline]
    fn grant(&mut self, run: &Run, _: TaskId) -> u64 {
        match run.ready() == 1 && !run.has_timers() {
            true => super::FOR_EVER,
            false => 0,
        }
    }

    fn spawned(&mut self, parent: TaskId, task: TaskId) {
        let all = self.all.get(task as usize).copied().unwrap_or(0);
        if let Some(unspawned) = self.unspawned.get_mut(parent as usize) {
            *unspawned = unspawned.saturating_sub(all);
        }
    }
}
