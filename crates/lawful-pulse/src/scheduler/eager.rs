//! Newest-runnable-first: always runs the task that became runnable most recently, a child before its parent and
//! a woken task before its waker.
//!
//! The opposite of the default schedule, and as deterministic. Many mistakes in waiting show when woken tasks run
//! at once.

use super::{Cause, FOR_EVER, Next, Scheduler, SchedulingPoint};

pub(crate) struct Eager;

impl Scheduler for Eager {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        if point.cause == Cause::Yield {
            // A task that yields waits for others, also for those that yielded before it.
            point.run.make_last(point.current);
        }
        let newest = point.runnable().max_by_key(|task| point.run.task(*task).ready_since.get());
        Next::task(newest.unwrap_or(point.default)).stay(FOR_EVER)
    }
}
