//! PCT, random priorities that are lowered at a few scheduling points (Burckhardt, Kothari, Musuvathi and
//! Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
//!
//! The task with the highest priority runs. With `depth` d there are d - 1 scheduling points, drawn from as many
//! as the last run had, at which the current task falls below all others. Unlike in the paper, a task that yields
//! falls below all others too, since it waits for them.

use lawful_core::choice::{Random, mix};

use super::{CLOCK, Cause, Estimate, FOR_EVER, Next, Scheduler, SchedulingPoint, TaskId};

pub(crate) struct Priorities {
    random: Random,
    /// Seed of the priorities: that of a task is a hash of this and its number, and needs no memory.
    seed: u64,
    /// Tasks that fell, the last one last, with the priority that is left to them.
    fallen: Vec<(TaskId, u64)>,
    /// Scheduling points at which the current task falls, the last one first, and the number that is left.
    falls: [u64; MOST_FALLS],
    left: usize,
    /// Priority of the next task that falls.
    lowest: u64,
}

/// Maximum number of scheduling points at which a task falls.
const MOST_FALLS: usize = 7;
/// Border between the priorities that were drawn and the lower ones of tasks that fell.
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
        // A task that falls again and again is kept once.
        self.fallen.retain(|(fallen, _)| *fallen != task);
        self.fallen.push((task, self.lowest));
        self.lowest = self.lowest.saturating_sub(1);
    }

    fn next_fall(&self) -> u64 {
        if self.left == 0 { FOR_EVER } else { self.falls[self.left - 1] }
    }

    fn highest(&self, point: &SchedulingPoint<'_>) -> TaskId {
        let mut best = (0, point.default);
        let mut consider = |priority: u64, task: TaskId| {
            if priority > best.0 {
                best = (priority, task);
            }
        };
        match point.only_word() {
            Some(mut rest) => {
                while rest != 0 {
                    let task = rest.trailing_zeros();
                    consider(self.of(task), task);
                    rest &= rest - 1;
                }
            }
            None => {
                for task in point.runnable() {
                    consider(self.of(task), task);
                }
            }
        }
        if point.has_timer {
            consider(self.of(CLOCK), CLOCK);
        }
        best.1
    }
}

impl Scheduler for Priorities {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        while self.next_fall() <= point.points {
            self.left -= 1;
            if point.cause == Cause::Operation {
                self.fall(point.current);
            }
        }
        if point.cause == Cause::Yield {
            self.fall(point.current);
        }
        let chosen = self.highest(point);
        if chosen == CLOCK {
            // Otherwise the clock would be chosen until no timer is left.
            self.fall(CLOCK);
        }
        Next::task(chosen).stay(self.next_fall().saturating_sub(point.points + 1))
    }

    fn pick(&mut self, _: &SchedulingPoint<'_>, count: u64) -> u64 {
        self.random.below(count)
    }
}
