//! Sparse schedules: the default choice everywhere but at a few random places, as in delay-bounded scheduling
//! (Emmi, Qadeer and Rakamarić, "Delay-Bounded Scheduling", POPL 2011).
//!
//! A stall (one task stops in the middle while others do much) is one context switch at one place, however much
//! the others do. A walk that may switch everywhere hardly ever leaves a task alone for long.

use lawful_core::choice::Random;

use super::{CLOCK, Estimate, FOR_EVER, Next, Scheduler, SchedulingPoint, TaskId};
use crate::run::Run;

/// Place in a run: a task, and the number of scheduling points that it came to before.
pub(crate) type Place = (TaskId, u64);

pub(crate) struct Sparse {
    random: Random,
    /// Places where another choice is made, in order.
    places: Vec<Place>,
}

impl Sparse {
    pub fn new(seed: u64, mut places: Vec<Place>) -> Self {
        places.sort_unstable();
        Sparse { random: Random::from_seed(seed), places }
    }

    fn is_here(&self, point: &SchedulingPoint<'_>) -> bool {
        self.places.binary_search(&(point.current, point.at)).is_ok()
    }

    /// Number of scheduling points of a task before its next place.
    fn free(&self, run: &Run, task: TaskId) -> u64 {
        let passed = run.task(task).passed.get();
        let next = self.places.partition_point(|place| *place < (task, passed));
        let next = self.places.get(next).filter(|place| place.0 == task);
        next.map_or(FOR_EVER, |place| place.1 - passed)
    }
}

/// Place with this number, counting those of one task after those of another.
pub(crate) fn place_at(estimate: &Estimate, number: u64) -> Place {
    let mut number = number;
    for (id, task) in estimate.tasks.iter().enumerate() {
        if number < task.points {
            return (id as TaskId, number);
        }
        number -= task.points;
    }
    (0, 0)
}

/// Random place of a random task.
// The task is drawn first, so that the few places of a short task are tried as often as the many of a long one.
pub(crate) fn place_of_any_task(estimate: &Estimate, random: &mut Random) -> Place {
    let task = random.below(estimate.tasks.len() as u64);
    let points = estimate.tasks.get(task as usize).map_or(0, |task| task.points);
    (task as TaskId, random.below(points))
}

impl Scheduler for Sparse {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let others = point.count() - 1;
        let chosen = match others > 0 && self.is_here(point) {
            true => point.nth_other(self.random.below(u64::from(others)) as u32),
            false => point.default,
        };
        match chosen {
            CLOCK => Next::clock(),
            task => Next::task(task).stay(self.free(point.run, task)),
        }
    }

    fn pick(&mut self, point: &SchedulingPoint<'_>, count: u64) -> u64 {
        match count > 1 && self.is_here(point) {
            true => 1 + self.random.below(count - 1),
            false => 0,
        }
    }
}
