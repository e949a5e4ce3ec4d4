//! Priorities at random, lowered at a few points (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A
//! Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
//!
//! The task with the highest priority runs. With `depth` d there are d - 1 points, drawn from as many as the
//! last run had, at which the running task falls below all others. Unlike the paper, a task that
//! yields falls below all others too: it says itself that it waits for them.

use lawful_core::choice::{Random, mix};

use super::{CLOCK, Choose, Estimate, FOR_EVER, Turn, View};
use crate::run::TaskId;

pub(crate) struct Priorities {
    random: Random,
    /// A task's priority is drawn from this and its number, so that nothing has to be kept of it.
    seed: u64,
    /// Those that fell, the last one last, with what they have left.
    fallen: Vec<(TaskId, u64)>,
    /// Where the running task falls, the last one first, and how many of them are left.
    falls: [u64; MOST_FALLS],
    left: usize,
    /// What the next one that falls has left of priority.
    lowest: u64,
}

/// How many points there are at most at which a task falls.
const MOST_FALLS: usize = 7;
/// Priorities that were drawn are above this, those of tasks that fell below.
const DRAWN: u64 = 1 << 32;

impl Priorities {
    pub fn new(seed: u64, depth: u32, estimate: &Estimate) -> Self {
        let mut random = Random::from_seed(seed);
        let length = estimate.points.max(1);
        let left = (depth.max(1) as usize - 1).min(MOST_FALLS);
        let mut falls = [0; MOST_FALLS];
        falls[..left].iter_mut().for_each(|fall| *fall = random.below(length));
        falls[..left].sort_unstable_by(|one, other| other.cmp(one));
        Priorities { random, seed, fallen: Vec::new(), falls, left, lowest: DRAWN - 1 }
    }

    #[inline]
    fn of(&self, task: TaskId) -> u64 {
        let fell = self.fallen.iter().rev().find(|(fallen, _)| *fallen == task);
        match fell {
            Some((_, priority)) => *priority,
            None => DRAWN + (mix(self.seed, u64::from(task)) >> 32),
        }
    }

    fn fall(&mut self, task: TaskId) {
        // One that falls again and again is kept once.
        self.fallen.retain(|(fallen, _)| *fallen != task);
        self.fallen.push((task, self.lowest));
        self.lowest = self.lowest.saturating_sub(1);
    }

    fn next_fall(&self) -> u64 {
        if self.left == 0 { FOR_EVER } else { self.falls[self.left - 1] }
    }

    fn highest(&self, view: &View<'_>) -> TaskId {
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
            consider(self.of(CLOCK), CLOCK);
        }
        best.1
    }
}

impl Choose for Priorities {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        while self.next_fall() <= view.points {
            self.left -= 1;
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
            self.fall(CLOCK);
        }
        (chosen, self.next_fall().saturating_sub(view.points + 1))
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        self.random.below(count)
    }
}
