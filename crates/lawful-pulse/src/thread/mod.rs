//! `std::thread`, under the scheduler where a run is going on.

use std::cell::UnsafeCell;
use std::panic::Location;
use std::sync::Arc;
use std::thread;

pub use std::thread::{Result, available_parallelism, panicking};

use crate::run::{NOBODY, Object, Operation, Run, State, TaskId, TaskKind, Verb, current};

/// Where a thread of a run leaves its result.
struct Packet<T>(UnsafeCell<Option<T>>);

// SAFETY: the thread writes it before its end, and who joins it reads it after.
unsafe impl<T: Send> Sync for Packet<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Packet<T> {}

/// [`std::thread::JoinHandle`].
pub struct JoinHandle<T>(Handle<T>);

enum Handle<T> {
    Run { run: u64, task: TaskId, packet: Arc<Packet<T>> },
    Real(thread::JoinHandle<T>),
}

/// See [`std::thread::spawn`].
#[track_caller]
pub fn spawn<F, T>(body: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    let Some(run) = current() else { return JoinHandle(Handle::Real(thread::spawn(body))) };
    let place = Location::caller();
    let packet = Arc::new(Packet(UnsafeCell::new(None)));
    let result = packet.clone();
    // SAFETY: the body borrows nothing.
    let task = unsafe {
        run.add_task(TaskKind::Thread, None, Some(place), move || {
            let value = body();
            *result.0.get() = Some(value);
        })
    };
    run.point(|| Operation::new(Verb::Yield, Object::NONE), place);
    JoinHandle(Handle::Run { run: run.id(), task, packet })
}

impl<T> JoinHandle<T> {
    /// See [`std::thread::JoinHandle::join`].
    #[track_caller]
    pub fn join(self) -> Result<T> {
        match self.0 {
            Handle::Real(real) => real.join(),
            Handle::Run { run: id, task, packet } => {
                let run = current().filter(|run| run.id() == id);
                let run = run.expect("a thread is joined in the run it was spawned in");
                join(run, task);
                match run.task(task).payload.take() {
                    Some(payload) => Err(payload),
                    // SAFETY: the thread is at its end.
                    None => {
                        unsafe { (*packet.0.get()).take() }.ok_or_else(|| Box::new("gone") as _)
                    }
                }
            }
        }
    }
}

/// Waits for the end of a task.
#[track_caller]
fn join(run: &Run, task: TaskId) {
    let place = Location::caller();
    let operation = Operation::new(Verb::Join, Object::NONE);
    run.point(|| operation, place);
    let joined = run.task(task);
    while joined.state.get() != State::Done {
        joined.joiners.insert(run.current());
        run.wait(&operation, task, place);
    }
    joined.joined.set(true);
    run.joined(task, place);
    let _ = NOBODY;
}

/// See [`std::thread::yield_now`].
#[track_caller]
pub fn yield_now() {
    match current() {
        Some(run) => run.make_way(Verb::Yield, Location::caller()),
        None => thread::yield_now(),
    }
}
