//! The random walk: at every point each of those that can go on is as likely as any other.
//!
//! The number of points at which the running task stays has a geometric distribution, and is drawn at once,
//! so that a point at which it stays costs no decision.

use lawful_core::choice::Random;

use super::{CLOCK, Choose, FOR_EVER, Turn, View};
use crate::run::TaskId;

pub(crate) struct Walk {
    random: Random,
    /// The points at which the task stays were granted; the next one is a switch, unless others can go on by
    /// then than could before.
    armed: u32,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        Walk { random: Random::from_seed(seed), armed: 0 }
    }

    /// How many times in a row the first of `count` is drawn.
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

impl Choose for Walk {
    #[inline(always)]
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let count = view.count();
        let armed = std::mem::replace(&mut self.armed, count);
        if view.turn != Turn::Point {
            let chosen = view.nth(self.random.below(u64::from(count)) as u32);
            return (chosen, self.stays(count));
        }
        if armed != count || view.disturbed {
            match self.stays(count) {
                0 => {}
                stays => return (view.current, stays - 1),
            }
        }
        let chosen = match count {
            2 => view.nth_other(0),
            _ => view.nth_other(self.random.below(u64::from(count) - 1) as u32),
        };
        if chosen == CLOCK {
            // Who goes on after it is another decision.
            self.armed = 0;
            return (chosen, 0);
        }
        (chosen, self.stays(count))
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        self.armed = 0;
        self.random.below(count)
    }
}
