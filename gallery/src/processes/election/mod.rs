//! Leader election with crashes and recovery: fun-and-profit-2007, section 8.
//!
//! "If the current leader crashes, a new one must be elected, and something sensible must also happen if a
//! crashed leader recovers. Correctness properties include that a leader is eventually elected, and all nodes
//! informed of its identity, and that there are never two leaders at the same time."
//!
//! The [algorithm](node) is the one that the section ends with, Stoller's, with monitors as its failure
//! detectors. The [ledger] notices two leaders, and has lemmata of the proof as [claims](Claim). That a leader is elected in
//! the end, and all nodes informed, is what the [body](group) waits for: where it does not happen, it waits for ever,
//! and that is a deadlock.
//!
//! The paper says of the error in Svensson's implementation only that it was "connected with the way that node crashes are
//! detected in Erlang, but it was easily fixed". [`Mistake::BelievesOldNotices`] is such an error, with a fix of one line;
//! whether it is the same one cannot be known from the paper. The other two mistakes are ours.
//!
//! The election that Svensson began with is [`super::bully`].

pub mod group;
pub mod ledger;
pub mod node;

#[cfg(test)]
mod tests;

use lawful::Law;
use lawful::generate::{Generator, vec};
use lawful::prelude::for_all;
use lawful::pulse::scheduled;

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::{arguments, reason};
pub use group::Crash;
pub use ledger::Claim;
use node::{Node, Number};

/// How the algorithm can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It leads as soon as it has told the others, before they have said that they follow.
    DoesNotWait,
    /// A leader that comes back thinks that it still leads.
    LeadsFromTheStart,
    /// Notices are taken for what they say of a node, though they may be of an earlier life of one that is back.
    BelievesOldNotices,
}

/// The body: nodes are started, crash and come back.
pub fn election(count: Number, crashes: &[Crash], claim: Claim, mistake: Option<Mistake>) {
    group::hold(count, crashes, claim, |number, settings| Node::start(number, settings, mistake));
}

/// The law that a claim holds, whatever crashes.
pub fn elects_a_leader(count: Number, claim: Claim, mistake: Option<Mistake>) -> impl Law {
    for_all(crashes(1..=count), move |crashes| {
        scheduled(move || election(count, &crashes_of(&crashes), claim, mistake))
    })
}

/// Numbers of up to three nodes that crash, each with whether it comes back.
pub(super) fn crashes(
    numbers: std::ops::RangeInclusive<Number>,
) -> impl Generator<Value = Vec<(Number, bool)>> {
    vec((numbers, lawful::any::<bool>()), 0..=3)
}

/// Returns the drawn pairs as crashes.
pub(super) fn crashes_of(pairs: &[(Number, bool)]) -> Vec<Crash> {
    pairs.iter().map(|(number, recovers)| Crash { number: *number, recovers: *recovers }).collect()
}

/// The law that two nodes never lead at the same time, whatever becomes of the smaller one, under many schedules.
pub fn smaller_node_crashes(mistake: Option<Mistake>) -> impl Law {
    for_all(crashes(1..=1), move |crashes| {
        scheduled(move || election(2, &crashes_of(&crashes), Claim::NeverTwo, mistake))
            .schedules(300)
    })
}

/// The algorithm, and ways to get it wrong.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY
            .holds(
                "election",
                "Stoller's algorithm, with monitors: never two leaders, and in the end one, whatever \
                 crashes and comes back; and lemmata of the proof hold all the time.",
                elects_a_leader(3, Claim::All, None),
            )
            .tests(15),
        STUDY
            .breaks(
                "election_without_waiting",
                "A node that leads before the others have said that they follow is not alone.",
                elects_a_leader(3, Claim::NeverTwo, Some(Mistake::DoesNotWait)),
            )
            .finds(arguments(["[]"]).with_reason(["there are two leaders"]))
            .ours(),
        STUDY
            .breaks(
                "election_without_answers",
                "The same mistake breaks a lemma of the proof, which says more than two leaders do: a node \
                 that leads was answered by all that were alive.",
                elects_a_leader(3, Claim::Answered, Some(Mistake::DoesNotWait)),
            )
            .finds(arguments(["[]"]).with_reason(["leads without an answer"]))
            .ours(),
        STUDY
            .breaks(
                "election_of_the_returned",
                "Something sensible must also happen if a crashed leader recovers; this is not.",
                elects_a_leader(3, Claim::NeverTwo, Some(Mistake::LeadsFromTheStart)),
            )
            // The minimal case has one crash, of any node that led; a few seeds keep another one, which makes the
            // schedule simpler.
            .finds(reason(["there are two leaders"]).such_that("a node comes back", |failure| {
                failure.arguments[0].debug.contains("true")
            }))
            .ours(),
        STUDY
            .breaks(
                "election_with_old_notices",
                "Notices of a crash arrive after the node is back, and are taken for news: connected with \
                 the way that node crashes are detected in Erlang, as the mistake in the paper was. The \
                 fix is to forget monitors, and notices under way, with the stage that they were for.",
                smaller_node_crashes(Some(Mistake::BelievesOldNotices)),
            )
            // One crash is enough, with six context switches: half of the seeds find that. The others end with two or
            // three crashes and five context switches, which shrinking cannot trade for each other.
            .finds(reason(["there are two leaders"]).such_that("the node comes back", |failure| {
                failure.arguments[0].debug.contains("(1, true)")
            }))
            .tests(2_000),
        STUDY
            .holds(
                "election_with_old_notices_fixed",
                "The same crashes with the fix, in as many schedules as show the error to most seeds.",
                smaller_node_crashes(None),
            )
            .tests(300),
    ]
}
