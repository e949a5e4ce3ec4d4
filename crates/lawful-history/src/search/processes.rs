//! Calls in the order of each process, whenever those of others were.

use super::frontier::{Calls, Frontier};
use super::sight::{Known, Sight};
use crate::History;
use crate::fingerprint::mix;

pub(crate) struct Processes {
    /// The calls of each process that returned, one after the other.
    returned: Vec<Vec<u32>>,
    /// The pending call of each process, which is its last.
    pending: Vec<Option<u32>>,
    /// By call.
    processes: Vec<u32>,
}

impl Processes {
    pub(crate) fn new<C>(calls: &Calls, history: &History<C>) -> Processes {
        let mut names: Vec<u64> =
            calls.indices.iter().map(|index| history.call(*index).process).collect();
        names.sort_unstable();
        names.dedup();
        let mut frontier = Processes {
            returned: vec![Vec::new(); names.len()],
            pending: vec![None; names.len()],
            processes: Vec::with_capacity(calls.indices.len()),
        };
        for (call, index) in calls.indices.iter().enumerate() {
            let process = names.partition_point(|name| *name < history.call(*index).process);
            frontier.processes.push(process as u32);
            if call < calls.returned {
                frontier.returned[process].push(call as u32);
            } else {
                frontier.pending[process] = Some(call as u32);
            }
        }
        frontier
    }
}

impl Frontier for Processes {
    /// How many calls of each process were taken.
    type Place = Box<[u32]>;

    fn start(&self) -> Box<[u32]> {
        vec![0; self.returned.len()].into()
    }

    fn hash(&self, place: &Box<[u32]>) -> u64 {
        place.iter().fold(0, |hash, position| mix(hash ^ u64::from(*position)))
    }

    fn taken(&self, place: &Box<[u32]>) -> usize {
        place.iter().map(|position| *position as usize).sum()
    }

    fn candidates(
        &self,
        place: &Box<[u32]>,
        earlier: Option<&Box<[u32]>>,
        candidates: &mut Vec<u32>,
    ) {
        for (process, position) in place.iter().enumerate() {
            if earlier.is_none_or(|earlier| earlier[process] != *position) {
                candidates.extend(self.returned[process].get(*position as usize));
            }
        }
    }

    fn take(&self, place: &mut Box<[u32]>, call: u32) {
        place[self.processes[call as usize] as usize] += 1;
    }

    fn is_taken(&self, place: &Box<[u32]>, call: u32) -> bool {
        let process = self.processes[call as usize] as usize;
        self.returned[process][..place[process] as usize].binary_search(&call).is_ok()
    }

    /// Nothing is known of who can see what where time does not count.
    fn sight<T>(&self, _: &[Known<T>], _: impl Fn(&T, u32) -> bool) -> Option<Sight> {
        None
    }

    fn pending(&self, place: &Box<[u32]>, candidates: &mut Vec<u32>) {
        for (process, position) in place.iter().enumerate() {
            if *position as usize == self.returned[process].len() {
                candidates.extend(self.pending[process]);
            }
        }
    }

    /// Calls that are alike differ in what comes after them in their processes.
    fn class(&self, call: u32) -> u32 {
        call
    }
}
