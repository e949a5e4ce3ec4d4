//! Every decision is asked for: a walk through all schedules, or a fuzzer.

use lawful_core::choice::Asked as Decider;

use super::{Choose, View};
use crate::run::TaskId;

pub(crate) struct Asked(pub Decider);

impl Choose for Asked {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let count = view.count();
        if count == 1 {
            return (view.nth(0), 0);
        }
        let chosen = match self.0.decide(u64::from(count)) as u32 {
            0 => view.default,
            other => view.nth_other(other - 1),
        };
        (chosen, 0)
    }

    fn pick(&mut self, _: &View<'_>, count: u64) -> u64 {
        if count > 1 { self.0.decide(count) } else { 0 }
    }
}
