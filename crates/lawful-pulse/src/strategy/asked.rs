//! Every decision is asked for: a walk through all schedules, or a fuzzer.

use lawful_core::choice::Asked as Decider;

use super::{Choose, View};
use crate::run::{Run, TaskId};

pub(crate) struct Asked(pub Decider);

impl Choose for Asked {
    fn choose(&mut self, view: &View<'_>) -> TaskId {
        let count = view.count();
        if count == 1 {
            return view.nth(0);
        }
        match self.0.decide(u64::from(count)) as u32 {
            0 => view.default,
            other => view.nth_other(other - 1),
        }
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        if count > 1 { self.0.decide(count) } else { 0 }
    }

    fn grant(&mut self, _: &Run, _: TaskId) -> u64 {
        0
    }
}
