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

use std::collections::{BTreeMap, BTreeSet};

use lawful::pulse::process::{
    Down, Message, Monitor, Pid, monitor, named, receive, register, self_pid, send, whereis,
};

use super::Mistake;
use super::ledger::Ledger;

/// The number of a node.
pub type Number = u32;

/// What nodes know from the start.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many there are.
    pub count: Number,
    /// How they are wrong, if they are.
    pub mistake: Option<Mistake>,
    /// Who wants to know of leaders.
    pub parent: Pid,
    /// Where leaders are written down.
    pub ledger: Ledger,
}

/// Sent to who started the nodes: this one knows its leader now.
#[derive(Clone, Copy, Debug)]
pub struct Informed {
    /// The one that was informed.
    pub node: Pid,
    /// Its leader.
    pub leader: Pid,
}

/// An election: who holds it, and which of its own it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Election {
    number: Number,
    holder: Pid,
    count: u32,
}

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

/// What a node is about.
#[derive(Clone, Debug)]
enum Status {
    /// It waits until these are down.
    Waits(BTreeMap<Monitor, Number>),
    /// It halts others. Those after `asked` are still to come.
    Halts { election: Election, asked: Number, watch: Monitor, follow: BTreeSet<Pid> },
    /// It was halted.
    Follows { election: Election, watch: Monitor },
    /// It has a leader.
    Led { election: Election, watch: Monitor },
    /// It leads.
    Leads,
}

/// A node that is alive.
pub struct Node {
    number: Number,
    settings: Settings,
    status: Status,
    elections: u32,
    /// Somebody started after it was passed in this election.
    again: bool,
}

fn name_of(number: Number) -> String {
    format!("node {number}")
}

impl Node {
    /// Starts a node. The one who does gets a DOWN notice at its end. `led` says whether it led in an
    /// earlier life.
    pub fn start(number: Number, settings: Settings, led: bool) -> Pid {
        let (pid, _) = named(name_of(number)).spawn_monitor(move || {
            register(&name_of(number), self_pid())
                .expect("one life of a node is over before the next");
            let status = Status::Waits(BTreeMap::new());
            let mut node = Node { number, settings, status, elections: 0, again: false };
            match led && node.is_wrong(Mistake::LeadsFromTheStart) {
                true => node.lead(),
                false => node.wait_for_smaller(),
            }
            loop {
                node.listen();
            }
        });
        pid
    }

    fn is_wrong(&self, mistake: Mistake) -> bool {
        self.settings.mistake == Some(mistake)
    }

    fn inform(&self, leader: Pid) {
        send(self.settings.parent, Informed { node: self_pid(), leader });
    }

    /// The first stage. The name is registered before others are looked for: of two that start at the same
    /// time one at least sees the other.
    fn wait_for_smaller(&mut self) {
        self.settings.ledger.steps_down(self_pid());
        let mut smaller = BTreeMap::new();
        for number in 1..self.number {
            if let Some(pid) = whereis(&name_of(number)) {
                smaller.insert(monitor(pid), number);
                send(pid, Waits);
            }
        }
        let is_first = smaller.is_empty();
        self.status = Status::Waits(smaller);
        if is_first {
            self.halt_others();
        }
    }

    /// The second stage.
    fn halt_others(&mut self) {
        self.settings.ledger.steps_down(self_pid());
        self.elections += 1;
        self.again = false;
        let election = Election { number: self.number, holder: self_pid(), count: self.elections };
        self.halt_next(election, self.number, BTreeSet::new());
    }

    /// Goes on to the next one after `asked`; after the last one it leads.
    fn halt_next(&mut self, election: Election, asked: Number, mut follow: BTreeSet<Pid>) {
        for next in asked + 1..=self.settings.count {
            let Some(pid) = whereis(&name_of(next)) else { continue };
            let watch = monitor(pid);
            send(pid, Said { word: Word::Halt, by: self.number, election });
            if !self.is_wrong(Mistake::DoesNotWait) {
                self.status = Status::Halts { election, asked: next, watch, follow };
                return;
            }
            follow.insert(pid);
        }
        if std::mem::take(&mut self.again) {
            return self.halt_others();
        }
        for pid in &follow {
            send(*pid, Said { word: Word::Lead, by: self.number, election });
        }
        self.lead();
    }

    fn lead(&mut self) {
        self.settings.ledger.leads(self_pid());
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
            Heard::Down(down) => self.notice(&down),
            Heard::Waits => match self.status {
                Status::Leads => self.halt_others(),
                Status::Halts { .. } => self.again = true,
                // Whoever leads in the end comes to it.
                Status::Waits(_) | Status::Follows { .. } | Status::Led { .. } => {}
            },
        }
    }

    fn hear(&mut self, Said { word, by, election }: Said) {
        match (word, self.status.clone()) {
            (
                Word::Halt,
                Status::Led { election: own, .. } | Status::Follows { election: own, .. },
            ) if own.number < by => {
                self.answer(Word::Reject, election);
            }
            (Word::Halt, _) => self.follow(election),
            (
                Word::Follow | Word::Reject,
                Status::Halts { election: own, asked, mut follow, .. },
            ) if own == election && by == asked => {
                if word == Word::Follow {
                    follow.extend(whereis(&name_of(by)));
                }
                self.halt_next(own, asked, follow);
            }
            (Word::Lead, Status::Follows { election: own, watch }) if own == election => {
                self.status = Status::Led { election, watch };
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
        self.status = Status::Follows { election, watch: monitor(election.holder) };
        self.answer(Word::Follow, election);
    }

    /// A process is down. Notices of monitors that do not matter any more say nothing.
    fn notice(&mut self, down: &Down) {
        match self.status.clone() {
            Status::Waits(mut smaller) => {
                smaller.retain(|watch, number| !self.is_about(down, *watch, *number));
                let are_down = smaller.is_empty();
                self.status = Status::Waits(smaller);
                if are_down {
                    self.halt_others();
                }
            }
            Status::Halts { election, asked, watch, follow }
                if self.is_about(down, watch, asked) =>
            {
                self.halt_next(election, asked, follow);
            }
            Status::Follows { election, watch } | Status::Led { election, watch }
                if self.is_about(down, watch, election.number) =>
            {
                self.wait_for_smaller();
            }
            _ => {}
        }
    }

    /// Whether a notice is the one that is waited for.
    fn is_about(&self, down: &Down, watch: Monitor, number: Number) -> bool {
        match self.is_wrong(Mistake::BelievesOldNotices) {
            true => format!("{:?}", down.pid) == format!("<{}>", name_of(number)),
            false => down.monitor == watch,
        }
    }
}
