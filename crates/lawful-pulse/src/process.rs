//! Processes: tasks that share nothing and send each other messages, as in Erlang.
//!
//! They exist inside of [`scheduled`](crate::scheduled) laws only. The body of the law is a process too, and
//! so is every thread.
//!
//! ```
//! use lawful::prelude::*;
//! use lawful::pulse::process::{Pid, receive_as, self_pid, send, spawn};
//! use lawful::pulse::scheduled;
//!
//! #[derive(Debug)]
//! struct Square(Pid, u64);
//!
//! let law = scheduled(|| {
//!     let server = spawn(|| {
//!         loop {
//!             let Square(client, number) = receive_as();
//!             send(client, number * number);
//!         }
//!     });
//!     send(server, Square(self_pid(), 7));
//!     assert_eq!(receive_as::<u64>(), 49);
//! });
//! // That the server waits for ever when the body is at its end is no failure.
//! assert!(Runner::named("squares").run(&law).failure().is_none());
//! ```
//!
//! # Messages
//!
//! A message is any value that can be printed. [`receive`] is selective: a closure takes a message or leaves
//! it in the mailbox, and what is left stays there in order. [`receive_as`] takes the first message of a
//! type. Exits and DOWN notices are messages of the types [`Exit`] and [`Down`].
//!
//! Only one order is promised: what one process sends to another arrives in the order in which it was sent.
//! What comes from different processes may overtake each other, even if one was sent because of the other
//! (section 5.2 of "Finding Race Conditions in Erlang with QuickCheck and PULSE"). Which message is delivered
//! next is a choice of the schedule, the oldest being the simplest. [`order`] asks for stronger promises.
//!
//! # Where others may come first
//!
//! As in the paper, what influences only others (to send, to spawn, to exit) happens at once. What others
//! can influence (to receive, to link, to monitor, to ask who is alive, to use names, an
//! [effect](crate::effect)) may be preceded by steps of others. To receive what is in the mailbox already
//! asks nobody.
//!
//! # Exits
//!
//! | signal | receiver | trapping exits |
//! |---|---|---|
//! | a linked process ends, [`Reason::Normal`] | goes on | gets [`Exit`] |
//! | a linked process ends, other reason | exits, same reason | gets [`Exit`] |
//! | [`exit`] with [`Reason::Normal`] | goes on, but for oneself | gets [`Exit`] |
//! | [`exit`] with [`Reason::Kill`] | exits, [`Reason::Killed`] | exits, [`Reason::Killed`] |
//! | [`exit`] with another reason | exits, same reason | gets [`Exit`] |
//! | a monitored process ends | gets [`Down`] | gets [`Down`] |
//!
//! A process that panics breaks the law unless somebody is linked to it or monitors it, and so is told.

mod delivery;
mod life;
mod message;
mod names;
mod order;
mod reason;
mod receive;
mod spawn;
mod world;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

pub use life::{
    Monitor, demonitor, exit, exit_self, is_alive, kill, link, monitor, trap_exits, unlink,
};
pub use message::{Down, Exit, Message};
pub use names::{NotRegistered, register, registered, unregister, whereis};
pub use order::{Order, order};
pub use reason::Reason;
pub use receive::{receive, receive_as, receive_as_within, receive_within};
pub use spawn::{Named, named, spawn, spawn_link, spawn_monitor};

pub use delivery::send;
pub(crate) use delivery::{doom, take_signals};

use crate::run::{Object, Operation, Place, Run, TaskId, Verb, current};
use world::{World, world};

/// A process. It prints as its name, so that traces and messages can be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pid {
    run: u64,
    pub(crate) task: TaskId,
}

impl Pid {
    pub(crate) fn new(run: &Run, task: TaskId) -> Self {
        Pid { run: run.id(), task }
    }

    /// The task in the run that is going on. A process of an earlier run is none of this one.
    #[track_caller]
    fn of(self, run: &Run) -> TaskId {
        assert!(
            self.run == run.id(),
            "a process of another run is used: keep pids in values that the body of the law makes"
        );
        self.task
    }
}

/// The number of the run is left out: it is another in every run, and the order of a map may depend on it.
impl Hash for Pid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.task.hash(state);
    }
}

impl fmt::Debug for Pid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match current().filter(|run| run.id() == self.run) {
            Some(run) => write!(formatter, "<{}>", run.named(&run.task_name(self.task))),
            None => write!(formatter, "<process {}>", self.task),
        }
    }
}

/// The process that this code runs in.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, self_pid, send, spawn};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let parent = self_pid();
///     let child = spawn(move || send(parent, self_pid()));
///     assert_eq!(receive_as::<lawful_pulse::process::Pid>(), child);
/// });
/// assert!(Runner::named("who").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn self_pid() -> Pid {
    let run = running();
    Pid::new(run, run.current())
}

/// A task that is spawned knows what the one that spawns it knows to be sent.
#[inline]
pub(crate) fn inherit(run: &Run, child: TaskId) {
    if let Some(world) = run.existing_extension::<World>() {
        world.inherit(run.current(), child);
    }
}

/// Others may come before what is done to an object, and may be heard of.
#[track_caller]
fn enter(object: Object, place: Place) -> (&'static Run, Rc<World>) {
    let run = running();
    run.point(|| Operation::new(Verb::Effect, object), place);
    take_signals(run, place);
    (run, world(run))
}

/// The run that is going on.
#[track_caller]
fn running() -> &'static Run {
    current().expect("processes exist only inside of `scheduled` laws")
}
