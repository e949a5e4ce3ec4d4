//! One node of Stoller's algorithm (S. Stoller, "Leader Election in Asynchronous Distributed Systems", 2000).
//!
//! Nodes have numbers, and the smallest one that is alive leads. A node that starts, or whose leader is
//! down, first waits until all with smaller numbers are down. Then it halts the others one by one: each
//! says that it follows, or is down, or says that it has a better one. Then it leads, and informs those that
//! follow.
//!
//! Where we differ: a node has a process for each of its lives, found by a name, so that an election is known
//! by its process and not by a count of lives on a disk; and a node that waits for smaller ones says so
//! to them, where in the paper leaders ask all nodes from time to time whether they are content.
//!
//! # Failure detectors
//!
//! Stoller assumes a detector that reports nodes which are down. A monitor of Erlang reports the end of a process, and
//! nothing orders that notice and the messages of the next life of the node: it may arrive after the node is back and has
//! halted others. So a node forgets its monitors, and the notices that are under way, whenever it enters another stage
//! (`Node::forget_watches`); without that, a notice of an old life is taken for news
//! ([`Mistake::BelievesOldNotices`]).

use std::collections::{BTreeMap, BTreeSet};

use lawful::pulse::process::{
    Down, Message, Monitor, Pid, demonitor, monitor, named, receive, register, self_pid, send,
    whereis,
};

use super::Mistake;
use super::group::{Informed, Settings};
use super::ledger::Election;

/// The number of a node.
pub type Number = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Follow me.
    Halt,
    /// I do.
    Follow,
    /// I have a better one.
    Reject,
    /// I lead.
    Lead,
}

/// Something said about an election.
#[derive(Clone, Copy, Debug)]
struct Said {
    word: Word,
    by: Number,
    election: Election,
}

/// A node waits for smaller ones, of which this is one.
#[derive(Clone, Copy, Debug)]
struct Waits;

/// Stage of a node.
#[derive(Clone, Debug)]
enum Status {
    /// It waits until these are down.
    Waits(BTreeSet<Number>),
    /// It halts others. Those after `asked` are still to come.
    Halts { election: Election, asked: Number, follow: BTreeSet<Pid> },
    /// It was halted.
    Follows(Election),
    /// It has a leader.
    Led(Election),
    /// It leads.
    Leads,
}

/// A node that is alive.
pub struct Node {
    number: Number,
    settings: Settings,
    mistake: Option<Mistake>,
    status: Status,
    elections: u32,
    /// Another node started after it was passed in this election.
    again: bool,
    /// Monitors, each with the number of its node.
    watches: BTreeMap<Monitor, Number>,
}

/// The name by which the present life of a node is found.
pub fn name_of(number: Number) -> String {
    format!("node {number}")
}

impl Node {
    /// Starts a node. The process that calls this gets a DOWN notice at its end.
    pub fn start(number: Number, settings: Settings, mistake: Option<Mistake>) -> Pid {
        let (pid, _) = named(name_of(number)).spawn_monitor(move || {
            register(&name_of(number), self_pid())
                .expect("one life of a node is over before the next");
            settings.ledger.starts(number, self_pid());
            let led = settings.ledger.led(number);
            let status = Status::Waits(BTreeSet::new());
            let watches = BTreeMap::new();
            let mut node =
                Node { number, settings, mistake, status, elections: 0, again: false, watches };
            match led && node.is_wrong(Mistake::LeadsFromTheStart) {
                true => {
                    let election = node.new_election();
                    node.lead(election);
                }
                false => node.wait_for_smaller(),
            }
            loop {
                node.listen();
            }
        });
        pid
    }

