//! What happened, with its place in the order of what must come before what: vector clocks, and a trace.
//!
//! A run that only searches has neither. Clocks are kept for cells whose races are detected, and both for
//! the run that is shown.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use lawful_core::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};

use super::happens_before::{Clocks, VectorClock, entry, join};
use super::names::{Things, is_in_std, line_of_program};
use super::{NOBODY, Object, Operation, Place, Run, State, TaskId, Verb};
use crate::process::called::line;

/// How many events a trace has at most: one of a run that comes to no end would only fill the memory.
const MOST_EVENTS: usize = 20_000;

/// The clocks of a run, and its trace if one is wanted.
#[derive(Default)]
pub(crate) struct Record {
    traced: bool,
    clocks: Clocks,
    events: Vec<TracedEvent>,
    /// The event that spawned each task, and the last one of each task.
    spawned_by: Vec<Option<usize>>,
    last_of: Vec<Option<usize>>,
    pub(super) things: Things,
    /// The schedule decided to go on with this task.
    pub(super) switched_to: TaskId,
    pub(super) switches: u64,
    /// Notifications that nobody waited for, by the address of their object.
    missed: HashMap<usize, (u32, Place)>,
}

impl Record {
    pub fn reset(&mut self, traced: bool, exact: bool) {
        let mut clocks = std::mem::take(&mut self.clocks);
        clocks.reset(exact);
        *self = Record { traced, clocks, switched_to: NOBODY, ..Record::default() };
    }

    /// The last event of a task.
    fn last(&self, task: TaskId) -> Option<usize> {
        self.last_of.get(task as usize).copied().flatten()
    }

    /// Adds an event of a task.
    fn log(&mut self, task: TaskId, kind: EventKind, text: String, place: Option<Place>) -> usize {
        if self.events.len() >= MOST_EVENTS {
            return MOST_EVENTS - 1;
        }
        let index = task as usize;
        if entry(&mut self.last_of, task).is_none() && kind != EventKind::Start {
            let from = *entry(&mut self.spawned_by, task);
            let start = self.log(task, EventKind::Start, String::from("starts"), None);
            self.events[start].from = from;
        }
        self.clocks.tick(task);
        let clock = self.clocks.now(task).clone();
        let switched = self.switched_to == task;
        if switched {
            self.switched_to = NOBODY;
        }
        // Where nobody says who calls, the line would be one of std.
        let of_program = |place: Place| is_in_std(place).then(line_of_program).flatten();
        let place = place.map(|place| of_program(place).unwrap_or_else(|| at(place)));
        let place = place.unwrap_or_default();
        let label = String::new();
        let event =
            TracedEvent { task: index, kind, text, place, from: None, clock, switched, label };
        self.events.push(event);
        self.last_of[index] = Some(self.events.len() - 1);
        self.events.len() - 1
    }
}

/// A place as `file:line`.
pub(crate) fn at(place: Place) -> String {
    format!("{}:{}", place.file(), place.line())
}

/// The same without directories.
pub(super) fn short(place: Place) -> String {
    line(place.file(), place.line())
}

impl Run {
    /// An operation is done now. Locks and messages are taken later, where they may have to be waited for.
    #[cold]
    #[inline(never)]
    pub(super) fn perform(&self, operation: &Operation, place: Place) {
        let Operation { verb, object, order } = *operation;
        self.touch(object.address, !operation.reads());
        let task = self.current();
        let mut record = self.record.borrow_mut();
        match verb {
            Verb::Lock | Verb::TryLock | Verb::ReadLock | Verb::WriteLock => return,
            Verb::Receive | Verb::Join | Verb::Pick | Verb::Wait | Verb::Initialise => return,
            // Spawning was told when the task was added; effects, links and names are told by those who do them,
            // with what comes of them.
            Verb::Acquire | Verb::Change | Verb::Spawn | Verb::Effect => return,
            // What a comparison comes to decides what it orders.
            Verb::Exchange | Verb::After => return,
            Verb::Load => record.clocks.load(task, object.address, order),
            Verb::Store => record.clocks.store(task, object.address, order),
            Verb::Update => record.clocks.update(task, object.address, order),
            Verb::Notify | Verb::Meet => {
                record.clocks.acquire(task, object.address);
                record.clocks.release(task, object.address);
            }
            Verb::Send | Verb::Unpark => record.clocks.release(task, object.address),
            _ => {}
        }
        drop(record);
        let kind = match verb {
            Verb::Send => EventKind::Send,
            _ => EventKind::Operation,
        };
        self.log(kind, || operation.text(&self.thing(operation)), Some(place));
    }

