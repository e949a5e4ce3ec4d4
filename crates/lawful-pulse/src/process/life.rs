//! Links, monitors and exits: which processes are told of the end of which.

use std::fmt;
use std::panic::Location;

use super::{Pid, Reason, in_run, threads};

/// Handle of a monitor, by which a [`Down`](super::Down) is told from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monitor {
    pub(super) number: u64,
    /// The process that is monitored.
    pub(super) of: Pid,
}

impl fmt::Debug for Monitor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.number)
    }
}

/// Sets whether exits of linked processes arrive as [`Exit`](super::Exit) messages instead of ending this process
/// too. Gives what was said before.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{Exit, Reason, exit_self, receive_as, spawn_link, trap_exits};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     assert!(!trap_exits(true));
///     let child = spawn_link(|| exit_self("tired".into()));
///     assert_eq!(receive_as::<Exit>(), Exit { from: child, reason: "tired".into() });
/// });
/// assert!(Runner::named("exits").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn trap_exits(traps: bool) -> bool {
    let place = Location::caller();
    in_run!(run => super::scheduled::trap_exits(run, traps, place));
    threads::trap_exits(traps, place)
}

/// Links this process and another: when one is at its end, the other gets an exit signal. For what that
/// does see the [table](super#exits). If the other is at its end already, the signal comes with
/// [`Reason::NoProcess`].
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{Exit, Reason, link, receive_as, spawn, trap_exits};
/// use lawful::pulse::scheduled;
///
/// // The child may be at its end before it is linked to. `spawn_link` does not have this race.
/// let law = scheduled(|| {
///     trap_exits(true);
///     link(spawn(|| {}));
///     assert_eq!(receive_as::<Exit>().reason, Reason::Normal);
/// });
/// assert!(Runner::named("race").run(&law).failure().is_some());
/// ```
#[track_caller]
pub fn link(pid: Pid) {
    let place = Location::caller();
    in_run!(run => super::scheduled::link(run, pid, place));
    threads::link(pid, place)
}

/// Undoes [`link`]. An exit signal of that process that is on its way does not arrive any more.
#[track_caller]
pub fn unlink(pid: Pid) {
    let place = Location::caller();
    in_run!(run => super::scheduled::unlink(run, pid, place));
    threads::unlink(pid, place)
}

/// Asks for a [`Down`](super::Down) message when another process is at its end. If it is so already, the message comes
/// with [`Reason::NoProcess`].
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{Down, Reason, exit, monitor, receive_as, spawn};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let server = spawn(receive_as::<()>);
///     let monitor = monitor(server);
///     exit(server, "enough".into());
///     assert_eq!(receive_as::<Down>(), Down { monitor, pid: server, reason: "enough".into() });
/// });
/// assert!(Runner::named("monitors").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn monitor(pid: Pid) -> Monitor {
    let place = Location::caller();
    in_run!(run => super::scheduled::monitor(run, pid, place));
    threads::monitor(pid, place)
}

/// Undoes [`monitor`]. The message does not arrive any more, and is taken out of the mailbox if it is there
/// (as `demonitor` with `flush` does in Erlang).
#[track_caller]
pub fn demonitor(monitor: Monitor) {
    let place = Location::caller();
    in_run!(run => super::scheduled::demonitor(run, monitor, place));
    threads::demonitor(monitor, place)
}

/// Sends an exit signal. For what that does see the [table](super#exits).
#[track_caller]
pub fn exit(pid: Pid, reason: Reason) {
    let place = Location::caller();
    in_run!(run => super::scheduled::exit(run, pid, reason, place));
    threads::exit(pid, reason, place)
}

/// Kills a process: [`exit`] with [`Reason::Kill`], which cannot be trapped.
#[track_caller]
pub fn kill(pid: Pid) {
    exit(pid, Reason::Kill);
}

/// Ends this process. Destructors run. Outside of a run a thread that was not spawned as a process, such as that of
/// `main`, ends with it, after a line on standard error that says why.
///
/// # Panics
///
/// In the body of a law, which has an outcome to give.
#[track_caller]
pub fn exit_self(reason: Reason) -> ! {
    let place = Location::caller();
    #[cfg(feature = "scheduled")]
    if let Some(run) = crate::run::current() {
        super::scheduled::exit_self(run, reason)
    }
    threads::exit_self(reason, place)
}

/// Returns whether a process is alive. What this process sent to it before arrives first, as Erlang promises: after
/// [`kill`] the answer is no.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{is_alive, kill, receive_as, spawn};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let server = spawn(receive_as::<()>);
///     assert!(is_alive(server));
///     kill(server);
///     assert!(!is_alive(server));
/// });
/// assert!(Runner::named("alive").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn is_alive(pid: Pid) -> bool {
    let place = Location::caller();
    in_run!(run => super::scheduled::is_alive(run, pid, place));
    threads::is_alive(pid, place)
}
