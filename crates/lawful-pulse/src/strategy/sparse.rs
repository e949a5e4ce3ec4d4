//! Sparse schedules: the simplest choice everywhere but at a few places.
//!
//! A stall (one task stops in the middle while others do much) is one switch at one place, however much the
//! others do. A walk that may switch everywhere hardly ever leaves a task alone for long.

use lawful_core::choice::Random;

use super::{Choose, Estimate, FOR_EVER, View};
use crate::run::{Run, TaskId};

/// A place in a run: a task, and how many decisions it came to before.
pub(crate) type Place = (TaskId, u64);

pub(crate) struct Sparse {
    random: Random,
    /// Where another choice is made, in order.
    places: Vec<Place>,
}

impl Sparse {
    pub fn new(seed: u64, mut places: Vec<Place>) -> Self {
        places.sort_unstable();
        Sparse { random: Random::from_seed(seed), places }
    }

    fn is_here(&self, view: &View<'_>) -> bool {
        self.places.binary_search(&(view.current, view.at)).is_ok()
    }

    /// At how many decisions the task comes to no place.
    fn free(&self, run: &Run, task: TaskId) -> u64 {
        let passed = run.task(task).passed.get();
        let next = self.places.partition_point(|place| *place < (task, passed));
        let next = self.places.get(next).filter(|place| place.0 == task);
        next.map_or(FOR_EVER, |place| place.1 - passed)
    }
}

/// The place with this number, if all places of all tasks are counted one after the other.
pub(crate) fn place_at(estimate: &Estimate, number: u64) -> Place {
    let mut number = number;
    for (task, (passed, _)) in estimate.tasks.iter().enumerate() {
        if number < *passed {
            return (task as TaskId, number);
        }
        number -= passed;
    }
    (0, 0)
}

/// Any place: of a task that is drawn first, so that what few things a task does are tried as often as the
/// many of another.
pub(crate) fn place_of_any_task(estimate: &Estimate, random: &mut Random) -> Place {
    let task = random.below(estimate.tasks.len() as u64);
    let passed = estimate.tasks.get(task as usize).map_or(0, |task| task.0);
    (task as TaskId, random.below(passed))
}

impl Choose for Sparse {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let others = view.count() - 1;
        let chosen = match others > 0 && self.is_here(view) {
            true => view.nth_other(self.random.below(u64::from(others)) as u32),
            false => view.default,
        };
        let grant = if chosen == super::CLOCK { 0 } else { self.free(view.run, chosen) };
        (chosen, grant)
    }

    fn pick(&mut self, view: &View<'_>, count: u64) -> u64 {
        match count > 1 && self.is_here(view) {
            true => 1 + self.random.below(count - 1),
            false => 0,
        }
    }

    fn minds_others(&self) -> bool {
        false
    }
}