    fn is_wrong(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn inform(&self, leader: Pid) {
        send(self.settings.parent, Informed { node: self_pid(), leader });
    }

    fn watch(&mut self, number: Number, pid: Pid) {
        self.watches.insert(monitor(pid), number);
    }

    /// Forgets the monitors of the stage that is over. Notices that are under way do not arrive any more.
    fn forget_watches(&mut self) {
        if !self.is_wrong(Mistake::BelievesOldNotices) {
            std::mem::take(&mut self.watches).into_keys().for_each(demonitor);
        }
    }

    /// The first stage. The name is registered before others are looked for: of two that start at the same
    /// time one at least sees the other.
    fn wait_for_smaller(&mut self) {
        self.settings.ledger.steps_down(self_pid());
        self.forget_watches();
        let mut smaller = BTreeSet::new();
        for number in 1..self.number {
            if let Some(pid) = whereis(&name_of(number)) {
                smaller.insert(number);
                self.watch(number, pid);
                send(pid, Waits);
            }
        }
        let is_first = smaller.is_empty();
        self.status = Status::Waits(smaller);
        if is_first {
            self.halt_others();
        }
    }

    fn new_election(&mut self) -> Election {
        self.elections += 1;
        Election { number: self.number, holder: self_pid(), count: self.elections }
    }

    /// The second stage.
    fn halt_others(&mut self) {
        self.settings.ledger.steps_down(self_pid());
        self.again = false;
        let election = self.new_election();
        self.settings.ledger.begins(election);
        self.halt_next(election, self.number, BTreeSet::new());
    }

    /// Goes on to the next one after `asked`; after the last one it leads.
    fn halt_next(&mut self, election: Election, asked: Number, mut follow: BTreeSet<Pid>) {
        self.forget_watches();
        for next in asked + 1..=self.settings.count {
            let Some(pid) = whereis(&name_of(next)) else { continue };
            self.watch(next, pid);
            send(pid, Said { word: Word::Halt, by: self.number, election });
            if !self.is_wrong(Mistake::DoesNotWait) {
                self.status = Status::Halts { election, asked: next, follow };
                return;
            }
            follow.insert(pid);
        }
        if std::mem::take(&mut self.again) {
            return self.halt_others();
        }
        self.lead(election);
        for pid in &follow {
            send(*pid, Said { word: Word::Lead, by: self.number, election });
        }
    }

    fn lead(&mut self, election: Election) {
        self.settings.ledger.leads(election);
        self.status = Status::Leads;
        self.inform(self_pid());
    }

    fn listen(&mut self) {
        enum Heard {
            Said(Said),
            Waits,
            Down(Down),
        }
        let heard = receive(|message: Message| {
            message
                .take(Heard::Said)
                .or_else(|message| message.take(|Waits| Heard::Waits))
                .or_else(|message| message.take(Heard::Down))
        });
        match heard {
            Heard::Said(said) => self.hear(said),
            Heard::Down(down) => {
                if let Some(number) = self.watches.remove(&down.monitor) {
                    self.notice(number);
                }
            }
            Heard::Waits => match self.status {
                Status::Leads => self.halt_others(),
                Status::Halts { .. } => self.again = true,
                // The leader that there is in the end comes to it.
                Status::Waits(_) | Status::Follows(_) | Status::Led(_) => {}
            },
        }
    }

    fn hear(&mut self, Said { word, by, election }: Said) {
        match (word, self.status.clone()) {
            (Word::Halt, Status::Led(own) | Status::Follows(own)) if own.number < by => {
                self.settings.ledger.answers(self_pid(), election);
                self.answer(Word::Reject, election);
            }
            (Word::Halt, _) => self.follow(election),
            (Word::Follow | Word::Reject, Status::Halts { election: own, asked, mut follow })
                if own == election && by == asked =>
            {
                if word == Word::Follow {
                    follow.extend(whereis(&name_of(by)));
                }
                self.halt_next(own, asked, follow);
            }
            (Word::Lead, Status::Follows(own)) if own == election => {
                self.settings.ledger.is_informed(self.number, election);
                self.status = Status::Led(election);
                self.inform(election.holder);
            }
            _ => {}
        }
    }

    fn answer(&self, word: Word, election: Election) {
        send(election.holder, Said { word, by: self.number, election });
    }

    fn follow(&mut self, election: Election) {
        self.settings.ledger.steps_down(self_pid());
        self.forget_watches();
        self.status = Status::Follows(election);
        self.watch(election.number, election.holder);
        self.settings.ledger.answers(self_pid(), election);
        self.answer(Word::Follow, election);
    }

    /// The failure detector reports a node.
    fn notice(&mut self, down: Number) {
        match self.status.clone() {
            Status::Waits(mut smaller) => {
                smaller.remove(&down);
                let are_down = smaller.is_empty();
                self.status = Status::Waits(smaller);
                if are_down {
                    self.halt_others();
                }
            }
            Status::Halts { election, asked, follow } if asked == down => {
                self.halt_next(election, asked, follow);
            }
            Status::Follows(election) | Status::Led(election) if election.number == down => {
                self.wait_for_smaller();
            }
            _ => {}
        }
    }
}
