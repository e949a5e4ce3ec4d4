//! What a run knows of its processes: what is on its way between them, and who is tied to whom.
//!
//! Nothing here drops or prints what belongs to the program while the state is borrowed: destructors and
//! `Debug` may do anything.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem::take;
use std::rc::Rc;
use std::time::Duration;

use super::order::Known;
use crate::process::{Message, Order, Reason};
use crate::run::{Run, State, TaskId, VectorClock, entry};

/// What is on its way.
pub(super) enum Content {
    Message(Message),
    /// An exit signal: because of a link, or from [`exit`](super::exit).
    Exit {
        reason: Reason,
        linked: bool,
    },
    Down {
        monitor: u64,
        reason: Reason,
    },
}

impl Content {
    /// Whether it reaches a process that does not receive.
    pub fn is_signal(&self) -> bool {
        !matches!(self, Content::Message(_))
    }
}

/// Something on its way, with what is needed to deliver it.
pub(super) struct Parcel {
    /// Counts what was sent in the run.
    pub number: u64,
    pub content: Content,
    /// The event of sending it, and what the sender knew then: for traces and for races of cells.
    pub event: Option<usize>,
    pub clock: VectorClock,
    /// What the sender knew to be sent, where the order of messages is causal.
    pub known: Known,
    /// It is delayed until then.
    pub not_before: Duration,
}

/// A message that was delivered and not yet taken.
pub(super) struct Letter {
    pub number: u64,
    pub message: Message,
}

type Coming = BTreeMap<TaskId, VecDeque<Parcel>>;

/// What is known of one process. Every task has one, though most never use it.
#[derive(Default)]
pub(super) struct Process {
    /// What is on its way to it, by sender.
    pub coming: Coming,
    pub mailbox: VecDeque<Letter>,
    pub links: BTreeSet<TaskId>,
    /// Those who monitor it, and those it monitors, by the number of the monitor.
    pub watchers: BTreeMap<u64, TaskId>,
    pub watched: BTreeMap<u64, TaskId>,
    pub traps_exits: bool,
    /// It waits in `receive`.
    pub receives: bool,
    /// Why it is at its end, or about to be.
    pub reason: Option<Reason>,
    pub name: Option<String>,
    pub known: Known,
}

/// The processes of a run.
#[derive(Default)]
pub(super) struct World {
    pub order: Cell<Order>,
    processes: RefCell<Vec<Process>>,
    pub names: RefCell<BTreeMap<String, TaskId>>,
    sent: Cell<u64>,
    monitors: Cell<u64>,
    /// What was on its way to processes that are gone. It is dropped with the run: a process ends where
    /// destructors cannot run.
    left: RefCell<Vec<(Coming, VecDeque<Letter>)>>,
}

/// The processes of the run.
pub(super) fn world(run: &Run) -> Rc<World> {
    run.listen(super::delivery::about_to_wait, super::life::ended);
    run.extension()
}

impl World {
    /// Does something with a process. It must not come back here.
    pub fn with<T>(&self, task: TaskId, action: impl FnOnce(&mut Process) -> T) -> T {
        action(entry(&mut self.processes.borrow_mut(), task))
    }

    /// Whether a process lives: it is not at its end, nor did a signal reach it that ends it.
    pub fn lives(&self, run: &Run, task: TaskId) -> bool {
        let state = run.task(task);
        state.state.get() != State::Done
            && !state.doomed.get()
            && self.with(task, |process| process.reason.is_none())
    }

    pub fn next_number(&self) -> u64 {
        self.sent.replace(self.sent.get() + 1)
    }

    /// Whether nothing was sent yet.
    pub fn is_silent(&self) -> bool {
        self.sent.get() == 0
    }

    pub fn next_monitor(&self) -> u64 {
        self.monitors.replace(self.monitors.get() + 1)
    }

    /// Takes a process out that is at its end, and gives it without what was on its way to it.
    pub fn take(&self, task: TaskId) -> Process {
        let mut process = self.with(task, take);
        let (coming, mailbox) = (take(&mut process.coming), take(&mut process.mailbox));
        self.left.borrow_mut().push((coming, mailbox));
        process
    }
}
