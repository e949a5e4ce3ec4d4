//! The random walk: at every point each of those that can go on is as likely as any other.
//!
//! The number of points at which the running task stays has a geometric distribution, and is drawn at once,
//! so that a point at which it stays costs no decision.

use lawful_core::choice::Random;

use super::{CLOCK, Choose, FOR_EVER, Turn, View};
use crate::run::{Run, TaskId};

pub(crate) struct Walk {
    random: Random,
    /// The points at which the task stays were granted; the next one is a switch.
    armed: bool,
    grant: u64,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        Walk { random: Random::from_seed(seed), armed: false, grant: 0 }
    }

    /// How many times in a row the first of `count` is drawn.
    #[inline]
    fn stays(&mut self, count: u32) -> u64 {
        if count == 2 {
            return u64::from((self.random.next_word() | 1 << 63).trailing_zeros());
        }
        let mut stays = 0;
        while self.random.one_in(u64::from(count)) {
            stays += 1;
        }
        stays
    }

    #[inline]
    fn arm(&mut self, count: u32) {
        self.armed = count > 1;
        self.grant = if count > 1 { self.stays(count) } else { FOR_EVER };
    }
}

impl Choose for Walk {
    #[inline]
    fn choose(&mut self, view: &View<'_>) -> TaskId {
        let count = view.count();
        if view.turn != Turn::Point {
            let chosen = view.nth(self.random.below(u64::from(count)) as u32);
            self.arm(count);
            return chosen;
        }
        if !std::mem::take(&mut self.armed) {
            self.arm(count);
            if self.grant > 0 {
                self.grant -= 1;
                return view.current;
            }
        }
        let chosen = match count {
            2 => view.nth_other(0),
            _ => view.nth_other(self.random.below(u64::from(count) - 1) as u32),
        };
        match chosen {
            // Who goes on after it is another decision.
            CLOCK => (self.armed, self.grant) = (false, 0),
            _ => self.arm(count),
        }
        chosen
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        self.armed = false;
        self.random.below(count)
    }

    #[inline]
    fn grant(&mut self, _: &Run, _: TaskId) -> u64 {
        match self.armed || self.grant == FOR_EVER {
            true => std::mem::take(&mut self.grant),
            false => 0,
        }
    }
}
