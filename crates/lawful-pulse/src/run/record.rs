//! What happened, with its place in the order of what must come before what: vector clocks, and a trace.
//!
//! A run that only searches has neither. Clocks are kept for cells whose races are detected, and both for
//! the run that is shown.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::Ordering;

use lawful_core::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};

use super::{NOBODY, Object, Operation, Place, Run, State, TaskId, Verb};

/// How many events a trace has at most: one of a run that comes to no end would only fill the memory.
const MOST_EVENTS: usize = 20_000;

/// How many events of each task come before something.
pub(crate) type VectorClock = Vec<u32>;

/// The clocks of a run, and its trace if one is wanted.
#[derive(Default)]
pub(crate) struct Record {
    traced: bool,
    of_tasks: Vec<VectorClock>,
    /// What was released at each object, by its address. Never walked, so that the order of the map shows
    /// nowhere.
    of_objects: HashMap<usize, VectorClock>,
    events: Vec<TracedEvent>,
    /// The event that spawned each task, and the last one of each task.
    spawned_by: Vec<Option<usize>>,
    last_of: Vec<Option<usize>>,
    /// Names that were given to what lies between two addresses.
    names: Vec<(Range<usize>, String)>,
    /// The schedule decided to go on with this task.
    pub(super) switched_to: TaskId,
    pub(super) switches: u64,
    /// Notifications that nobody waited for, by the address of their object.
    missed: HashMap<usize, (u32, Place)>,
}

impl Record {
    pub fn reset(&mut self, traced: bool) {
        *self = Record { traced, switched_to: NOBODY, ..Record::default() };
    }

    fn clock(&mut self, task: TaskId) -> &mut VectorClock {
        entry(&mut self.of_tasks, task)
    }

    fn tick(&mut self, task: TaskId) {
        *entry(self.clock(task), task) += 1;
    }

    /// The last event of a task.
    fn last(&self, task: TaskId) -> Option<usize> {
        self.last_of.get(task as usize).copied().flatten()
    }

    fn acquire(&mut self, task: TaskId, object: usize) {
        if let Some(released) = self.of_objects.get(&object) {
            let released = released.clone();
            join(self.clock(task), &released);
        }
    }

    fn release(&mut self, task: TaskId, object: usize) {
        let own = self.clock(task).clone();
        join(self.of_objects.entry(object).or_default(), &own);
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
        self.tick(task);
        let clock = self.clock(task).clone();
        let switched = self.switched_to == task;
        if switched {
            self.switched_to = NOBODY;
        }
        let place = place.map(at).unwrap_or_default();
        let event = TracedEvent { task: index, kind, text, place, from: None, clock, switched };
        self.events.push(event);
        self.last_of[index] = Some(self.events.len() - 1);
        self.events.len() - 1
    }
}

/// What a list has for a number, of a task for instance; the default value where it was too short.
pub(crate) fn entry<T: Default>(list: &mut Vec<T>, number: u32) -> &mut T {
    let place = number as usize;
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

/// Adds what another clock knows to have come before.
pub(crate) fn join(clock: &mut VectorClock, other: &[u32]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, other) in clock.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}

/// A place as `file:line`.
pub(crate) fn at(place: Place) -> String {
    format!("{}:{}", place.file(), place.line())
}

/// The same without directories.
fn short(place: Place) -> String {
    let file = place.file().rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{file}:{}", place.line())
}

fn acquires(order: Option<Ordering>) -> bool {
    !matches!(order, Some(Ordering::Relaxed | Ordering::Release))
}

fn releases(order: Option<Ordering>) -> bool {
    !matches!(order, Some(Ordering::Relaxed | Ordering::Acquire))
}

impl Run {
    /// What an object is called.
    pub(super) fn thing(&self, object: Object) -> String {
        let record = self.record.borrow();
        // What is named inside of something that is named has its own name.
        let around = record.names.iter().filter(|(range, _)| range.contains(&object.address));
        if let Some((_, name)) = around.min_by_key(|(range, _)| range.len()) {
            return name.clone();
        }
        object.made.map(short).unwrap_or_default()
    }

    /// Gives what lies between two addresses a name, for traces.
    pub fn name(&self, range: Range<usize>, name: &str) {
        if self.careful.get() {
            let mut record = self.record.borrow_mut();
            record.names.retain(|(other, _)| *other != range);
            record.names.push((range, name.to_string()));
        }
    }

