//! Priorities at random, lowered at a few points (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A
//! Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
//!
//! The task with the highest priority runs. With `depth` d there are d - 1 points, drawn from as many as the
//! last run had, at which the running task falls below all others. Unlike the paper, a task that
//! yields falls below all others too: it says itself that it waits for them.

use lawful_core::choice::Random;

use super::{CLOCK, Choose, Estimate, FOR_EVER, Turn, View};
use crate::run::TaskId;

pub(crate) struct Priorities {
    random: Random,
    /// Those of tasks, in the order of their numbers.
    of_tasks: Vec<u64>,
    of_clock: u64,
    /// Where the running task falls, the last one first.
    falls: Vec<u64>,
    /// What the next task that falls has left of priority.
    lowest: u64,
}

/// Priorities that were drawn are above this, those of tasks that fell below.
const DRAWN: u64 = 1 << 32;

impl Priorities {
    pub fn new(seed: u64, depth: u32, estimate: &Estimate) -> Self {
        let mut random = Random::from_seed(seed);
        let length = estimate.points.max(1);
        let mut falls: Vec<u64> = (1..depth).map(|_| random.below(length)).collect();
        falls.sort_unstable_by(|one, other| other.cmp(one));
        let of_clock = DRAWN + (random.next_word() >> 32);
        Priorities { random, of_tasks: Vec::new(), of_clock, falls, lowest: DRAWN - 1 }
    }

    #[inline]
    fn of(&mut self, task: TaskId) -> u64 {
        while self.of_tasks.len() <= task as usize {
            self.of_tasks.push(DRAWN + (self.random.next_word() >> 32));
        }
        self.of_tasks[task as usize]
    }

    fn fall(&mut self, task: TaskId) {
        self.of(task);
        self.of_tasks[task as usize] = self.lowest;
        self.lowest = self.lowest.saturating_sub(1);
    }

    fn highest(&mut self, view: &View<'_>) -> TaskId {
        let mut best = (0, view.default);
        let mut consider = |priority: u64, task: TaskId| {
            if priority > best.0 {
                best = (priority, task);
            }
        };
        match view.run.runnable().only_word() {
            Some(mut rest) => {
                while rest != 0 {
                    let task = rest.trailing_zeros();
                    consider(self.of(task), task);
                    rest &= rest - 1;
                }
            }
            None => {
                for task in view.run.runnable().to_vec() {
                    consider(self.of(task), task);
                }
            }
        }
        if view.clock {
            consider(self.of_clock, CLOCK);
        }
        best.1
    }
}

impl Choose for Priorities {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        while self.falls.last().is_some_and(|fall| *fall <= view.points) {
            self.falls.pop();
            if view.turn == Turn::Point {
                self.fall(view.current);
            }
        }
        if view.turn == Turn::Yield {
            self.fall(view.current);
        }
        let chosen = self.highest(view);
        if chosen == CLOCK {
            // It has had its turn; otherwise it would run until no timer is left.
            self.of_clock = self.lowest;
            self.lowest = self.lowest.saturating_sub(1);
        }
        let next = self.falls.last().copied().unwrap_or(FOR_EVER);
        (chosen, next.saturating_sub(view.points + 1))
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        self.random.below(count)
    }
}
