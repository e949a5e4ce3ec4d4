//! The calls of each key on their own, and their orders as one.
//!
//! Linearizability is local (Herlihy and Wing, "Linearizability: a correctness condition for concurrent
//! objects", 1990): a history is explained if the calls of each object are.

use std::collections::BTreeMap;

use crate::History;
use crate::history::Event;

/// The events of each key, in the order in which the keys first come; nothing if a call has no key.
pub(crate) fn parts<C, K: Ord>(
    history: &History<C>,
    key: impl Fn(&C) -> Option<K>,
) -> Option<Vec<Vec<Event>>> {
    let mut numbers = BTreeMap::new();
    let mut part_of = vec![0; history.len()];
    let mut parts: Vec<Vec<Event>> = Vec::new();
    for event in history.events() {
        match *event {
            Event::Invoked(call) => {
                let number = *numbers.entry(key(&history.call(call).call)?).or_insert(parts.len());
                if number == parts.len() {
                    parts.push(Vec::new());
                }
                part_of[call] = number;
                parts[number].push(*event);
            }
            Event::Returned(call) => parts[part_of[call]].push(*event),
        }
    }
    Some(parts)
}

/// One order of all calls that agrees with real time and with the order of each part.
///
/// Each call is put at the earliest moment that its part allows: when it was invoked, or when the latest
/// of those before it in its part was. That is before it returned, since a call that comes before
/// another was not invoked after the other's return.
pub(crate) fn woven<C>(history: &History<C>, orders: &[Vec<usize>]) -> Vec<usize> {
    let mut placed = Vec::with_capacity(history.len());
    for (part, order) in orders.iter().enumerate() {
        let mut moment = 0;
        for (position, call) in order.iter().enumerate() {
            moment = moment.max(history.call(*call).invoked);
            placed.push((moment, part, position, *call));
        }
    }
    placed.sort_unstable();
    placed.into_iter().map(|(.., call)| call).collect()
}