    /// What a task is called.
    pub(crate) fn task_name(&self, id: TaskId) -> String {
        let task = self.task(id);
        if let Some(name) = &*task.name.borrow() {
            return name.clone();
        }
        let Some(place) = task.spawned.get() else { return String::from("main") };
        let alike = |other: &TaskId| {
            let other = self.task(*other);
            other.name.borrow().is_none() && other.spawned.get().map(short) == Some(short(place))
        };
        let before = (1..id).filter(alike).count();
        let all = (1..self.spawned.get()).filter(alike).count();
        match all {
            1 => short(place),
            _ => format!("{} #{}", short(place), before + 1),
        }
    }

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
            Verb::Load if acquires(order) => record.acquire(task, object.address),
            Verb::Update | Verb::Notify | Verb::Meet => {
                if acquires(order) {
                    record.acquire(task, object.address);
                }
                record.tick(task);
                if releases(order) {
                    record.release(task, object.address);
                }
            }
            Verb::Store | Verb::Send | Verb::Unpark if releases(order) => {
                record.tick(task);
                record.release(task, object.address);
            }
            _ => {}
        }
        drop(record);
        let kind = match verb {
            Verb::Send => EventKind::Send,
            _ => EventKind::Operation,
        };
        self.log(kind, || operation.text(&self.thing(object)), Some(place));
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
            self.record.borrow_mut().acquire(self.current(), object.address);
            let kind = match operation.verb {
                Verb::Receive | Verb::Change => EventKind::Deliver,
                Verb::Send => EventKind::Send,
                _ => EventKind::Operation,
            };
            self.log(kind, || operation.text(&self.thing(object)), Some(place));
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
            let mut record = self.record.borrow_mut();
            record.tick(self.current());
            record.release(self.current(), object.address);
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
        join(self.record.borrow_mut().clock(task), clock);
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
        join(record.clock(own), &clock);
        record.events[last].from = Some(event);
        record.events[last].clock = record.clock(own).clone();
    }

    /// Adds the outcome of an operation to its event.
    #[inline]
    pub fn outcome(&self, text: impl FnOnce() -> String) {
        if self.is_traced() && !self.atomic.get() {
            let text = text();
            let mut record = self.record.borrow_mut();
            if let Some(last) = record.last(self.current()) {
                record.events[last].text.push_str(&text);
            }
        }
    }

    /// The same for an earlier event.
    pub fn outcome_of(&self, event: Option<usize>, text: impl FnOnce() -> String) {
        if let Some(event) = event {
            let text = text();
            self.record.borrow_mut().events[event].text.push_str(&text);
        }
    }

    pub(super) fn perform_wait(&self, operation: &Operation, place: Place) {
        let waits = self.waits_for(operation, self.task(self.current()).holder.get());
        self.log(EventKind::Wait, || format!("waits for {waits}"), Some(place));
    }

    pub(super) fn perform_time(&self) {
        let now = self.clock.now();
        self.log(EventKind::Time, || format!("time goes on to {now:?}"), None);
    }

    pub(super) fn perform_spawn(&self, child: TaskId, place: Option<Place>) {
        if child == 0 {
            return;
        }
        let name = self.task_name(child);
        let event = self.log(EventKind::Spawn, || format!("spawns {name}"), place);
        let mut record = self.record.borrow_mut();
        let parent = self.current();
        record.tick(parent);
        let clock = record.clock(parent).clone();
        *record.clock(child) = clock;
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
        let name = self.task_name(child);
        self.log(EventKind::Operation, || format!("joins {name}"), Some(place));
        let last = self.record.borrow().last(child);
        let clock = self.record.borrow_mut().clock(child).clone();
        join(self.record.borrow_mut().clock(self.current()), &clock);
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

    /// The clock of the current task, in a run that has clocks.
    pub fn vector_clock(&self) -> VectorClock {
        self.clock_of(self.current())
    }

    /// The same of any task.
    pub fn clock_of(&self, task: TaskId) -> VectorClock {
        let mut record = self.record.borrow_mut();
        record.tick(task);
        record.clock(task).clone()
    }

    /// The trace of the run as far as it came.
    pub(super) fn take_trace(&self) -> Trace {
        let tasks = (0..self.spawned.get()).map(|id| TracedTask {
            name: self.task_name(id),
            spawned: self.task(id).spawned.get().map(at),
            end: self.end_of(id),
        });
        let tasks = tasks.collect();
        let mut record = self.record.borrow_mut();
        let (events, switches) = (std::mem::take(&mut record.events), record.switches);
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
