//! Processes on threads of the system: what [`process`](super) is outside of scheduled runs.
//!
//! A message or a signal arrives in the step in which it is sent, so that all [orders](super::Order) hold. A process
//! that a signal ends is dead from that step on: it has no name, processes that are tied to it are told, and nothing
//! that it does reaches others. Only its thread does not know yet: it unwinds at its next operation, and is woken for
//! that if it waits for a message.

mod own;
mod table;

use std::fmt::Debug;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use own::check;
use own::{locked, step};
use table::{Number, Thread, table};

use super::message::{Down, Message};
use super::{Monitor, NotRegistered, Pid, Place, Reason};

pub(super) fn self_pid(place: Place) -> Pid {
    own::check(place);
    // A thread whose thread-locals are gone has the number of no process.
    Pid::on_threads(own::number().unwrap_or_default())
}

/// The name of a process, for people. The dead have none.
pub(super) fn called(number: Number) -> Option<Arc<str>> {
    table().get(number).map(|process| process.called.clone())
}

/// Tie between a spawned process and the one that spawns it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    None,
    Link,
    Monitor,
}

/// Spawns a process with this name. The monitor means something only if one was asked for.
pub(super) fn spawn(
    called: &str,
    tie: Tie,
    body: impl FnOnce() + Send + 'static,
    place: Place,
) -> (Pid, Monitor) {
    // A thread cannot have this in its name.
    let called = called.replace('\0', "\u{fffd}");
    let shared = Arc::<Thread>::default();
    let added = step(place, |table, own| {
        let number = table.add(called.as_str().into(), shared.clone());
        let mut monitor = Monitor { number: 0, of: Pid::on_threads(number) };
        match tie {
            Tie::None => {}
            Tie::Link => table.tie(own, number),
            Tie::Monitor => monitor = table.watch(own, number),
        }
        (number, monitor)
    });
    // A destructor of a process that has ended spawns: what it does reaches no process, and the body does not run.
    let Some((number, monitor)) = added else {
        let own = Pid::on_threads(own::number().unwrap_or_default());
        return (own, Monitor { number: 0, of: own });
    };
    let thread = thread::Builder::new().name(called);
    let spawned = thread.spawn(move || own::run(number, shared, body, place));
    if let Err(error) = spawned {
        table().end(number, Reason::NoProcess);
        panic!("failed to spawn the thread of a process: {error}");
    }
    (Pid::on_threads(number), monitor)
}

pub(super) fn send<M: Debug + Send + 'static>(to: Pid, message: M, place: Place) {
    let (to, message) = (to.number(), Message::new(message));
    // A message to the dead comes back, so that it is dropped outside of the lock.
    let _undelivered = step(place, |table, _| match table.get(to) {
        Some(process) => {
            process.deliver(message);
            None
        }
        None => Some(message),
    });
}

/// Limit of waiting for a message.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    None,
    Until(Instant),
    /// Not at all.
    Look,
}

impl Limit {
    pub fn of(limit: Duration) -> Self {
        match Instant::now().checked_add(limit) {
            _ if limit.is_zero() => Limit::Look,
            Some(end) => Limit::Until(end),
            None => Limit::None,
        }
    }
}

/// Takes a message out of the mailbox: the first one that `take` takes.
pub(super) fn receive<T>(
    limit: Limit,
    mut take: impl FnMut(Message) -> Result<T, Message>,
    place: Place,
) -> Option<T> {
    let mut back: Option<(u64, Message)> = None;
    let mut next = 0;
    loop {
        let (arrived, message) = next_message(limit, next, back.take(), place)?;
        next = arrived + 1;
        match take(message) {
            Ok(value) => return Some(value),
            Err(message) => back = Some((arrived, message)),
        }
    }
}

