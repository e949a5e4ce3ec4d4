//! Spawning in a run.

use super::delivery::take_signals;
use super::life::{tie, watch};
use super::world::world;
use crate::process::{Monitor, Pid};
use crate::run::{Place, Run, Spawning, TaskKind};

/// Nothing happens between spawning a process and tying it: there is no scheduling point here.
pub(in crate::process) fn linked(run: &'static Run, pid: Pid) -> Pid {
    tie(&world(run), run.current(), pid.of(run));
    pid
}

pub(in crate::process) fn monitored(run: &'static Run, pid: Pid) -> (Pid, Monitor) {
    (pid, watch(run, &world(run), run.current(), pid.of(run)))
}

/// Spawns a process. Its body need not be `Send`: all tasks of a run are on one thread.
pub(crate) fn spawn<F: FnOnce() + 'static>(
    run: &'static Run,
    name: Option<String>,
    place: Place,
    body: F,
) -> Pid {
    let world = world(run);
    if run.is_over() {
        // A destructor spawns while all is cleared away: no task would run it.
        return Pid::new(run, run.current());
    }
    let body_type = Some(std::any::type_name::<F>());
    let spawning = Spawning { body: body_type, ..Spawning::of::<F, ()>(TaskKind::Process, place) };
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
