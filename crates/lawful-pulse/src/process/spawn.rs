//! Spawning.

use std::panic::Location;

use super::delivery::take_signals;
use super::life::{Monitor, tie, watch};
use super::world::world;
use super::{Pid, running};
use crate::run::{Place, Spawning, TaskKind};

/// Spawns a process. In traces it is called after the line it is spawned in, unless it is
/// [named](named()).
#[track_caller]
pub fn spawn(body: impl FnOnce() + 'static) -> Pid {
    start(None, Location::caller(), body)
}

/// Spawns a process that is linked to this one from the beginning.
#[track_caller]
pub fn spawn_link(body: impl FnOnce() + 'static) -> Pid {
    linked(start(None, Location::caller(), body))
}

/// Spawns a process that is monitored by this one from the beginning.
#[track_caller]
pub fn spawn_monitor(body: impl FnOnce() + 'static) -> (Pid, Monitor) {
    monitored(start(None, Location::caller(), body))
}

/// A process to spawn, with a name. See [`named`](named()).
#[derive(Clone, Debug)]
#[must_use = "it is spawned by `spawn`, `spawn_link` or `spawn_monitor`"]
pub struct Named(String);

/// Gives the process that is spawned next a name for traces and messages. Others cannot find it by that
/// name; for that there is [`register`](super::register).
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
    /// See [`spawn`].
    #[track_caller]
    pub fn spawn(self, body: impl FnOnce() + 'static) -> Pid {
        start(Some(self.0), Location::caller(), body)
    }

    /// See [`spawn_link`].
    #[track_caller]
    pub fn spawn_link(self, body: impl FnOnce() + 'static) -> Pid {
        linked(start(Some(self.0), Location::caller(), body))
    }

    /// See [`spawn_monitor`].
    #[track_caller]
    pub fn spawn_monitor(self, body: impl FnOnce() + 'static) -> (Pid, Monitor) {
        monitored(start(Some(self.0), Location::caller(), body))
    }
}

/// Nobody goes on between spawning a process and tying it: there is no point here.
#[track_caller]
fn linked(pid: Pid) -> Pid {
    let run = running();
    tie(&world(run), run.current(), pid.task);
    pid
}

#[track_caller]
fn monitored(pid: Pid) -> (Pid, Monitor) {
    let run = running();
    (pid, watch(&world(run), run.current(), pid.task))
}

#[track_caller]
fn start<F: FnOnce() + 'static>(name: Option<String>, place: Place, body: F) -> Pid {
    let run = running();
    let world = world(run);
    if run.is_over() {
        // A destructor spawns while all is cleared away: nobody would run it.
        return Pid::new(run, run.current());
    }
    let spawning = Spawning::of::<F, ()>(TaskKind::Process, place);
    // SAFETY: the body borrows nothing.
    let task = unsafe {
        run.add_task(spawning, name, move || {
            take_signals(run, place);
            body();
        })
    };
    world.inherit(run.current(), task);
    Pid::new(run, task)
}
