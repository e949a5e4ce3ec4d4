//! The body of the law: nodes that are started, crash and come back, and what they must come to.

use std::collections::BTreeMap;

use lawful::pulse::effect::effect;
use lawful::pulse::process::{Down, Message, Pid, kill, receive, self_pid};

use super::ledger::{Claim, Ledger};
use super::node::Number;

/// Settings that nodes know from the start.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of nodes.
    pub count: Number,
    /// Process that is told of leaders.
    pub parent: Pid,
    /// Record of leaders.
    pub ledger: Ledger,
}

/// Message to the process that started the nodes: this one knows its leader now.
#[derive(Clone, Copy, Debug)]
pub struct Informed {
    /// The one that was informed.
    pub node: Pid,
    /// Its leader.
    pub leader: Pid,
}

/// Crash of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Which one crashes.
    pub number: Number,
    /// True if it comes back.
    pub recovers: bool,
}

/// Starts nodes, and lets them crash and come back. Where agreement is claimed, waits until all nodes that are alive were
/// informed of the same leader: where that does not happen, the body waits for ever, which is a deadlock.
pub fn hold(
    count: Number,
    crashes: &[Crash],
    claim: Claim,
    start: impl Fn(Number, Settings) -> Pid,
) {
    let settings = Settings { count, parent: self_pid(), ledger: Ledger::of(claim) };
    let mut group = Group { settings, nodes: BTreeMap::new(), start };
    (1..=count).for_each(|number| group.start(number));
    for crash in crashes {
        if group.nodes.contains_key(&crash.number) {
            group.crash(crash.number);
            if crash.recovers {
                group.start(crash.number);
            }
        }
    }
    if matches!(claim, Claim::All | Claim::Agreement) {
        while !group.agrees() {
            group.listen();
        }
    }
    // What fails later fails in a node that this process, at its end, does not monitor any more.
    group.settings.ledger.assert_nothing_failed();
}

/// Knowledge of the body about the nodes.
struct Group<F> {
    settings: Settings,
    /// Living nodes, each with the leader that it was last informed of.
    nodes: BTreeMap<Number, (Pid, Option<Pid>)>,
    start: F,
}

impl<F: Fn(Number, Settings) -> Pid> Group<F> {
    fn start(&mut self, number: Number) {
        let pid = (self.start)(number, self.settings.clone());
        self.nodes.insert(number, (pid, None));
    }

    /// A node crashes, whatever it does; it is waited for, since its name must be free.
    fn crash(&mut self, number: Number) {
        effect(format_args!("crash node {number}"), || ());
        let Some((pid, _)) = self.nodes.remove(&number) else { return };
        kill(pid);
        receive(|message: Message| message.take_if(|down: &Down| down.pid == pid, drop));
        self.settings.ledger.assert_nothing_failed();
        effect(format_args!("node {number} is down"), || ());
    }

    /// Waits until a node was informed of a leader.
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

    /// Returns whether all that live were informed of the same one, which lives.
    fn agrees(&self) -> bool {
        let mut leaders = self.nodes.values().map(|(_, leader)| *leader);
        let Some(first) = leaders.next() else { return true };
        let lives = |leader: Pid| self.nodes.values().any(|(pid, _)| *pid == leader);
        first.is_some_and(lives) && leaders.all(|leader| leader == first)
    }
}
