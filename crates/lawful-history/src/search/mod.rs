//! The search for an order.
//!
//! Wing and Gong ("Testing and verifying concurrent objects", 1993) search depth first: of the calls that
//! nothing keeps from coming next, one that the specification allows is taken, and taken back if
//! the rest cannot be explained. Lowe ("Testing for linearizability", 2017) remembers which calls were
//! taken with which state, and does not go on from there twice. We differ from them in this:
//!
//! - There is no list of events from which calls are lifted. In real time the taken calls are all those that
//!   returned up to a point, and some of those that were open then (`real_time.rs`), so a set of taken calls
//!   is a number and a word, and looking it up costs the same in a long history.
//! - A call that only observes is taken at once where it can come next and is allowed, and never taken back.
//!   Where an order of the rest has it later, or not at all, it can have it first: no call before it in
//!   that order is one that it must follow, and none of them sees a difference. That it leaves this one
//!   state as it is would not be enough: a write of what is there already may be needed later, to undo
//!   another write.
//! - Of calls that are alike and can both come next, only the one that returned first is tried. In an order
//!   that has the other one first, the two can change places: whatever must follow the other was invoked
//!   after the other's return, so it must follow the first as well.
//! - Pending calls are tried last. What cannot be explained cannot be explained with more pending calls
//!   taken in the same state either, since none of them has to be taken. Nor does taking one help that
//!   leaves the state as it is.
//! - Where a search turns out to be long, it looks at who can still see what a write wrote (`sight.rs`).
//!
//! All of these keep the number of returned calls in the longest order.

mod frontier;
mod memo;
mod processes;
mod real_time;
mod set;
mod sight;
mod walk;

use crate::history::Event;
use crate::{Consistency, History, Specification, Verdict};
use frontier::Calls;
use processes::Processes;
use real_time::RealTime;
use walk::Walk;

/// How many steps are left, for all parts of a history together.
pub(crate) struct Budget {
    most: u64,
    pub(crate) made: u64,
    /// Kept for its memory, from one part of a history to the next.
    numbers: Vec<u32>,
}

impl Budget {
    pub(crate) fn new(most: Option<u64>) -> Budget {
        Budget { most: most.unwrap_or(u64::MAX), made: 0, numbers: Vec::new() }
    }

    /// Whether there was a step left, which is then used.
    fn step(&mut self) -> bool {
        let left = self.made < self.most;
        self.made += u64::from(left);
        left
    }
}

/// The verdict on some calls of a history, whose events are given.
pub(crate) fn verify_part<S: Specification>(
    specification: &S,
    history: &History<S::Call>,
    events: &[Event],
    consistency: Consistency,
    budget: &mut Budget,
) -> Verdict {
    let calls = Calls::new(history, events, std::mem::take(&mut budget.numbers));
    let verdict = match consistency {
        Consistency::Linearizable => {
            let alike = |one: usize, other: usize| {
                specification.alike(&history.call(one).call, &history.call(other).call)
            };
            let slots = real_time::most_open(events, &calls);
            if slots <= 64 && calls.pending() <= 64 {
                let frontier = RealTime::<u64>::new(&calls, events, alike);
                Walk::<_, _, u64>::new(specification, history, &calls, &frontier).run(budget)
            } else {
                let frontier = RealTime::<Vec<u64>>::new(&calls, events, alike);
                Walk::<_, _, Vec<u64>>::new(specification, history, &calls, &frontier).run(budget)
            }
        }
        Consistency::Sequential => {
            let frontier = Processes::new(&calls, history);
            if calls.pending() <= 64 {
                Walk::<_, _, u64>::new(specification, history, &calls, &frontier).run(budget)
            } else {
                Walk::<_, _, Vec<u64>>::new(specification, history, &calls, &frontier).run(budget)
            }
        }
    };
    budget.numbers = calls.numbers;
    verdict
}
