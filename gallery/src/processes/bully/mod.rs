//! The first of two leader elections: fun-and-profit-2007, section 8.
//!
//! "Svensson began by testing an open source implementation by Thomas Arts and Ulf Wiger, already in use in the Erlang
//! community. QuickCheck (and another random testing tool) revealed problems so severe that the code had to be abandoned."
//! The paper prints neither that code nor its algorithm, and names neither. What stands here in its place is the
//! [bully algorithm](node) of Garcia-Molina (1982), written from the idea and not from the text, from which Stoller's [election](super::election) derives.
//!
//! "Both algorithms were proven correct in the literature, but their implementations did not work. The underlying reason
//! is interesting: theoretical papers quite rightly make simplifying assumptions about the environment". So it is here:
//! the same code passes where time-outs are what the algorithm assumes, and has two leaders without a single crash where a
//! message may be late. The scheduler can do both: `early_timers(false)` lets no time pass while a process can run.

pub mod node;

#[cfg(test)]
mod tests;

use lawful::Law;
use lawful::prelude::for_all;
use lawful::pulse::process::{Order, order};
use lawful::pulse::scheduled;

use super::STUDY;
use super::election::{Claim, Crash, crashes, crashes_of, group};
use crate::exhibit::Exhibit;
use crate::finding::arguments;
use node::Node;

/// Assumption about the time that messages take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Messages arrive before any time-out, as the algorithm assumes, and before messages that are sent because of them,
    /// which is how we read its calls of remote procedures: each returns before the node goes on.
    InTime,
    /// Messages may arrive after a time-out, as in Erlang.
    AnyTime,
}

/// The body: nodes are started, crash and come back.
pub fn election(count: u32, crashes: &[Crash], claim: Claim, delivery: Delivery) {
    if delivery == Delivery::InTime {
        order(Order::Causal);
    }
    group::hold(count, crashes, claim, Node::start);
}

/// The law that a claim holds, whatever crashes.
pub fn elects_a_leader(count: u32, claim: Claim, delivery: Delivery) -> impl Law {
    for_all(crashes(1..=count), move |crashes| {
        scheduled(move || election(count, &crashes_of(&crashes), claim, delivery))
            .early_timers(delivery == Delivery::AnyTime)
    })
}

/// The algorithm where its assumptions hold, and where they do not.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY
            .holds(
                "bully",
                "The bully algorithm where its assumptions hold: a node that does not answer in time is down. \
                 Never two leaders, and in the end one, whatever crashes and comes back.",
                elects_a_leader(3, Claim::All, Delivery::InTime),
            )
            .tests(15),
        STUDY
            .breaks(
                "bully_with_late_messages",
                "The same code where messages take any time, as they do in Erlang: a node whose answer is late \
                 is taken for one that is down. No crash is needed.",
                elects_a_leader(3, Claim::NeverTwo, Delivery::AnyTime),
            )
            .finds(arguments(["[]"]).with_reason(["there are two leaders"])),
    ]
}
