//! Which of the messages that are on their way can be delivered next.

use std::time::Duration;

use super::world::{Parcel, World, world};
use crate::process::Order;
use crate::run::{Run, TaskId, VectorClock, entry, join};

#[track_caller]
pub(in crate::process) fn order(run: &'static Run, order: Order) {
    let world = world(run);
    assert!(world.is_silent(), "the order of messages is said before the first of them is sent");
    world.order.set(order);
}

/// Numbers of messages that are known to be sent, by process.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(VectorClock);

impl Known {
    fn of(&self, task: TaskId) -> u32 {
        self.0.get(task as usize).copied().unwrap_or(0)
    }
}

impl World {
    /// A process sends something: what it knows then.
    pub(super) fn known_at_sending(&self, from: TaskId) -> Known {
        if self.order.get() != Order::Causal {
            return Known::default();
        }
        self.with(from, |process| {
            *entry(&mut process.known.0, from) += 1;
            process.known.clone()
        })
    }

    /// Something reaches a process, or spawns it: it knows what the other knew.
    pub(super) fn learn(&self, task: TaskId, known: &Known) {
        if self.order.get() == Order::Causal {
            self.with(task, |process| join(&mut process.known.0, &known.0));
        }
    }

    pub(super) fn inherit(&self, parent: TaskId, child: TaskId) {
        let known = self.with(parent, |process| process.known.clone());
        self.learn(child, &known);
    }

    /// Senders whose next message to `task` can be delivered now, the one that was sent first in front.
    pub(super) fn deliverable(&self, run: &Run, task: TaskId) -> Vec<TaskId> {
        let (order, now) = (self.order.get(), run.clock().now());
        self.with(task, |process| {
            let mut heads: Vec<(TaskId, &Parcel)> = process
                .coming
                .iter()
                .filter_map(|(from, queue)| queue.front().map(|parcel| (*from, parcel)))
                .collect();
            heads.sort_by_key(|(_, parcel)| parcel.number);
            match order {
                Order::Pairs => {}
                Order::Mailbox => heads.truncate(1),
                Order::Causal => {
                    // What is behind the first of a queue was sent after it, so the first ones tell.
                    let all = heads.clone();
                    heads.retain(|(from, parcel)| {
                        let earlier = |(other, sent): &(TaskId, &Parcel)| {
                            other != from && sent.known.of(*other) <= parcel.known.of(*other)
                        };
                        !all.iter().any(earlier)
                    });
                }
            }
            heads.retain(|(_, parcel)| parcel.not_before <= now);
            heads.into_iter().map(|(from, _)| from).collect()
        })
    }

    /// When the next delayed message can be delivered.
    pub(super) fn next_delayed(&self, task: TaskId) -> Option<Duration> {
        self.with(task, |process| {
            let heads = process.coming.values().filter_map(|queue| queue.front());
            heads.map(|parcel| parcel.not_before).min()
        })
    }

    /// Senders from which a signal is on its way to `task`.
    pub(super) fn signalling(&self, task: TaskId) -> Vec<TaskId> {
        self.with(task, |process| {
            let signals = process
                .coming
                .iter()
                .filter(|(_, queue)| queue.iter().any(|parcel| parcel.content.is_signal()));
            let mut froms: Vec<(u64, TaskId)> = signals
                .filter_map(|(from, queue)| queue.front().map(|parcel| (parcel.number, *from)))
                .collect();
            froms.sort_unstable();
            froms.into_iter().map(|(_, from)| from).collect()
        })
    }
}