    /// A comparison of an atomic was made: it wrote if the value was the expected one, and only read otherwise.
    pub fn exchanged(&self, operation: &Operation, succeeded: bool, place: Place) {
        let (task, address, order) = (self.current(), operation.object.address, operation.order);
        let mut record = self.record.borrow_mut();
        match succeeded {
            true => record.clocks.update(task, address, order),
            false => record.clocks.load(task, address, order),
        }
        drop(record);
        let text = || operation.text(&self.thing(operation));
        self.log(EventKind::Operation, text, Some(place));
    }

    /// The task passes a fence, which no other task can notice by itself.
    pub fn fence(&self, order: Ordering, place: Place) {
        if self.careful.get() {
            self.record.borrow_mut().clocks.fence(self.current(), order);
            let text = || format!("passes a fence ({order:?})");
            self.log(EventKind::Operation, text, Some(place));
        }
    }

    /// The task has what it asked for: whatever was released there came before.
    #[inline]
    pub fn acquired(&self, operation: &Operation, place: Place) {
        if self.careful.get() {
            let object = operation.object;
            self.touch(object.address, !operation.reads());
            if operation.takes() {
                self.task(self.current()).held.borrow_mut().push(object.address);
            }
            self.record.borrow_mut().clocks.acquire(self.current(), object.address);
            let kind = match operation.verb {
                Verb::Receive | Verb::Change => EventKind::Deliver,
                Verb::Send => EventKind::Send,
                _ => EventKind::Operation,
            };
            self.log(kind, || operation.text(&self.thing(operation)), Some(place));
        }
    }

    /// The task sees something that was released before, without an operation on it.
    #[inline]
    pub fn observed(&self, object: Object) {
        if self.careful.get() {
            self.record.borrow_mut().clocks.acquire(self.current(), object.address);
        }
    }

    /// Whoever acquires the object from now on comes after what this task did.
    #[inline]
    pub fn released(&self, object: Object) {
        if self.careful.get() {
            self.touch(object.address, true);
            let mut held = self.task(self.current()).held.borrow_mut();
            // What is held twice is still held.
            if let Some(last) = held.iter().rposition(|held| *held == object.address) {
                held.remove(last);
            }
            drop(held);
            self.record.borrow_mut().clocks.release(self.current(), object.address);
        }
    }

    /// Adds an event of the current task, if there is a trace. Gives its number.
    pub fn log(
        &self,
        kind: EventKind,
        text: impl FnOnce() -> String,
        place: Option<Place>,
    ) -> Option<usize> {
        if self.ending.get() || self.is_inside(kind) {
            return None;
        }
        self.log_of(self.current(), kind, text, place)
    }

    /// Adds an event of any task, if there is a trace. Gives its number.
    pub fn log_of(
        &self,
        task: TaskId,
        kind: EventKind,
        text: impl FnOnce() -> String,
        place: Option<Place>,
    ) -> Option<usize> {
        if !self.careful.get() || self.over.get() {
            return None;
        }
        if !self.logs(kind) {
            self.hand_over_noted();
            return None;
        }
        let text = text();
        self.note(task, kind, &text, place);
        self.log_untold(task, kind, || text, place)
    }

