//! Sparse schedules: the simplest choice everywhere but at a few places.
//!
//! A stall (one task stops in the middle while others do much) is one switch at one place, however much the
//! others do. A walk that may switch everywhere hardly ever leaves a task alone for long.

use lawful_core::choice::Random;

use super::{Choose, Estimate, FOR_EVER, View};
use crate::run::{Run, TaskId};

pub(crate) struct Sparse {
    random: Random,
    /// Where another choice is made, the last place first.
    places: Vec<u64>,
}

impl Sparse {
    /// One other choice, at this place.
    pub fn single(seed: u64, place: u64) -> Self {
        Sparse { random: Random::from_seed(seed), places: vec![place] }
    }

    /// Some other choices, at places drawn at random.
    pub fn several(seed: u64, count: u64, estimate: &Estimate) -> Self {
        let mut random = Random::from_seed(seed);
        // The run gets longer by what the switches let others do.
        let length = estimate.points.max(1);
        let mut places: Vec<u64> = (0..count).map(|_| random.below(length)).collect();
        places.sort_unstable_by(|one, other| other.cmp(one));
        places.dedup();
        Sparse { random, places }
    }

    /// Whether this is a place for another choice.
    fn is_here(&mut self, points: u64) -> bool {
        let here = self.places.last().is_some_and(|place| *place <= points);
        while self.places.last().is_some_and(|place| *place <= points) {
            self.places.pop();
        }
        here
    }
}

impl Choose for Sparse {
    fn choose(&mut self, view: &View<'_>) -> TaskId {
        let others = view.count() - 1;
        // Where there is nobody else, the place is the next one with somebody.
        if others == 0 || !self.is_here(view.points) {
            return view.default;
        }
        view.nth_other(self.random.below(u64::from(others)) as u32)
    }

    fn pick(&mut self, view: &View<'_>, count: u64) -> u64 {
        match count > 1 && self.is_here(view.points) {
            true => 1 + self.random.below(count - 1),
            false => 0,
        }
    }

    #[inline]
    fn grant(&mut self, run: &Run, _: TaskId) -> u64 {
        let next = self.places.last().copied().unwrap_or(FOR_EVER);
        next.saturating_sub(run.points())
    }

    fn minds_others(&self) -> bool {
        false
    }
}
