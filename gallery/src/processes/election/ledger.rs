//! Ledger of the test, which no node knows: which node leads at every moment, and what the proof says of it.
//!
//! "Stoller, whose proof of correctness supplied many lemmata that could be tested by QuickCheck": three of them are
//! checked here at the moment at which they could fail.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use lawful::pulse::effect::effect;
use lawful::pulse::process::{Pid, is_alive};

use super::node::Number;

/// An election: the node and the life that holds it, and which of its own it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Election {
    /// The node.
    pub number: Number,
    /// Its process.
    pub holder: Pid,
    /// Number of the election among those of this life.
    pub count: u32,
}

/// Claim about an election.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Everything below.
    All,
    /// There are never two leaders that are alive.
    NeverTwo,
    /// A node that leads was answered in this election by every greater node that has been alive since before it
    /// began: it follows, or has a better one.
    Answered,
    /// A node is informed of a leader with a smaller number, and one that did lead.
    RightlyInformed,
    /// In the end one node leads, and all are informed of it.
    Agreement,
}

/// A record of the nodes, shared by all of them.
#[derive(Clone, Debug)]
pub struct Ledger {
    claim: Claim,
    entries: Arc<Mutex<Entries>>,
}

#[derive(Debug, Default)]
struct Entries {
    /// Lives in the order in which they started.
    lives: Vec<(Number, Pid)>,
    /// Number of lives at the beginning of each election.
    began: BTreeMap<Election, usize>,
    answered: BTreeSet<(Pid, Election)>,
    leading: BTreeSet<Pid>,
    /// Nodes and elections that ever led.
    led: Vec<Election>,
    /// First claim that failed.
    failed: Option<String>,
}

impl Entries {
    fn fail(&mut self, text: impl FnOnce() -> String) {
        self.failed.get_or_insert_with(text);
    }

    /// Lives that have been there since before an election and did not answer in it.
    fn silent(&self, election: Election) -> Vec<Pid> {
        let before = self.began.get(&election).copied().unwrap_or(0);
        let lives = self.lives[..before].iter();
        let greater = lives.filter(|(number, _)| *number > election.number);
        let silent = greater.filter(|(_, pid)| !self.answered.contains(&(*pid, election)));
        silent.map(|(_, pid)| *pid).filter(|pid| is_alive(*pid)).collect()
    }
}

impl Ledger {
    /// A ledger without entries.
    pub fn of(claim: Claim) -> Self {
        Ledger { claim, entries: Arc::default() }
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    fn claims(&self, claim: Claim) -> bool {
        self.claim == claim || self.claim == Claim::All
    }

    /// Writes something down, as one step of the schedule, during which no other process runs.
    fn enter(&self, name: &str, write: impl FnOnce(&mut Entries)) {
        effect(name, || write(&mut self.entries.lock().expect("no entry panics")));
    }

    /// A life of a node starts.
    pub fn starts(&self, number: Number, node: Pid) {
        self.enter("starts", |entries| entries.lives.push((number, node)));
    }

    /// A node begins an election.
    pub fn begins(&self, election: Election) {
        if self.claims(Claim::Answered) {
            self.enter("begins an election", |entries| {
                entries.began.insert(election, entries.lives.len());
            });
        }
    }

    /// A node is about to answer: that it follows, or that it has a better one.
    pub fn answers(&self, node: Pid, election: Election) {
        if self.claims(Claim::Answered) {
            self.enter("answers", |entries| {
                entries.answered.insert((node, election));
            });
        }
    }

    /// A node leads from now on.
    pub fn leads(&self, election: Election) {
        let node = election.holder;
        self.enter("leads", |entries| {
            let others = entries.leading.iter().copied().filter(|other| *other != node);
            let others: Vec<Pid> = others.filter(|other| is_alive(*other)).collect();
            if !others.is_empty() && self.claims(Claim::NeverTwo) {
                entries.fail(|| format!("there are two leaders: {node:?} and {others:?}"));
            }
            if self.claims(Claim::Answered) && entries.began.contains_key(&election) {
                let silent = entries.silent(election);
                if !silent.is_empty() {
                    entries.fail(|| format!("{node:?} leads without an answer of {silent:?}"));
                }
            }
            entries.leading.insert(node);
            entries.led.push(election);
        });
        self.assert_nothing_failed();
    }

    /// A node is informed of its leader.
    pub fn is_informed(&self, number: Number, election: Election) {
        if self.claims(Claim::RightlyInformed) {
            self.enter("is informed", |entries| {
                if election.number >= number || !entries.led.contains(&election) {
                    entries.fail(|| format!("node {number} follows one that does not lead"));
                }
            });
            self.assert_nothing_failed();
        }
    }

    /// A node does not lead any more.
    pub fn steps_down(&self, node: Pid) {
        let leads = self.entries.lock().expect("no entry panics").leading.contains(&node);
        if leads {
            self.enter("steps down", |entries| {
                entries.leading.remove(&node);
            });
        }
    }

    /// Fails the law if a claim failed.
    pub fn assert_nothing_failed(&self) {
        let failed = self.entries.lock().expect("no entry panics").failed.clone();
        assert!(failed.is_none(), "{}", failed.unwrap_or_default());
    }

    /// Returns whether a node ever led, in this life or an earlier one.
    pub fn led(&self, number: Number) -> bool {
        let entries = self.entries.lock().expect("no entry panics");
        entries.led.iter().any(|election| election.number == number)
    }
}
