//! Processes: tasks that share nothing and send each other messages, as in Erlang.
//!
//! In a program that is shipped, and in a test outside of scheduled laws, each runs on a thread of the system, with no
//! dependency beyond std. Inside of a scheduled law the same code runs under the scheduler. Every thread is a process
//! too, `main` and the body of a law included: it gets its mailbox with its first operation of this module, and ends
//! when the thread does.
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
//!
//! // The same on threads.
//! let server = spawn(|| {
//!     let Square(client, number) = receive_as();
//!     send(client, number * number);
//! });
//! send(server, Square(self_pid(), 8));
//! assert_eq!(receive_as::<u64>(), 64);
//! ```
//!
//! # Messages
//!
//! A message is any value that can be printed and sent to another thread. [`receive`] is selective: a closure takes a message or leaves
//! it in the mailbox, and what is left stays there in order. [`receive_as`] takes the first message of a
//! type. Exits and DOWN notices are messages of the types [`Exit`] and [`Down`].
//!
//! Only one order is promised: what one process sends to another arrives in the order in which it was sent.
//! What comes from different processes may overtake each other, even if one was sent because of the other
//! (section 5.2 of "Finding Race Conditions in Erlang with QuickCheck and PULSE"). Which message is delivered
//! next is a choice of the schedule, the oldest being the simplest. [`order`] asks for stronger promises. On threads a
//! message arrives in the step in which it is sent, as in a single virtual machine of Erlang, so that every order holds.
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
//! A process that panics breaks the law, unless another process is linked to it or monitors it: that one gets
//! [`Reason::Panicked`].
//!
//! # On threads
//!
//! The table holds there too, with these limits:
//!
//! - A thread cannot be ended from outside. A process that a signal ends is dead to all others at once: it has no name,
//!   those that are tied to it are told, [`is_alive`] says no, and whatever it does with this module happens no more. Its
//!   thread unwinds at its next operation of this module or [effect](mod@crate::effect); one that waits for a message is
//!   woken for it. One that waits for something else (a lock, a socket, a sleep) unwinds after that, and what it does
//!   until then to things that are no processes, it does.
//! - The thread unwinds with [`Killed`](crate::Killed), without the panic hook; destructors run. In a destructor of a
//!   process that has ended, operations do nothing, [`receive_within`] returns `None`, and [`receive`] waits for ever.
//! - A thread that was not spawned as a process unwinds too when a signal ends its process. Since `main` would end without
//!   a word, a line on standard error says why. If it catches that and goes on, as the thread of a runner does with the next
//!   case of a law, it is a new process from its next operation on. With which reason such a thread ends by itself is not known: it is
//!   [`Reason::Normal`], also after a panic.
//! - Other processes may come between any two operations. In a run they do not come before what influences only others, so
//!   that no schedule shows a process that is killed between two messages that it sends one after the other.
//! - A panic is printed by the panic hook, as that of any thread, also if another process is told of it.
//! - When `main` returns, the program ends, and all its processes with it.

pub(crate) mod called;
mod life;
mod message;
mod names;
mod order;
mod reason;
mod receive;
#[cfg(feature = "scheduled")]
pub(crate) mod scheduled;
mod spawn;
pub(crate) mod threads;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::Location;

pub use life::{
    Monitor, demonitor, exit, exit_self, is_alive, kill, link, monitor, trap_exits, unlink,
};
pub use message::{Down, Exit, Message, send};
pub use names::{NotRegistered, register, registered, unregister, whereis};
pub use order::{Order, order};
pub use reason::Reason;
pub use receive::{receive, receive_as, receive_as_within, receive_within};
pub use spawn::{Named, named, spawn, spawn_link, spawn_monitor};

#[cfg(feature = "scheduled")]
use crate::run::{Run, TaskId, current};

/// Place of a call of an operation.
type Place = &'static Location<'static>;

/// Returns from a function with what a run makes of the call, if one is going on on this thread.
#[cfg(feature = "scheduled")]
macro_rules! in_run {
    ($run:ident => $call:expr) => {
        if let Some($run) = crate::run::current() {
            return $call;
        }
    };
}

/// Without the scheduler there are no runs.
#[cfg(not(feature = "scheduled"))]
macro_rules! in_run {
    ($run:ident => $call:expr) => {};
}

use in_run;

/// A process. It prints as its name, so that traces and messages can be read: `<server>` in a run. On threads, where names
/// are not numbered, its number comes after it (`<server #7>`), and one that has ended is `<process #7>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pid {
    /// The run that it is a task of, or [`THREADS`].
    run: u64,
    number: u64,
}

/// Stands for no run: runs are numbered from 1.
const THREADS: u64 = 0;

impl Pid {
    #[cfg(feature = "scheduled")]
    pub(crate) fn new(run: &Run, task: TaskId) -> Self {
        Pid { run: run.id(), number: task.into() }
    }

    /// The task in the run that is going on. A process of an earlier run is none of this one.
    #[cfg(feature = "scheduled")]
    #[track_caller]
    fn of(self, run: &Run) -> TaskId {
        assert!(
            self.run == run.id(),
            "a process of another run is used: keep pids in values that the body of the law makes"
        );
        self.number as TaskId
    }

    fn on_threads(number: u64) -> Self {
        Pid { run: THREADS, number }
    }

    /// The number of a process on threads.
    #[track_caller]
    fn number(self) -> u64 {
        assert!(
            self.run == THREADS,
            "a process of a scheduled run is used outside of that run: keep pids in values that the body of the law \
             makes"
        );
        self.number
    }
}

/// The number of the run is left out: it is another in every run, and the order of a map may depend on it.
impl Hash for Pid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for Pid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "scheduled")]
        if let Some(run) = current().filter(|run| run.id() == self.run) {
            let name = run.named(&run.task_name(self.number as TaskId));
            return write!(formatter, "<{name}>");
        }
        let called = (self.run == THREADS).then(|| threads::called(self.number)).flatten();
        write!(formatter, "<{} #{}>", called.as_deref().unwrap_or("process"), self.number)
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
    in_run!(run => Pid::new(run, run.current()));
    threads::self_pid(Location::caller())
}