    /// Adds an event to the trace, if there is one, that the watcher is not told of. Gives its number.
    pub fn log_untold(
        &self,
        task: TaskId,
        kind: EventKind,
        text: impl FnOnce() -> String,
        place: Option<Place>,
    ) -> Option<usize> {
        if !self.is_traced() || self.over.get() {
            return None;
        }
        let text = text();
        Some(self.record.borrow_mut().log(task, kind, text, place))
    }

    /// Whether there is a trace.
    pub fn is_traced(&self) -> bool {
        self.careful.get() && self.record.borrow().traced
    }

    /// Whether an event is part of an effect, which is one event whatever it does.
    fn is_inside(&self, kind: EventKind) -> bool {
        self.atomic.get() && !matches!(kind, EventKind::Send | EventKind::Spawn)
    }

    /// Something that was sent comes to a task: what the sender knew then came before. `clock` is what
    /// [`Run::vector_clock`] said when it was sent, `from` the event of sending it.
    pub fn delivered(
        &self,
        task: TaskId,
        clock: &VectorClock,
        from: Option<usize>,
        text: impl FnOnce() -> String,
        place: Option<Place>,
    ) {
        if !self.careful.get() {
            return;
        }
        join(self.record.borrow_mut().clocks.now(task), clock);
        if let Some(event) = self.log_of(task, EventKind::Deliver, text, place) {
            self.record.borrow_mut().events[event].from = from;
        }
    }

    /// The last event of a task, if there is a trace.
    pub fn last_event(&self, task: TaskId) -> Option<usize> {
        if !self.is_traced() {
            return None;
        }
        self.record.borrow().last(task)
    }

    /// Says which event the last one of the current task came from.
    pub fn comes_from(&self, event: Option<usize>) {
        let Some(event) = event else { return };
        let mut record = self.record.borrow_mut();
        let Some(last) = record.last(self.current()) else { return };
        let Some(clock) = record.events.get(event).map(|event| event.clock.clone()) else { return };
        let own = self.current();
        join(record.clocks.now(own), &clock);
        record.events[last].from = Some(event);
        record.events[last].clock = record.clocks.now(own).clone();
    }

    /// Adds the outcome of an operation to its event.
    #[inline]
    pub fn outcome(&self, text: impl FnOnce() -> String) {
        // Of a run that is over, destructors still run, and the trace is taken.
        if !self.careful.get() || self.atomic.get() || self.over.get() {
            return;
        }
        let (traced, noted) = (self.is_traced(), self.is_noted(|_| true));
        if traced || noted {
            let text = text();
            if noted {
                self.add_to_noted(&text);
            }
            if !traced {
                return;
            }
            let mut record = self.record.borrow_mut();
            if let Some(last) = record.last(self.current()) {
                record.events[last].text.push_str(&text);
            }
        }
    }

    /// The same for an earlier event.
    pub fn outcome_of(&self, event: Option<usize>, text: impl FnOnce() -> String) {
        if !self.careful.get() || self.over.get() {
            return;
        }
        let noted = self.is_noted(|kind| kind == EventKind::Effect);
        if event.is_none() && !noted {
            return;
        }
        let text = text();
        if noted {
            self.add_to_noted(&text);
        }
        if let Some(event) = event {
            self.record.borrow_mut().events[event].text.push_str(&text);
        }
    }

    pub(super) fn perform_wait(&self, operation: &Operation, place: Place) {
        let waits = || self.waits_for(operation, self.task(self.current()).holder.get());
        self.log(EventKind::Wait, || format!("waits for {}", waits()), Some(place));
    }

    pub(super) fn perform_time(&self) {
        let now = self.clock.now();
        self.log(EventKind::Time, || format!("time goes on to {now:?}"), None);
    }

    pub(super) fn perform_spawn(&self, child: TaskId, place: Option<Place>) {
        if child == 0 {
            return;
        }
        let text = || format!("spawns {}", self.task_name(child));
        let event = self.log(EventKind::Spawn, text, place);
        let mut record = self.record.borrow_mut();
        let parent = self.current();
        record.clocks.spawn(parent, child);
        *entry(&mut record.spawned_by, child) = event;
    }

