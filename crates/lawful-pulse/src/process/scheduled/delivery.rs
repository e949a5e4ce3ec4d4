//! Sending, and what happens when something arrives.

use std::fmt;
use std::time::Duration;

use lawful_core::data::EventKind;

use super::world::{Content, Letter, Parcel, World, world};
use crate::fault;
use crate::process::{Down, Exit, Message, Monitor, Order, Pid, Reason};
use crate::run::{Place, Run, State, TaskId};

pub(in crate::process) fn send<M: fmt::Debug + Send + 'static>(
    run: &'static Run,
    to: Pid,
    message: M,
    place: Place,
) {
    let to = to.of(run);
    if run.is_ending() {
        return;
    }
    let world = world(run);
    let name = || run.task_name(to);
    let event =
        run.log(EventKind::Send, || format!("sends {message:?} to {}", name()), Some(place));
    let Some(not_before) = fault::on_its_way(run, place) else {
        run.outcome(|| String::from(", which is lost"));
        return;
    };
    let message = Content::Message(Message::new(message));
    world.post(run, run.current(), to, message, event, not_before);
}

impl World {
    /// Sends something on its way.
    pub(super) fn post(
        &self,
        run: &Run,
        from: TaskId,
        to: TaskId,
        content: Content,
        event: Option<usize>,
        not_before: Duration,
    ) {
        if !self.lives(run, to) {
            return;
        }
        let clock = if run.is_careful() { run.clock_of(from) } else { Vec::new() };
        let known = self.known_at_sending(from);
        let number = self.next_number();
        let is_signal = content.is_signal();
        let parcel = Parcel { number, content, event, clock, known, not_before };
        let receives = self.with(to, |process| {
            process.coming.entry(from).or_default().push_back(parcel);
            process.receives
        });
        if receives {
            run.wake(to);
        } else if is_signal && !takes_signals(run, to) {
            self.bring_signal(run, to, from, None);
        }
    }

    /// Delivers the next thing that is on its way from one to another. Says what number it has, if it is in
    /// the mailbox now.
    pub(super) fn deliver(
        &self,
        run: &Run,
        to: TaskId,
        from: TaskId,
        place: Option<Place>,
    ) -> Option<u64> {
        let parcel = self.with(to, |process| {
            let queue = process.coming.get_mut(&from)?;
            let parcel = queue.pop_front();
            if queue.is_empty() {
                process.coming.remove(&from);
            }
            parcel
        })?;
        self.learn(to, &parcel.known);
        let Parcel { number, content, event, clock, .. } = parcel;
        let told = |text: &dyn Fn() -> String| run.delivered(to, &clock, event, text, place);
        let message = match content {
            Content::Message(message) => {
                told(&|| format!("receives {message:?} from {}", run.task_name(from)));
                message
            }
            Content::Down { monitor, reason } => {
                self.with(to, |process| process.watched.remove(&monitor))?;
                let pid = Pid::new(run, from);
                let monitor = Monitor { number: monitor, of: pid };
                let message = Message::new(Down { monitor, pid, reason: reason.clone() });
                told(&|| format!("receives DOWN of {}: {reason}", run.task_name(from)));
                message
            }
            Content::Exit { reason, linked } => {
                if linked && !self.with(to, |process| process.links.remove(&from)) {
                    return None;
                }
                told(&|| format!("receives exit of {}: {reason}", run.task_name(from)));
                self.exit_arrives(run, to, from, reason, linked)?
            }
        };
        self.with(to, |process| process.mailbox.push_back(Letter { number, message }));
        Some(number)
    }

    /// An exit signal arrives: it is a message, ends the process, or is nothing.
    fn exit_arrives(
        &self,
        run: &Run,
        to: TaskId,
        from: TaskId,
        reason: Reason,
        linked: bool,
    ) -> Option<Message> {
        let is_kill = reason == Reason::Kill && !linked;
        if is_kill {
            self.doom(run, to, Reason::Killed);
        } else if self.with(to, |process| process.traps_exits) {
            return Some(Message::new(Exit { from: Pid::new(run, from), reason }));
        } else if reason != Reason::Normal || (from == to && !linked) {
            self.doom(run, to, reason);
        }
        None
    }

    /// Ends a process; does not return if that is the current one.
    pub(super) fn doom(&self, run: &Run, task: TaskId, reason: Reason) {
        let name = self.with(task, |process| {
            process.reason = Some(reason.clone());
            process.name.take()
        });
        if let Some(name) = name {
            self.names.borrow_mut().remove(&name);
        }
        *run.task(task).exited.borrow_mut() = Some(reason.to_string());
        run.kill(task);
    }

    /// Delivers a signal of a process, and all that has to arrive before it.
    pub(super) fn bring_signal(&self, run: &Run, to: TaskId, from: TaskId, place: Option<Place>) {
        loop {
            let is_signal = self.with(to, |process| {
                let next = process.coming.get(&from).and_then(|queue| queue.front());
                next.map(|parcel| parcel.content.is_signal())
            });
            let able = self.deliverable(run, to);
            let Some(first) = able.first() else { return };
            let next = if able.contains(&from) { from } else { *first };
            if next != from && self.order.get() == Order::Pairs {
                return;
            }
            self.deliver(run, to, next, place);
            if next == from && is_signal != Some(false) {
                return;
            }
        }
    }

    /// Delivers all signals of one process to another.
    pub(super) fn bring_all(&self, run: &Run, to: TaskId, from: TaskId) {
        let count = |world: &World| {
            world.with(to, |process| process.coming.get(&from).map_or(0, |queue| queue.len()))
        };
        while self.lives(run, to) && self.signalling(to).contains(&from) {
            let before = count(self);
            self.bring_signal(run, to, from, None);
            if count(self) == before {
                return;
            }
        }
    }
}

/// Whether a task comes to a point at which it takes signals: one that waits for something else than
/// messages (a lock, a thread) does not, nor does a thread that goes on.
fn takes_signals(run: &Run, task: TaskId) -> bool {
    let state = run.task(task);
    let is_thread = state.is_thread() && task != 0;
    state.state.get() != State::Waiting && !is_thread
}

/// The current task is about to wait. If that is not for messages, signals that are on their way arrive now:
/// nobody else could bring them while it waits.
pub(super) fn about_to_wait(run: &Run, own: TaskId) {
    let Some(world) = run.existing_extension::<World>() else { return };
    if !run.is_ending() && !world.with(own, |process| process.receives) {
        for from in world.signalling(own) {
            world.bring_all(run, own, from);
        }
    }
}

/// The current task came to a point at which signals that are on their way to it may arrive. Which of them
/// does, or none, is a choice; that the first one does is the simplest.
pub(crate) fn take_signals(run: &Run, place: Place) {
    let Some(world) = run.existing_extension::<World>() else { return };
    if run.is_ending() || run.is_atomic() {
        return;
    }
    let own = run.current();
    loop {
        let mut from = world.signalling(own);
        if from.is_empty() {
            return;
        }
        let able = world.deliverable(run, own);
        if world.order.get() == Order::Pairs {
            from.retain(|from| able.contains(from));
        }
        if from.is_empty() || able.is_empty() {
            return;
        }
        let picked = run.pick(from.len() as u64 + 1, place) as usize;
        let Some(from) = from.get(picked) else { return };
        world.bring_signal(run, own, *from, Some(place));
    }
}

/// Kills a task, whatever it does.
pub(crate) fn doom(run: &Run, pid: Pid) {
    let (world, task) = (world(run), pid.of(run));
    if world.lives(run, task) {
        world.doom(run, task, Reason::Killed);
    }
}
