//! Calls in the order of real time.
//!
//! Let *first* be the call that returned first of those that were not taken. A call can come next if it was
//! invoked before first returned. So whatever was taken either returned before first did, and of those all
//! were taken, or was open when first returned. Calls that are open at the same time have different
//! slots, and a place is first with the set of slots of the taken calls that were open then.

use super::frontier::{Calls, Frontier};
use super::set::Set;
use super::sight::{Known, Sight};
use crate::Effect;
use crate::fingerprint::mix;
use crate::history::Event;

pub(crate) struct RealTime<S> {
    /// By the call that is first, where its list in `open` begins.
    starts: Vec<usize>,
    /// The calls that were open when first returned, itself included, in the order of their returns.
    open: Vec<u32>,
    /// By call, how many had returned when it was invoked.
    returned_before: Vec<u32>,
    /// By returned call.
    slots: Vec<u32>,
    /// By call; equal for calls that are alike and were open at the same time.
    classes: Vec<u32>,
    returned: u32,
    none: S,
}

#[derive(Clone, PartialEq)]
pub(crate) struct Place<S> {
    first: u32,
    open: S,
}

/// How many calls that returned are open at the same time.
pub(crate) fn most_open(events: &[Event], calls: &Calls) -> usize {
    let (mut open, mut most) = (0, 0);
    for event in events {
        match *event {
            Event::Invoked(index) if calls.number(index) < calls.returned => open += 1,
            Event::Invoked(_) => {}
            Event::Returned(_) => open -= 1,
        }
        most = most.max(open);
    }
    most
}

impl<S: Set> RealTime<S> {
    pub(crate) fn new(
        calls: &Calls,
        events: &[Event],
        alike: impl Fn(usize, usize) -> bool,
    ) -> RealTime<S> {
        let mut frontier = RealTime {
            starts: Vec::with_capacity(calls.returned + 1),
            open: Vec::new(),
            returned_before: vec![0; calls.indices.len()],
            slots: vec![0; calls.returned],
            classes: (0..calls.indices.len() as u32).collect(),
            returned: calls.returned as u32,
            none: S::empty(),
        };
        let mut open: Vec<u32> = Vec::new();
        let mut pending: Vec<u32> = Vec::new();
        let mut free_slots: Vec<u32> = Vec::new();
        let mut returned = 0;
        for event in events {
            match *event {
                Event::Invoked(index) => {
                    let call = calls.numbers[index];
                    frontier.returned_before[call as usize] = returned;
                    let other = open
                        .iter()
                        .chain(&pending)
                        .find(|other| alike(index, calls.indices[**other as usize]));
                    if let Some(other) = other {
                        frontier.classes[call as usize] = frontier.classes[*other as usize];
                    }
                    if call < frontier.returned {
                        let slot = free_slots.pop().unwrap_or(open.len() as u32);
                        frontier.slots[call as usize] = slot;
                        let position = open.partition_point(|other| *other < call);
                        open.insert(position, call);
                    } else if other.is_none_or(|other| *other < frontier.returned) {
                        // One pending call of each class is enough to compare with.
                        pending.push(call);
                    }
                }
                Event::Returned(_) => {
                    frontier.starts.push(frontier.open.len());
                    frontier.open.extend_from_slice(&open);
                    // What returns now is the first of the open calls, in the order of returns.
                    let call = open.remove(0);
                    free_slots.push(frontier.slots[call as usize]);
                    returned += 1;
                }
            }
        }
        frontier.starts.push(frontier.open.len());
        frontier
    }

    /// By call, the first to return of the writes that were invoked after it had returned; the number of
    /// returned calls if there is none. Nothing if no call overwrites.
    fn overwritten<T>(&self, known: &[Known<T>]) -> Option<Vec<u32>> {
        let is_write = |call: &u32| known[*call as usize].effect == Effect::Overwrites;
        // Where all writes are pending, none is certain to overwrite, and they may be hidden all the same.
        if !(0..known.len() as u32).any(|call| is_write(&call)) {
            return None;
        }
        let mut writes: Vec<u32> = (0..self.returned).filter(is_write).collect();
        // From the last invocation to the first, with calls from the last return to the first.
        writes.sort_unstable_by_key(|write| self.returned_before[*write as usize]);
        let mut overwritten = vec![self.returned; known.len()];
        let mut end = self.returned;
        for call in (0..self.returned).rev() {
            while let Some(write) = writes.last()
                && self.returned_before[*write as usize] > call
            {
                end = end.min(*write);
                writes.pop();
            }
            overwritten[call as usize] = end;
        }
        Some(overwritten)
    }

    fn open_at(&self, first: u32) -> &[u32] {
        let first = first as usize;
        &self.open[self.starts[first]..self.starts[first + 1]]
    }
}

impl<S: Set> Frontier for RealTime<S> {
    type Place = Place<S>;

    fn start(&self) -> Place<S> {
        Place { first: 0, open: self.none.clone() }
    }

    fn hash(&self, place: &Place<S>) -> u64 {
        mix(place.open.hash() ^ mix(u64::from(place.first)))
    }

    fn taken(&self, place: &Place<S>) -> usize {
        place.first as usize + place.open.len()
    }

    fn candidates(&self, place: &Place<S>, earlier: Option<&Place<S>>, candidates: &mut Vec<u32>) {
        if place.first == self.returned {
            return;
        }
        let is_new = |call: u32| {
            earlier.is_none_or(|earlier| self.returned_before[call as usize] > earlier.first)
        };
        let is_taken = |call: u32| place.open.has(self.slots[call as usize] as usize);
        let open = self.open_at(place.first).iter().copied();
        candidates.extend(open.filter(|call| is_new(*call) && !is_taken(*call)));
    }

    fn take(&self, place: &mut Place<S>, call: u32) {
        if call != place.first {
            place.open.insert(self.slots[call as usize] as usize);
            return;
        }
        // The slots of calls that returned before first are given to others, so they leave the set.
        place.first += 1;
        while place.first < self.returned {
            let slot = self.slots[place.first as usize] as usize;
            if !place.open.has(slot) {
                break;
            }
            place.open.remove(slot);
            place.first += 1;
        }
    }

    fn is_taken(&self, place: &Place<S>, call: u32) -> bool {
        call < place.first
            || (self.returned_before[call as usize] <= place.first
                && place.open.has(self.slots[call as usize] as usize))
    }

    fn sight<T>(&self, known: &[Known<T>], is_allowed: impl Fn(&T, u32) -> bool) -> Option<Sight> {
        let overwritten = self.overwritten(known)?;
        let limits =
            (0..self.returned).map(|call| call as usize + self.open_at(call).len() - 1).collect();
        // Up to the return of whatever overwrites the write for certain.
        let may_follow = |write: u32, followers: &mut Vec<u32>| {
            let end = overwritten[write as usize];
            followers.extend(self.returned_before[write as usize]..end);
            if end < self.returned {
                followers.extend_from_slice(self.open_at(end));
            }
            followers.extend(self.returned..known.len() as u32);
        };
        let may_precede = |one: u32, other: u32| self.returned_before[one as usize] <= other;
        Some(Sight::new(known, limits, may_follow, may_precede, is_allowed))
    }

    fn pending(&self, place: &Place<S>, candidates: &mut Vec<u32>) {
        let pending = self.returned..self.returned_before.len() as u32;
        candidates
            .extend(pending.take_while(|call| self.returned_before[*call as usize] <= place.first));
    }

    fn class(&self, call: u32) -> u32 {
        self.classes[call as usize]
    }
}
