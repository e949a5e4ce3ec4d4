//! Leader election with crashes and recovery: fun-and-profit-2007, section 8.
//!
//! "If the current leader crashes, a new one must be elected, and something sensible must also happen if a
//! crashed leader recovers. Correctness properties include that a leader is eventually elected, and all nodes
//! informed of its identity, and that there are never two leaders at the same time."
//!
//! The [algorithm](node) is the one that the section ends with, Stoller's, with monitors as its failure
//! detectors. The [ledger] notices two leaders. That a leader is elected in the end, and everybody informed,
//! is what the body waits for: where it does not happen, it waits for ever, and that is a deadlock.

pub mod ledger;
pub mod node;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use lawful::Law;
use lawful::generate::vec;
use lawful::prelude::for_all;
use lawful::pulse::effect::effect;
use lawful::pulse::process::{Down, Message, Pid, kill, receive, self_pid};
use lawful::pulse::scheduled;

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::{Finding, arguments, reason};
use ledger::Ledger;
use node::{Informed, Node, Number, Settings};

/// How the algorithm can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It leads as soon as it has told the others, before they have said that they follow.
    DoesNotWait,
    /// A leader that comes back thinks that it still leads.
    LeadsFromTheStart,
    /// Notices are taken for what they say of a node, though they may be of one that has come back since.
    BelievesOldNotices,
}

/// What happens to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Which one crashes.
    pub number: Number,
    /// Whether it comes back.
    pub recovers: bool,
}

/// The body: nodes are started, crash and come back; then everybody alive must come to know one leader.
pub fn election(count: Number, crashes: &[Crash], mistake: Option<Mistake>) {
    let mut group = Group {
        settings: Settings { count, mistake, parent: self_pid(), ledger: Ledger::default() },
        nodes: BTreeMap::new(),
        led_once: Vec::new(),
    };
    (1..=count).for_each(|number| group.start(number));
    for crash in crashes {
        if group.nodes.contains_key(&crash.number) {
            group.crash(crash.number);
            if crash.recovers {
                group.start(crash.number);
            }
        }
    }
    while !group.agrees() {
        group.listen();
    }
    group.settings.ledger.assert_no_conflict();
}

/// What the body knows of the nodes.
struct Group {
    settings: Settings,
    /// Those that live, and whom each of them was last informed of.
    nodes: BTreeMap<Number, (Pid, Option<Pid>)>,
    /// Those that led once.
    led_once: Vec<Number>,
}

impl Group {
    fn start(&mut self, number: Number) {
        let led = self.led_once.contains(&number);
        let pid = Node::start(number, self.settings.clone(), led);
        self.nodes.insert(number, (pid, None));
    }

    /// A node crashes, whatever it does; it is waited for, since its name must be free.
    fn crash(&mut self, number: Number) {
        effect(format_args!("crash node {number}"), || ());
        let Some((pid, _)) = self.nodes.remove(&number) else { return };
        kill(pid);
        receive(|message: Message| message.take_if(|down: &Down| down.pid == pid, drop));
        self.settings.ledger.assert_no_conflict();
        if self.settings.ledger.led(pid) {
            self.led_once.push(number);
        }
        effect(format_args!("node {number} is down"), || ());
    }

    /// Somebody was informed of a leader.
    fn listen(&mut self) {
        let Informed { node, leader } = receive(|message: Message| {
            message.take(|informed: Informed| informed).or_else(|message| {
                // No node ends by itself.
                message.take(|down: Down| panic!("{:?} ends: {}", down.pid, down.reason))
            })
        });
        for (pid, informed) in self.nodes.values_mut() {
            if *pid == node {
                *informed = Some(leader);
            }
        }
    }

    /// Whether all that live were informed of the same one, which lives.
    fn agrees(&self) -> bool {
        let mut leaders = self.nodes.values().map(|(_, leader)| *leader);
        let Some(first) = leaders.next() else { return true };
        let lives = |leader: Pid| self.nodes.values().any(|(pid, _)| *pid == leader);
        first.is_some_and(lives) && leaders.all(|leader| leader == first)
    }
}

/// Whatever crashes, there are never two leaders, and in the end there is one.
pub fn elects_a_leader(count: Number, mistake: Option<Mistake>) -> impl Law {
    let crash = (1..=count, lawful::any::<bool>());
    for_all(vec(crash, 0..=3), move |crashes| {
        let crashes: Vec<Crash> =
            crashes.into_iter().map(|(number, recovers)| Crash { number, recovers }).collect();
        scheduled(move || election(count, &crashes, mistake))
    })
}

/// The algorithm, and ways to get it wrong.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "election",
            "Stoller's algorithm, with monitors: never two leaders, and in the end one, whatever crashes \
             and comes back.",
            elects_a_leader(3, None),
        )
        .tests(15),
        STUDY.breaks(
            "election_without_waiting",
            "Who leads before the others have said that they follow is not alone.",
            elects_a_leader(3, Some(Mistake::DoesNotWait)),
        )
        .finds(arguments(["[]"]).with_reason(["there are two leaders"])),
        STUDY.breaks(
            "election_of_the_returned",
            "Something sensible must also happen if a crashed leader recovers; this is not.",
            elects_a_leader(3, Some(Mistake::LeadsFromTheStart)),
        )
        .finds(
            reason(["there are two leaders"])
                .such_that("a node crashes and comes back", |failure| {
                    failure.arguments[0].debug.contains("true")
                }),
        ),
        STUDY.breaks(
            "election_with_old_notices",
            "Notices of a crash arrive after the node is back, and are taken for news: connected with the \
             way that node crashes are detected in Erlang, as the mistake in the paper was.",
            elects_a_leader(2, Some(Mistake::BelievesOldNotices)),
        )
        .finds(Finding::default().such_that("a node crashes and comes back", |failure| {
            failure.arguments[0].debug.contains("true")
        }))
        .tests(1_000),
    ]
}
