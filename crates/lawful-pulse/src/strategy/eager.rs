//! Whoever became able to go on last goes first: what is spawned before who spawned it, what is woken before
//! who woke it.
//!
//! It is the opposite of the simplest schedule, and as little a matter of chance. Much of what is wrong with
//! waiting shows when those that are woken go on at once.

use super::{CLOCK, Choose, FOR_EVER, Turn, View};
use crate::run::TaskId;

pub(crate) struct Eager;

impl Choose for Eager {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        if view.turn == Turn::Yield {
            // It says itself that it waits for others, also for those that yielded before it.
            view.run.make_last(view.current);
        }
        let ready = (0..view.count()).map(|index| view.nth(index)).filter(|task| *task != CLOCK);
        let last = ready.max_by_key(|task| view.run.task(*task).ready_since.get());
        (last.unwrap_or(view.default), FOR_EVER)
    }

    fn pick(&mut self, _: &View<'_>, _: u64) -> u64 {
        0
    }
}
