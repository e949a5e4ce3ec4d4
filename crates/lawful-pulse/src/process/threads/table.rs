//! Table of the processes on threads, under one lock.
//!
//! One lock for all of them, since the operations that matter are about two processes or more: to link, to monitor, to
//! exit, and to pass an exit on along links. With a lock for each process, two that link to or kill each other at the
//! same time would take the two locks in opposite orders; and in between, a third could see a process that is dead and
//! has its name still. Under one lock every operation is a step, which is what a schedule makes of it too.
//!
//! No code of the program runs under the lock: messages are dropped, printed and looked at outside of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::process::message::{Down, Exit, Message};
use crate::process::{Monitor, Pid, Reason};

/// Number of a process. Numbers are not used again.
pub(super) type Number = u64;

/// Messages that arrived and were not taken, by the order in which they came.
pub(super) type Mailbox = BTreeMap<u64, Message>;

/// State that a process shares with its thread.
#[derive(Default)]
pub(super) struct Thread {
    /// Wakes it: something arrived, or its process has ended.
    pub bell: Condvar,
    /// Why its process ended, as soon as it did.
    pub ended: OnceLock<Reason>,
    /// Messages of a process that has ended. Its thread drops them: destructors may take their time.
    left: Mutex<Mailbox>,
}

impl Thread {
    /// Takes the messages of a process that has ended.
    pub fn take_left(&self) -> impl Iterator<Item = Message> + use<> {
        std::mem::take(&mut *self.left.lock().unwrap_or_else(PoisonError::into_inner)).into_values()
    }
}

/// A process that is alive.
pub(super) struct Process {
    /// Name for people.
    pub called: Arc<str>,
    pub thread: Arc<Thread>,
    pub mailbox: Mailbox,
    /// Count of what arrived.
    arrived: u64,
    pub links: BTreeSet<Number>,
    /// Processes that monitor it, and those that it monitors, by the number of the monitor.
    pub watchers: BTreeMap<u64, Number>,
    pub watched: BTreeMap<u64, Number>,
    pub traps_exits: bool,
    /// Name by which other processes find it.
    pub name: Option<String>,
}

impl Process {
    /// Puts a message into the mailbox, and wakes the process.
    pub fn deliver(&mut self, message: Message) {
        self.mailbox.insert(self.arrived, message);
        self.arrived += 1;
        self.thread.bell.notify_one();
    }
}

/// All processes that are alive.
pub(super) struct Table {
    pub processes: BTreeMap<Number, Process>,
    pub names: BTreeMap<String, Number>,
    /// Counts of the processes and monitors that there were.
    spawned: u64,
    monitors: u64,
}

static TABLE: Mutex<Table> = Mutex::new(Table {
    processes: BTreeMap::new(),
    names: BTreeMap::new(),
    spawned: 0,
    monitors: 0,
});

/// Takes the lock. A thread that panicked with it has left nothing half done: only memory that ran out could.
pub(super) fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    /// Adds a process, which may get messages and signals at once.
    pub fn add(&mut self, called: Arc<str>, thread: Arc<Thread>) -> Number {
        self.spawned += 1;
        let process = Process {
            called,
            thread,
            mailbox: Mailbox::new(),
            arrived: 0,
            links: BTreeSet::new(),
            watchers: BTreeMap::new(),
            watched: BTreeMap::new(),
            traps_exits: false,
            name: None,
        };
        self.processes.insert(self.spawned, process);
        self.spawned
    }

    pub fn get(&mut self, number: Number) -> Option<&mut Process> {
        self.processes.get_mut(&number)
    }

    pub fn lives(&self, number: Number) -> bool {
        self.processes.contains_key(&number)
    }

    /// Links two processes that are alive.
    pub fn tie(&mut self, one: Number, other: Number) {
        for (own, tied) in [(one, other), (other, one)] {
            if let Some(process) = self.get(own) {
                process.links.insert(tied);
            }
        }
    }

    /// Lets a process monitor another. If that one is dead, the news of it arrives now.
    pub fn watch(&mut self, watcher: Number, of: Number) -> Monitor {
        self.monitors += 1;
        let monitor = Monitor { number: self.monitors, of: Pid::on_threads(of) };
        match self.get(of) {
            Some(process) => {
                process.watchers.insert(monitor.number, watcher);
                if let Some(process) = self.get(watcher) {
                    process.watched.insert(monitor.number, of);
                }
            }
            None => self.tell_down(watcher, monitor, Reason::NoProcess),
        }
        monitor
    }

    fn tell_down(&mut self, watcher: Number, monitor: Monitor, reason: Reason) {
        if let Some(process) = self.get(watcher) {
            process.watched.remove(&monitor.number);
            process.deliver(Message::new(Down { monitor, pid: monitor.of, reason }));
        }
    }

    /// An exit signal arrives: it is a message, ends the process, or is nothing.
    pub fn signal(&mut self, from: Number, to: Number, reason: Reason, linked: bool) {
        if let Some(reason) = self.exit_arrives(from, to, reason, linked) {
            self.end(to, reason);
        }
    }

    /// Returns the reason that a process ends with when an exit signal arrives, if it does.
    fn exit_arrives(
        &mut self,
        from: Number,
        to: Number,
        reason: Reason,
        linked: bool,
    ) -> Option<Reason> {
        let process = self.get(to)?;
        if reason == Reason::Kill && !linked {
            return Some(Reason::Killed);
        }
        if process.traps_exits {
            process.deliver(Message::new(Exit { from: Pid::on_threads(from), reason }));
            return None;
        }
        let ends = reason != Reason::Normal || (from == to && !linked);
        ends.then_some(reason)
    }

    /// Ends a process, and all that exit because of it. From here on they are dead to all others; their own threads
    /// find out at their next operation. A list and no recursion, since chains of links may be long.
    pub fn end(&mut self, number: Number, reason: Reason) {
        let mut ending = VecDeque::from([(number, reason)]);
        while let Some((number, reason)) = ending.pop_front() {
            let Some(process) = self.processes.remove(&number) else { continue };
            if let Some(name) = process.name {
                self.names.remove(&name);
            }
            for (monitor, of) in process.watched {
                if let Some(watched) = self.get(of) {
                    watched.watchers.remove(&monitor);
                }
            }
            for to in process.links {
                if let Some(tied) = self.get(to) {
                    tied.links.remove(&number);
                }
                let exits = self.exit_arrives(number, to, reason.clone(), true);
                ending.extend(exits.map(|reason| (to, reason)));
            }
            let of = Pid::on_threads(number);
            for (monitor, watcher) in process.watchers {
                self.tell_down(watcher, Monitor { number: monitor, of }, reason.clone());
            }
            let Thread { bell, ended, left } = &*process.thread;
            *left.lock().unwrap_or_else(PoisonError::into_inner) = process.mailbox;
            // It is ended once: it was taken out of the table.
            let _ = ended.set(reason);
            bell.notify_one();
        }
    }
}
