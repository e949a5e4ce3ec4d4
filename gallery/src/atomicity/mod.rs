//! Systems that many use at once, each with a mistake that shows only then, and put right.
//!
//! | system | the mistake |
//! |---|---|
//! | [`counter`] | adds with a load and a store |
//! | [`stack`] | takes a node that has come back for one that never left |
//! | [`queue`] | counts an item before it is in its place |
//! | [`cache`] | looks up under one lock, and says what was used under another |
//! | [`store`] | takes a value out of one shard, and then puts it into another |
//!
//! [`hierarchy`] has code that uses one of them, tested on the assumption that its calls are atomic.
//!
//! Each has a machine that says what its calls do one after the other, and one call after the other both versions
//! do that. Arguments are few, so that calls meet.

pub mod cache;
pub mod counter;
pub mod hierarchy;
pub mod queue;
pub mod stack;
pub mod store;

#[cfg(test)]
mod tests;

use std::fmt::Debug;

use lawful::machine::shared::Machine;
use lawful::parallel::{Parallel, Share};

use crate::exhibit::{Exhibit, Study};
use crate::finding::Finding;

static STUDY: Study = Study::ours("atomicity", "stack_mistaken");

/// Which version of a system it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// With the mistake.
    Mistaken,
    /// Put right.
    Right,
}

/// Both versions.
pub const VERSIONS: [Version; 2] = [Version::Mistaken, Version::Right];

/// Every system with its mistake, and put right.
pub fn exhibits() -> Vec<Exhibit> {
    let all = [
        at_once(
            ["counter_mistaken", "counter_right"],
            &[0, 1, 1],
            "Two add one to what both have read.",
            counter::machine,
        ),
        at_once(
            ["stack_mistaken", "stack_right"],
            &[1, 1, 2],
            "A node was taken and is there again, with another value: the comparison does not notice (ABA).",
            stack::machine,
        ),
        at_once(
            ["queue_mistaken", "queue_right"],
            &[0, 1, 1],
            "The count says that there is an item, and it is not in its place yet.",
            queue::machine,
        ),
        at_once(
            ["cache_mistaken", "cache_right"],
            &[2, 1, 2],
            "What was looked up is evicted before it is said to be used.",
            cache::machine,
        ),
        at_once(
            ["store_mistaken", "store_right"],
            &[1, 1, 1],
            "On its way to another key a value is nowhere.",
            store::machine,
        ),
    ];
    all.into_iter().flatten().chain(hierarchy::exhibits()).collect()
}

/// The law that the calls of a system are atomic, for both versions, with how many calls the minimal case has before its
/// branches and in each of them.
#[track_caller]
fn at_once<M, S>(
    [mistaken, right]: [&'static str; 2],
    branches: &[usize],
    story: &'static str,
    machine: fn(Version) -> Machine<M, S>,
) -> [Exhibit; 2]
where
    M: Clone + Debug + PartialEq + 'static,
    S: Share + 'static,
{
    let law = |version| Parallel::scheduled(machine(version));
    [
        STUDY
            .breaks(mistaken, story, law(Version::Mistaken))
            .finds(Finding::default().with_branches(branches)),
        STUDY.holds(right, "Put right.", law(Version::Right)).tests(12),
    ]
}
