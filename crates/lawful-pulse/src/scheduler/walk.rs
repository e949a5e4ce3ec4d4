//! Random walk: every runnable task is equally likely at every scheduling point (`Rand` in Thomson, Donaldson and
//! Betts, "Concurrency Testing Using Schedule Bounding: an Empirical Study", PPoPP 2014).
//!
//! The number of scheduling points at which the current task stays has a geometric distribution, and is drawn at
//! once, so that a point at which it stays costs no decision.

use lawful_core::choice::Random;

use super::{CLOCK, Cause, FOR_EVER, Next, Scheduler, SchedulingPoint};

pub(crate) struct Walk {
    random: Random,
    /// Number of choices when the last stay was drawn. At the end of the stay comes a switch, unless the number
    /// has changed by then.
    armed: u32,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        Walk { random: Random::from_seed(seed), armed: 0 }
    }

    /// Number of times in a row that the first of `count` is drawn.
    #[inline(always)]
    fn stays(&mut self, count: u32) -> u64 {
        match count {
            1 => FOR_EVER,
            2 => u64::from((self.random.next_word() | 1 << 63).trailing_zeros()),
            _ => {
                let mut stays = 0;
                while self.random.one_in(u64::from(count)) {
                    stays += 1;
                }
                stays
            }
        }
    }
}

impl Scheduler for Walk {
    #[inline(always)]
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let count = point.count();
        let armed = std::mem::replace(&mut self.armed, count);
        if point.cause != Cause::Operation {
            let chosen = point.nth(self.random.below(u64::from(count)) as u32);
            return Next::task(chosen).stay(self.stays(count));
        }
        if armed != count || point.disturbed {
            match self.stays(count) {
                0 => {}
                stays => return Next::task(point.current).stay(stays - 1),
            }
        }
        let chosen = match count {
            2 => point.nth_other(0),
            _ => point.nth_other(self.random.below(u64::from(count) - 1) as u32),
        };
        if chosen == CLOCK {
            // The task that runs after the timer is another decision.
            self.armed = 0;
            return Next::clock();
        }
        Next::task(chosen).stay(self.stays(count))
    }

    fn pick(&mut self, _: &SchedulingPoint<'_>, count: u64) -> u64 {
        self.armed = 0;
        self.random.below(count)
    }
}
