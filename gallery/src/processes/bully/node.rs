//! One node of the bully algorithm (H. Garcia-Molina, "Elections in a Distributed Computing System", 1982).
//!
//! Nodes have numbers, and the smallest one that is alive leads. A node that starts, or whose leader is down, asks all
//! smaller ones whether they are there. If one answers, that one holds an election of its own, and the node waits for a
//! leader. If none answers in time, it halts all greater ones, waits for their answers, and leads. If one of them was
//! halted by another node since, it says so, and the election begins again.
//!
//! The algorithm is written as its paper has it, from assumptions that the paper states: every message arrives, within a
//! time that is known, and a node answers at once. Then the silence of a node for that long means that it is down.
//!
//! Where we differ: smaller numbers win, as in the other election; a node has a process for each of its lives, found by a
//! name; and the end of a leader is noticed by a monitor, where in the paper nodes ask the leader from time to time.

use std::collections::BTreeSet;
use std::time::Duration;

use lawful::pulse::process::{
    Down, Message, Monitor, Pid, demonitor, monitor, named, receive, receive_within, register,
    self_pid, send, whereis,
};

use crate::processes::election::group::{Informed, Settings};
use crate::processes::election::ledger::Election;
use crate::processes::election::node::{Number, name_of};

/// Time within which every answer arrives, by assumption.
const ANSWER_TIME: Duration = Duration::from_secs(1);
/// Time within which an election of other nodes is over: several times as long.
const ELECTION_TIME: Duration = Duration::from_secs(10);

/// A message between nodes.
#[derive(Clone, Copy, Debug)]
enum Said {
    /// Are you there?
    Ask(Pid),
    /// I am.
    Answer,
    /// Stop what you do, there is an election.
    Halt(Election),
    /// I did, says this node.
    Halted(Number, Election),
    /// I lead.
    Lead(Election),
    /// Not me: I was not halted by you, or by another one since.
    Refuse(Election),
}

/// Stage of a node.
#[derive(Clone, Debug)]
enum Status {
    /// The node has asked the smaller ones.
    Asks,
    /// A smaller one is there.
    Awaits,
    /// The node has halted the greater ones, and these have not answered.
    Halts(Election, BTreeSet<Number>),
    /// The node was halted.
    Halted(Election),
    /// The node has a leader, which it monitors.
    Led(Monitor),
    /// The node leads.
    Leads(Election),
}

/// A node that is alive.
pub struct Node {
    number: Number,
    settings: Settings,
    status: Status,
    elections: u32,
    /// Nodes that were halted in its last election.
    halted: Vec<Pid>,
}

enum Heard {
    Said(Said),
    Down(Down),
}

impl Node {
    /// Starts a node. The process that calls this gets a DOWN notice at its end.
    pub fn start(number: Number, settings: Settings) -> Pid {
        let (pid, _) = named(name_of(number)).spawn_monitor(move || {
            register(&name_of(number), self_pid())
                .expect("one life of a node is over before the next");
            settings.ledger.starts(number, self_pid());
            let status = Status::Asks;
            let mut node = Node { number, settings, status, elections: 0, halted: Vec::new() };
            node.elect();
            loop {
                node.listen();
            }
        });
        pid
    }

    /// Begins an election: are smaller ones there?
    fn elect(&mut self) {
        self.settings.ledger.steps_down(self_pid());
        self.enter(Status::Asks);
        let smaller: Vec<Pid> =
            (1..self.number).filter_map(|number| whereis(&name_of(number))).collect();
        smaller.iter().for_each(|pid| send(*pid, Said::Ask(self_pid())));
        if smaller.is_empty() {
            self.halt_greater();
        }
    }

    /// Goes on to another stage.
    fn enter(&mut self, status: Status) {
        if let Status::Led(watch) = std::mem::replace(&mut self.status, status) {
            demonitor(watch);
        }
    }

    fn halt_greater(&mut self) {
        self.elections += 1;
        let election = Election { number: self.number, holder: self_pid(), count: self.elections };
        let mut silent = BTreeSet::new();
        self.halted.clear();
        for number in self.number + 1..=self.settings.count {
            if let Some(pid) = whereis(&name_of(number)) {
                send(pid, Said::Halt(election));
                silent.insert(number);
                self.halted.push(pid);
            }
        }
        let is_alone = silent.is_empty();
        self.enter(Status::Halts(election, silent));
        if is_alone {
            self.lead(election);
        }
    }

    fn lead(&mut self, election: Election) {
        self.settings.ledger.leads(election);
        self.enter(Status::Leads(election));
        // One that is down gets nothing.
        std::mem::take(&mut self.halted).iter().for_each(|pid| send(*pid, Said::Lead(election)));
        self.inform(self_pid());
    }

    fn inform(&self, leader: Pid) {
        send(self.settings.parent, Informed { node: self_pid(), leader });
    }

    fn listen(&mut self) {
        let take =
            |message: Message| message.take(Heard::Said).or_else(|other| other.take(Heard::Down));
        let heard = match &self.status {
            Status::Asks | Status::Halts(..) => receive_within(ANSWER_TIME, take),
            Status::Awaits | Status::Halted(_) => receive_within(ELECTION_TIME, take),
            Status::Led(_) | Status::Leads(_) => Some(receive(take)),
        };
        match heard {
            Some(Heard::Said(said)) => self.hear(said),
            Some(Heard::Down(down)) => {
                if matches!(self.status, Status::Led(watch) if watch == down.monitor) {
                    self.elect();
                }
            }
            None => self.hear_nothing(),
        }
    }

    /// The time for an answer is over: those that were asked are down, by assumption.
    fn hear_nothing(&mut self) {
        match self.status.clone() {
            Status::Asks => self.halt_greater(),
            Status::Halts(election, _) => self.lead(election),
            Status::Awaits | Status::Halted(_) => self.elect(),
            Status::Led(_) | Status::Leads(_) => {}
        }
    }

    fn hear(&mut self, said: Said) {
        match (said, self.status.clone()) {
            (Said::Ask(asker), status) => {
                send(asker, Said::Answer);
                // The bully: an election of a greater node becomes one of its own.
                if matches!(status, Status::Led(_) | Status::Leads(_)) {
                    self.elect();
                }
            }
            (Said::Answer, Status::Asks) => self.enter(Status::Awaits),
            (Said::Halt(election), _) => {
                self.settings.ledger.steps_down(self_pid());
                self.enter(Status::Halted(election));
                send(election.holder, Said::Halted(self.number, election));
            }
            (Said::Halted(by, election), Status::Halts(own, mut silent)) if own == election => {
                silent.remove(&by);
                let are_halted = silent.is_empty();
                self.enter(Status::Halts(own, silent));
                if are_halted {
                    self.lead(election);
                }
            }
            (Said::Lead(election), Status::Halted(own)) if own == election => {
                self.settings.ledger.is_informed(self.number, election);
                self.enter(Status::Led(monitor(election.holder)));
                self.inform(election.holder);
            }
            (Said::Lead(election), _) => send(election.holder, Said::Refuse(election)),
            // Not all that are there agree.
            (Said::Refuse(election), Status::Leads(own)) if own == election => self.elect(),
            _ => {}
        }
    }
}
