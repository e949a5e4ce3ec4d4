//! Tasks that were spawned in a run, as seen by whoever holds a handle to one.

use std::cell::UnsafeCell;
use std::sync::Arc;

use crate::run::{Object, Operation, Place, Run, Spawning, State, TaskId, Verb, current};

/// A task of a run.
#[derive(Clone, Copy)]
pub(crate) struct Spawned {
    run: u64,
    task: TaskId,
}

impl Spawned {
    pub fn new(run: &Run, task: TaskId) -> Self {
        Spawned { run: run.id(), task }
    }

    pub fn task(self) -> TaskId {
        self.task
    }

    /// The run, if this code is part of it.
    pub fn run(self) -> Option<&'static Run> {
        current().filter(|run| run.id() == self.run)
    }

    /// The run, which whoever waits for the task must be part of.
    pub fn own_run(self) -> &'static Run {
        self.run().expect("a task is waited for in the run it was spawned in")
    }

    /// Whether the task is at its end. To ask is something that others can come before.
    pub fn is_finished(self, place: Place) -> bool {
        let Some(run) = self.run() else { return true };
        run.point(|| Operation::new(Verb::Join, run.end_of_task(self.task)), place);
        self.has_ended()
    }

    /// The same without a point.
    pub fn has_ended(self) -> bool {
        self.run().is_none_or(|run| run.task(self.task).state.get() == State::Done)
    }
}

/// Where a task leaves what it comes to.
pub(crate) struct Packet<T>(UnsafeCell<Option<T>>);

// SAFETY: the task writes it before its end, and it is read after that; all in one run.
unsafe impl<T: Send> Sync for Packet<T> {}

impl<T> Packet<T> {
    pub fn new() -> Arc<Self> {
        Arc::new(Packet(UnsafeCell::new(None)))
    }

    pub fn put(&self, value: T) {
        // SAFETY: only the task that leaves it comes here, once, and nobody looks before its end.
        unsafe { *self.0.get() = Some(value) };
    }

    /// What was left by a task that is at its end.
    pub fn take(&self) -> Option<T> {
        // SAFETY: the task does not write any more, and who waits for it does so once.
        unsafe { (*self.0.get()).take() }
    }
}

/// Spawns a task that waits as threads do.
///
/// # Safety
///
/// What `body` borrows must live until the task is at its end.
pub(crate) unsafe fn spawn_thread<T>(
    run: &Run,
    spawning: Spawning,
    name: Option<String>,
    body: impl FnOnce() -> T,
    place: Place,
    added: impl FnOnce(TaskId),
) -> (Spawned, Arc<Packet<T>>) {
    let packet = Packet::new();
    let result = packet.clone();
    // SAFETY: the caller promises that what is borrowed lives.
    let task = unsafe { run.add_task(spawning, name, move || result.put(body())) };
    crate::process::scheduled::inherit(run, task);
    // Before the point: others may go on from there, and the task with them.
    added(task);
    run.point(|| Operation::new(Verb::Spawn, Object::NONE), place);
    (Spawned::new(run, task), packet)
}
