//! Spawning.

use std::panic::Location;

use super::threads::Tie;
use super::{Monitor, Pid, Place, called, in_run, threads};

/// Spawns a process. On threads it has a thread of its own.
///
/// In traces and messages it is called after its body, unless it is [named](named()): `serve` if that is a function,
/// `Desk::open:31` for a closure in the method `open` of a `Desk`, spawned in line 31. Several of the same name are
/// numbered. A body that has no name, such as a box, leaves the file and the line.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, spawn};
/// use lawful::pulse::scheduled;
///
/// fn serve() {
///     receive_as::<()>();
/// }
///
/// fn start() -> String {
///     format!("{:?} {:?}", spawn(serve), spawn(|| serve()))
/// }
///
/// let law = scheduled(|| {
///     let names = start();
///     assert!(names.starts_with("<serve> <start:"), "{names}");
/// });
/// assert!(Runner::named("names").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn spawn(body: impl FnOnce() + Send + 'static) -> Pid {
    start(None, Location::caller(), body)
}

/// Spawns a process that is linked to this one from the beginning. It is called as by [`spawn`].
#[track_caller]
pub fn spawn_link(body: impl FnOnce() + Send + 'static) -> Pid {
    start_linked(None, Location::caller(), body)
}

/// Spawns a process that is monitored by this one from the beginning. It is called as by [`spawn`].
#[track_caller]
pub fn spawn_monitor(body: impl FnOnce() + Send + 'static) -> (Pid, Monitor) {
    start_monitored(None, Location::caller(), body)
}

/// A process to spawn, with a name. See [`named`](named()).
#[derive(Clone, Debug)]
#[must_use = "it is spawned by `spawn`, `spawn_link` or `spawn_monitor`"]
pub struct Named(String);

/// Gives the process that is spawned next a name for traces and messages, and its thread outside of runs. Others cannot
/// find it by that name; for that there is [`register`](super::register).
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::named;
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let server = named("server").spawn(|| {});
///     assert_eq!(format!("{server:?}"), "<server>");
/// });
/// assert!(Runner::named("names").run(&law).failure().is_none());
/// ```
pub fn named(name: impl Into<String>) -> Named {
    Named(name.into())
}

impl Named {
    /// Spawns a process of this name: see [`spawn`].
    #[track_caller]
    pub fn spawn(self, body: impl FnOnce() + Send + 'static) -> Pid {
        start(Some(self.0), Location::caller(), body)
    }

    /// Spawns a process of this name that is linked to this one: see [`spawn_link`].
    #[track_caller]
    pub fn spawn_link(self, body: impl FnOnce() + Send + 'static) -> Pid {
        start_linked(Some(self.0), Location::caller(), body)
    }

    /// Spawns a process of this name that is monitored by this one: see [`spawn_monitor`].
    #[track_caller]
    pub fn spawn_monitor(self, body: impl FnOnce() + Send + 'static) -> (Pid, Monitor) {
        start_monitored(Some(self.0), Location::caller(), body)
    }
}

fn start<F: FnOnce() + Send + 'static>(name: Option<String>, place: Place, body: F) -> Pid {
    in_run!(run => super::scheduled::spawn(run, name, place, body));
    on_thread(name, Tie::None, body, place).0
}

fn start_linked<F: FnOnce() + Send + 'static>(name: Option<String>, place: Place, body: F) -> Pid {
    in_run!(run => super::scheduled::linked(run, super::scheduled::spawn(run, name, place, body)));
    on_thread(name, Tie::Link, body, place).0
}

fn start_monitored<F: FnOnce() + Send + 'static>(
    name: Option<String>,
    place: Place,
    body: F,
) -> (Pid, Monitor) {
    in_run!(run => super::scheduled::monitored(run, super::scheduled::spawn(run, name, place, body)));
    on_thread(name, Tie::Monitor, body, place)
}

fn on_thread<F: FnOnce() + Send + 'static>(
    name: Option<String>,
    tie: Tie,
    body: F,
    place: Place,
) -> (Pid, Monitor) {
    let derived = || called::derive(std::any::type_name::<F>(), place);
    let name = name.or_else(derived);
    let name = name.unwrap_or_else(|| called::line(place.file(), place.line()));
    threads::spawn(&name, tie, body, place)
}