/// Takes out the first message that arrived as number `next` or later, and puts the one back that was not wanted.
fn next_message(
    limit: Limit,
    next: u64,
    back: Option<(u64, Message)>,
    place: Place,
) -> Option<(u64, Message)> {
    locked(place, |own, mut table| {
        let mut back = back;
        loop {
            // It may have ended while it waited.
            let process = table.get(own.number)?;
            process.mailbox.extend(back.take());
            let arrived = process.mailbox.range(next..).next().map(|(arrived, _)| *arrived);
            if let Some(arrived) = arrived {
                return process.mailbox.remove_entry(&arrived);
            }
            let bell = &own.shared.bell;
            table = match limit {
                Limit::None => bell.wait(table).unwrap_or_else(PoisonError::into_inner),
                Limit::Look => return None,
                Limit::Until(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = bell.wait_timeout(table, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    })
}

/// A destructor of a process that has ended waits for a message, which can neither come nor be made up.
pub(super) fn wait_for_ever() -> ! {
    loop {
        thread::park();
    }
}

pub(super) fn trap_exits(traps: bool, place: Place) -> bool {
    let before = step(place, |table, own| {
        let process = table.get(own)?;
        Some(std::mem::replace(&mut process.traps_exits, traps))
    });
    before.flatten().unwrap_or_default()
}

pub(super) fn link(pid: Pid, place: Place) {
    let other = pid.number();
    step(place, |table, own| match table.lives(other) {
        _ if own == other => {}
        true => table.tie(own, other),
        false => table.signal(other, own, Reason::NoProcess, true),
    });
}

pub(super) fn unlink(pid: Pid, place: Place) {
    let other = pid.number();
    step(place, |table, own| {
        for (one, tied) in [(own, other), (other, own)] {
            if let Some(process) = table.get(one) {
                process.links.remove(&tied);
            }
        }
    });
}

pub(super) fn monitor(pid: Pid, place: Place) -> Monitor {
    let other = pid.number();
    let monitor = step(place, |table, own| table.watch(own, other));
    monitor.unwrap_or(Monitor { number: 0, of: pid })
}

pub(super) fn demonitor(monitor: Monitor, place: Place) {
    let of = monitor.of.number();
    step(place, |table, own| {
        if let Some(process) = table.get(own) {
            process.watched.remove(&monitor.number);
            let is_other = |down: &Down| down.monitor != monitor;
            process.mailbox.retain(|_, message| message.get().is_none_or(is_other));
        }
        if let Some(process) = table.get(of) {
            process.watchers.remove(&monitor.number);
        }
    });
}

pub(super) fn exit(pid: Pid, reason: Reason, place: Place) {
    let to = pid.number();
    step(place, |table, own| table.signal(own, to, reason, false));
}

pub(super) fn exit_self(reason: Reason, place: Place) -> ! {
    step(place, |table, own| table.end(own, reason));
    // A destructor comes here, in a thread that unwinds already.
    std::panic::resume_unwind(Box::new(crate::Killed))
}

pub(super) fn is_alive(pid: Pid, place: Place) -> bool {
    let other = pid.number();
    step(place, |table, _| table.lives(other)).unwrap_or_default()
}

pub(super) fn register(name: &str, pid: Pid, place: Place) -> Result<(), NotRegistered> {
    let number = pid.number();
    let registered = step(place, |table, _| {
        if table.names.contains_key(name) {
            return Err(NotRegistered::NameInUse);
        }
        let process = table.get(number).ok_or(NotRegistered::NoProcess)?;
        if process.name.is_some() {
            return Err(NotRegistered::HasName);
        }
        process.name = Some(name.to_string());
        table.names.insert(name.to_string(), number);
        Ok(())
    });
    registered.unwrap_or(Err(NotRegistered::NoProcess))
}

pub(super) fn unregister(name: &str, place: Place) -> bool {
    let had = step(place, |table, _| {
        let number = table.names.remove(name)?;
        table.get(number)?.name.take()
    });
    had.flatten().is_some()
}

pub(super) fn whereis(name: &str, place: Place) -> Option<Pid> {
    let number = step(place, |table, _| table.names.get(name).copied());
    number.flatten().map(Pid::on_threads)
}

pub(super) fn registered(place: Place) -> Vec<String> {
    step(place, |table, _| table.names.keys().cloned().collect()).unwrap_or_default()
}
