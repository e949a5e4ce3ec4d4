//! Links, monitors and exits: who is told of whose end.

use std::fmt;
use std::panic::Location;
use std::time::Duration;

use lawful_core::data::EventKind;

use super::message::Down;
use super::reason::Reason;
use super::world::{Content, World, world};
use super::{Pid, enter, running};
use crate::run::{Object, Place, Run, TaskId, at};

/// Handle of a monitor, by which a [`Down`] is told from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monitor {
    pub(super) number: u64,
    /// The process that is monitored.
    pub(super) of: TaskId,
}

impl fmt::Debug for Monitor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.number)
    }
}

fn tell(run: &Run, place: Place, text: impl FnOnce() -> String) -> Option<usize> {
    run.log(EventKind::Operation, text, Some(place))
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
    let (run, world) = enter(Object::NONE, place);
    tell(run, place, || format!("traps exits: {traps}"));
    world.with(run.current(), |process| std::mem::replace(&mut process.traps_exits, traps))
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
    let (run, world) = enter(Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    if own == other {
        return;
    }
    let event = tell(run, place, || format!("links to {}", run.task_name(other)));
    if world.lives(run, other) {
        tie(&world, own, other);
    } else {
        world.with(own, |process| process.links.insert(other));
        let content = Content::Exit { reason: Reason::NoProcess, linked: true };
        world.post(run, other, own, content, event, Duration::ZERO);
    }
}

/// Undoes [`link`]. An exit signal of that process that is on its way does not arrive any more.
#[track_caller]
pub fn unlink(pid: Pid) {
    let place = Location::caller();
    let (run, world) = enter(Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    tell(run, place, || format!("unlinks {}", run.task_name(other)));
    world.with(own, |process| process.links.remove(&other));
    world.with(other, |process| process.links.remove(&own));
}

/// Asks for a [`Down`] message when another process is at its end. If it is so already, the message comes
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
    let (run, world) = enter(Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    let event = tell(run, place, || format!("monitors {}", run.task_name(other)));
    if world.lives(run, other) {
        return watch(&world, own, other);
    }
    let number = world.next_monitor();
    world.with(own, |process| process.watched.insert(number, other));
    let content = Content::Down { monitor: number, reason: Reason::NoProcess };
    world.post(run, other, own, content, event, Duration::ZERO);
    Monitor { number, of: other }
}

/// Undoes [`monitor`]. The message does not arrive any more, and is taken out of the mailbox if it is there
/// (as `demonitor` with `flush` does in Erlang).
#[track_caller]
pub fn demonitor(monitor: Monitor) {
    let place = Location::caller();
    let (run, world) = enter(Object::NONE, place);
    tell(run, place, || format!("demonitors {}", run.task_name(monitor.of)));
    world.with(run.current(), |process| {
        process.watched.remove(&monitor.number);
        let is_other = |down: &Down| down.monitor != monitor;
        process.mailbox.retain(|letter| letter.message.get().is_none_or(is_other));
    });
    world.with(monitor.of, |process| process.watchers.remove(&monitor.number));
}

/// Sends an exit signal. For what that does see the [table](super#exits).
#[track_caller]
pub fn exit(pid: Pid, reason: Reason) {
    let run = running();
    let to = pid.of(run);
    if run.is_ending() {
        return;
    }
    let place = Some(Location::caller());
    let world = world(run);
    let text = || format!("sends exit to {}: {reason}", run.task_name(to));
    let event = run.log(EventKind::Send, text, place);
    let own = run.current();
    let content = Content::Exit { reason: reason.clone(), linked: false };
    world.post(run, own, to, content, event, Duration::ZERO);
    if to == own {
        world.bring_signal(run, own, own, place);
    }
}

/// Kills a process: [`exit`] with [`Reason::Kill`], which cannot be trapped.
#[track_caller]
pub fn kill(pid: Pid) {
    exit(pid, Reason::Kill);
}

/// Ends this process. Destructors run.
///
/// # Panics
///
/// In the body of the law, which has an outcome to give.
#[track_caller]
pub fn exit_self(reason: Reason) -> ! {
    let run = running();
    let own = run.current();
    assert!(own != 0, "the body of the law exits, with reason: {reason}");
    if !run.is_ending() {
        world(run).doom(run, own, reason);
    }
    // It catches what unwinds it, or a destructor comes here.
    std::panic::resume_unwind(Box::new(crate::run::Killed))
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
    let (run, world) = enter(Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    if own != other && world.signalling(other).contains(&own) {
        world.bring_all(run, other, own);
    }
    let alive = world.lives(run, other);
    let text = || format!("asks whether {} is alive: {alive}", run.task_name(other));
    run.log(EventKind::Effect, text, Some(place));
    alive
}

/// Links two processes.
pub(super) fn tie(world: &World, one: TaskId, other: TaskId) {
    world.with(one, |process| process.links.insert(other));
    world.with(other, |process| process.links.insert(one));
}

/// Lets a process monitor another.
pub(super) fn watch(world: &World, watcher: TaskId, of: TaskId) -> Monitor {
    let number = world.next_monitor();
    world.with(watcher, |process| process.watched.insert(number, of));
    world.with(of, |process| process.watchers.insert(number, watcher));
    Monitor { number, of }
}

/// A task is at its end: those who are tied to it get their signals.
pub(super) fn ended(run: &Run, id: TaskId) {
    let Some(world) = run.existing_extension::<World>() else { return };
    let task = run.task(id);
    let ties = world.take(id);
    if let Some(name) = &ties.name {
        world.names.borrow_mut().remove(name);
    }
    let panicked = task.panicked.borrow().as_ref().map(|(message, _)| message.clone());
    let reason = match (panicked, ties.reason) {
        (Some(message), _) => Reason::Panicked(message),
        (None, Some(reason)) => reason,
        (None, None) if task.doomed.get() => Reason::Killed,
        (None, None) => Reason::Normal,
    };
    for (monitor, of) in ties.watched {
        world.with(of, |process| process.watchers.remove(&monitor));
    }
    let event = run.last_event(id);
    let send = |to: TaskId, content: Content| {
        if world.lives(run, to) {
            // Whoever is told of a panic has to do something about it.
            task.joined.set(true);
            world.post(run, id, to, content, event, Duration::ZERO);
        }
    };
    for to in ties.links {
        send(to, Content::Exit { reason: reason.clone(), linked: true });
    }
    for (monitor, to) in ties.watchers {
        send(to, Content::Down { monitor, reason: reason.clone() });
    }
    if id == 0 && task.doomed.get() && task.panicked.borrow().is_none() {
        let message = format!("the body of the law was ended by an exit signal: {reason}");
        let place = task.pending.get().1.map(at).unwrap_or_default();
        *task.panicked.borrow_mut() = Some((message, place));
    }
}
