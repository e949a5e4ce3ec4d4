//! Links, monitors and exits: which tasks are told of the end of which.

use std::time::Duration;

use lawful_core::data::EventKind;

use super::enter;
use super::world::{Content, World, world};
use crate::process::{Down, Monitor, Pid, Reason};
use crate::run::{Object, Place, Run, TaskId, at};

fn tell(run: &Run, place: Place, text: impl FnOnce() -> String) -> Option<usize> {
    run.log(EventKind::Operation, text, Some(place))
}

pub(in crate::process) fn trap_exits(run: &'static Run, traps: bool, place: Place) -> bool {
    let world = enter(run, Object::NONE, place);
    tell(run, place, || format!("traps exits: {traps}"));
    world.with(run.current(), |process| std::mem::replace(&mut process.traps_exits, traps))
}

pub(in crate::process) fn link(run: &'static Run, pid: Pid, place: Place) {
    let world = enter(run, Object::NONE, place);
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

pub(in crate::process) fn unlink(run: &'static Run, pid: Pid, place: Place) {
    let world = enter(run, Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    tell(run, place, || format!("unlinks {}", run.task_name(other)));
    world.with(own, |process| process.links.remove(&other));
    world.with(other, |process| process.links.remove(&own));
}

pub(in crate::process) fn monitor(run: &'static Run, pid: Pid, place: Place) -> Monitor {
    let world = enter(run, Object::NONE, place);
    let (own, other) = (run.current(), pid.of(run));
    let event = tell(run, place, || format!("monitors {}", run.task_name(other)));
    if world.lives(run, other) {
        return watch(run, &world, own, other);
    }
    let number = world.next_monitor();
    world.with(own, |process| process.watched.insert(number, other));
    let content = Content::Down { monitor: number, reason: Reason::NoProcess };
    world.post(run, other, own, content, event, Duration::ZERO);
    Monitor { number, of: pid }
}

pub(in crate::process) fn demonitor(run: &'static Run, monitor: Monitor, place: Place) {
    let world = enter(run, Object::NONE, place);
    let of = monitor.of.of(run);
    tell(run, place, || format!("demonitors {}", run.task_name(of)));
    world.with(run.current(), |process| {
        process.watched.remove(&monitor.number);
        let is_other = |down: &Down| down.monitor != monitor;
        process.mailbox.retain(|letter| letter.message.get().is_none_or(is_other));
    });
    world.with(of, |process| process.watchers.remove(&monitor.number));
}

pub(in crate::process) fn exit(run: &'static Run, pid: Pid, reason: Reason, place: Place) {
    let to = pid.of(run);
    if run.is_ending() {
        return;
    }
    let place = Some(place);
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

pub(in crate::process) fn exit_self(run: &'static Run, reason: Reason) -> ! {
    let own = run.current();
    assert!(own != 0, "the body of the law exits, with reason: {reason}");
    if !run.is_ending() {
        world(run).doom(run, own, reason);
    }
    // It catches what unwinds it, or a destructor comes here.
    std::panic::resume_unwind(Box::new(crate::Killed))
}

pub(in crate::process) fn is_alive(run: &'static Run, pid: Pid, place: Place) -> bool {
    let world = enter(run, Object::NONE, place);
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
pub(super) fn watch(run: &Run, world: &World, watcher: TaskId, of: TaskId) -> Monitor {
    let number = world.next_monitor();
    world.with(watcher, |process| process.watched.insert(number, of));
    world.with(of, |process| process.watchers.insert(number, watcher));
    Monitor { number, of: Pid::new(run, of) }
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
            // A process that is told of a panic has to deal with it, so the law does not fail for it.
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