    pub(super) fn perform_end(&self, id: TaskId) {
        let task = self.task(id);
        let text = || match &*task.exited.borrow() {
            _ if task.panicked.borrow().is_some() => String::from("panics"),
            Some(reason) => format!("exits: {reason}"),
            None if task.doomed.get() => String::from("is killed"),
            None => String::from("ends"),
        };
        self.log_of(id, EventKind::End, text, None);
    }

    /// A task was joined: all it did came before.
    pub fn joined(&self, child: TaskId, place: Place) {
        if !self.careful.get() {
            return;
        }
        let text = || format!("joins {}", self.task_name(child));
        self.log(EventKind::Operation, text, Some(place));
        let last = self.record.borrow().last(child);
        self.record.borrow_mut().clocks.join_task(self.current(), child);
        self.comes_from(last);
    }

    /// A notification that nobody waited for.
    pub fn missed(&self, object: Object, place: Place) {
        if self.careful.get() {
            let mut record = self.record.borrow_mut();
            let missed = record.missed.entry(object.address).or_insert((0, place));
            *missed = (missed.0 + 1, place);
        }
    }

    pub(super) fn missed_at(&self, object: Object) -> Option<(u32, Place)> {
        self.record.borrow().missed.get(&object.address).copied()
    }

    /// The clock of a task, in a run that has clocks. What was done so far is before whatever is given this.
    pub fn clock_of(&self, task: TaskId) -> VectorClock {
        let mut record = self.record.borrow_mut();
        record.clocks.tick(task);
        record.clocks.now(task).clone()
    }

    /// Counts an access of the current task to a cell, and hands its number and the clock of the task on.
    pub fn access<T>(&self, look: impl FnOnce(u32, &VectorClock) -> T) -> T {
        let mut record = self.record.borrow_mut();
        self.accesses.set(self.accesses.get() + 1);
        let when = record.clocks.tick(self.current());
        look(when, record.clocks.now(self.current()))
    }

    /// Whether a task released something after its access number `when`, so that others may know of it.
    pub fn released_since(&self, task: TaskId, when: u32) -> bool {
        self.record.borrow().clocks.last_release(task) > when
    }

    /// The trace of the run as far as it came.
    pub(super) fn take_trace(&self) -> Trace {
        let ends: Vec<TaskEnd> = (0..self.spawned.get()).map(|id| self.end_of(id)).collect();
        let names = self.names();
        let tasks = (0..).zip(ends).map(|(id, end)| TracedTask {
            name: names.task(id).to_string(),
            spawned: self.task(id).spawned.get().map(at),
            end: match end {
                TaskEnd::Waits(text) => TaskEnd::Waits(names.resolve(&text)),
                end => end,
            },
        });
        let tasks = tasks.collect();
        let mut record = self.record.borrow_mut();
        let (mut events, switches) = (std::mem::take(&mut record.events), record.switches);
        events.iter_mut().for_each(|event| event.text = names.resolve(&event.text));
        Trace { tasks, events, switches }
    }

    fn end_of(&self, id: TaskId) -> TaskEnd {
        let task = self.task(id);
        if let Some((message, _)) = &*task.panicked.borrow() {
            return TaskEnd::Panicked(message.clone());
        }
        if let Some(reason) = &*task.exited.borrow() {
            return TaskEnd::Exited(reason.clone());
        }
        match task.state.get() {
            State::Done if task.doomed.get() => TaskEnd::Exited(String::from("killed")),
            State::Done => TaskEnd::Finished,
            State::Ready => TaskEnd::Unfinished,
            State::Waiting => {
                let (operation, _) = task.pending.get();
                self.current.set(id);
                TaskEnd::Waits(self.waits_for(&operation, task.holder.get()))
            }
        }
    }
}
