//! Decisions made outside of the run: by a walk through all schedules, or by a fuzzer.

use lawful_core::choice::Asked as Decider;

use super::{Next, Scheduler, SchedulingPoint};

pub(crate) struct Asked(pub Decider);

impl Asked {
    /// Tells that the run begins again with more scheduling points, so that the decisions so far count for nothing. A
    /// decision without an alternative says so: there is no other of them.
    pub fn begin_again(decider: &Decider) {
        decider.decide(1);
    }
}

impl Scheduler for Asked {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let count = point.count();
        if count == 1 {
            return Next::task(point.nth(0));
        }
        Next::task(match self.0.decide(u64::from(count)) as u32 {
            0 => point.default,
            other => point.nth_other(other - 1),
        })
    }

    fn pick(&mut self, _: &SchedulingPoint<'_>, count: u64) -> u64 {
        if count > 1 { self.0.decide(count) } else { 0 }
    }
}
