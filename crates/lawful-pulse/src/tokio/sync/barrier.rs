//! Barriers that are awaited.

use std::future::{Future, poll_fn};
use std::panic::Location;
use std::task::{Poll, Waker};

use super::super::shared::{Shared, pick, remember};
use crate::run::{NOBODY, Place, Verb};

/// tokio's `Barrier`. Which of those who meet is the leader is a choice, since tokio promises nothing.
pub struct Barrier {
    count: usize,
    shared: Shared<State>,
}

struct State {
    /// How many came since it opened last.
    come: usize,
    /// How often it opened.
    opened: u64,
    /// Who is the leader of the last round, by the order in which they came.
    leader: usize,
    waiting: Vec<Waker>,
}

/// tokio's `BarrierWaitResult`.
#[derive(Debug, Clone)]
pub struct BarrierWaitResult(bool);

impl BarrierWaitResult {
    /// See tokio's.
    pub fn is_leader(&self) -> bool {
        self.0
    }
}

impl Barrier {
    /// See tokio's.
    #[track_caller]
    pub fn new(count: usize) -> Self {
        let state = State { come: 0, opened: 0, leader: 0, waiting: Vec::new() };
        // As with tokio, nobody waits for nobody.
        Barrier { count: count.max(1), shared: Shared::new(state, Location::caller()) }
    }

    /// See tokio's. Like tokio's it is not to be dropped while it waits: who came counts as having come.
    #[track_caller]
    pub fn wait(&self) -> impl Future<Output = BarrierWaitResult> {
        let place = Location::caller();
        let mut came = None;
        poll_fn(move |context| {
            let (round, order) = match came {
                Some(came) => came,
                None => match self.come(place) {
                    Ok(leads) => return Poll::Ready(BarrierWaitResult(leads)),
                    Err(waits) => *came.insert(waits),
                },
            };
            let mut state = self.shared.lock();
            if state.opened == round {
                remember(&mut state.waiting, context.waker());
                drop(state);
                self.shared.awaits(Verb::Meet, NOBODY, place);
                return Poll::Pending;
            }
            let leads = state.leader == order && state.opened == round + 1;
            drop(state);
            self.shared.acquired(Verb::Meet, None, place);
            Poll::Ready(BarrierWaitResult(leads))
        })
    }

    /// Comes to the barrier. The last one opens it and knows whether it is the leader; the others wait for
    /// the round to end, and know whether they are from the order in which they came.
    fn come(&self, place: Place) -> Result<bool, (u64, usize)> {
        self.shared.point(Verb::Meet, place);
        self.shared.released();
        let mut state = self.shared.lock();
        let (round, order) = (state.opened, state.come);
        state.come += 1;
        if state.come < self.count {
            return Err((round, order));
        }
        drop(state);
        // 0 is the one that came last, as it is with tokio.
        let leader = (order + pick(self.count, place)) % self.count;
        self.shared.wake(|state| {
            state.come = 0;
            state.opened += 1;
            state.leader = leader;
            std::mem::take(&mut state.waiting)
        });
        Ok(leader == order)
    }
}

opaque!(Barrier);
