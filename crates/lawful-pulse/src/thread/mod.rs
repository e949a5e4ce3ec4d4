//! `std::thread`, under the scheduler where a run is going on.
//!
//! Outside of a run everything here is std's: threads are threads of the system.

mod handle;
mod local;
mod scope;

use std::panic::Location;
use std::thread;
use std::time::Duration;

pub use std::thread::{AccessError, Result, available_parallelism, panicking};

pub use handle::{Builder, JoinHandle, Thread, ThreadId, spawn};
pub use local::LocalKey;
pub(crate) use scope::scoped;
pub use scope::{Scope, ScopedJoinHandle, scope};

use crate::run::{NOBODY, Object, Operation, Verb, current as current_run};

/// See [`std::thread::current`].
pub fn current() -> Thread {
    Thread::current()
}

/// See [`std::thread::yield_now`]. In a run somebody else goes on, unless the schedule says otherwise.
#[track_caller]
pub fn yield_now() {
    match current_run() {
        Some(run) => run.make_way(Verb::Yield, Location::caller()),
        None => thread::yield_now(),
    }
}

/// See [`std::thread::sleep`]. In a run no time goes by: the clock is virtual.
#[track_caller]
pub fn sleep(time: Duration) {
    let Some(run) = current_run() else { return thread::sleep(time) };
    let place = Location::caller();
    let operation = Operation::new(Verb::Sleep, Object::NONE);
    run.point(|| operation, place);
    let end = run.clock().now().saturating_add(time);
    while let Some(left) = end.checked_sub(run.clock().now()).filter(|left| !left.is_zero()) {
        run.wait_for(&operation, left, place);
    }
}

/// See [`std::thread::park`].
#[track_caller]
pub fn park() {
    let Some(run) = current_run() else { return thread::park() };
    let place = Location::caller();
    let operation = Operation::new(Verb::Park, handle::parked(run.current()));
    run.point(|| operation, place);
    while !run.task(run.current()).token.replace(false) {
        run.wait(&operation, NOBODY, place);
    }
    run.acquired(&operation, place);
}

/// See [`std::thread::park_timeout`].
#[track_caller]
pub fn park_timeout(limit: Duration) {
    let Some(run) = current_run() else { return thread::park_timeout(limit) };
    let place = Location::caller();
    let operation = Operation::new(Verb::Park, handle::parked(run.current()));
    run.point(|| operation, place);
    if !run.task(run.current()).token.replace(false) {
        run.wait_for(&operation, limit, place);
        run.task(run.current()).token.set(false);
    }
    run.acquired(&operation, place);
}
