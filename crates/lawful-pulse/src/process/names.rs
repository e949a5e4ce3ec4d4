//! Names by which processes are found.

use std::panic::Location;

use lawful_core::data::EventKind;

use super::{Pid, enter};
use crate::run::{Object, Place, Run};

/// Why a process could not be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRegistered {
    /// The name is that of another process.
    NameInUse,
    /// The process has a name.
    HasName,
    /// The process is at its end.
    NoProcess,
}

errors! {
    NotRegistered {
        NotRegistered::NameInUse => "the name is in use",
        NotRegistered::HasName => "the process has a name",
        NotRegistered::NoProcess => "the process is at its end",
    }
}

/// Gives a process a name by which others find it. A process has at most one, and loses it at its end.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{NotRegistered, register, registered, self_pid, unregister, whereis};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     assert_eq!(register("main", self_pid()), Ok(()));
///     assert_eq!(register("main", self_pid()), Err(NotRegistered::NameInUse));
///     assert_eq!((whereis("main"), registered()), (Some(self_pid()), vec!["main".to_string()]));
///     assert!(unregister("main") && !unregister("main"));
///     assert_eq!(whereis("main"), None);
/// });
/// assert!(Runner::named("names").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn register(name: &str, pid: Pid) -> Result<(), NotRegistered> {
    let place = Location::caller();
    let (run, world) = enter(Object::WORLD, place);
    let task = pid.of(run);
    let taken = world.names.borrow().contains_key(name);
    let result = match world.lives(run, task) {
        _ if taken => Err(NotRegistered::NameInUse),
        false => Err(NotRegistered::NoProcess),
        true if world.with(task, |process| process.name.is_some()) => Err(NotRegistered::HasName),
        true => {
            world.names.borrow_mut().insert(name.to_string(), task);
            world.with(task, |process| process.name = Some(name.to_string()));
            Ok(())
        }
    };
    tell(run, place, || format!("registers {pid:?} as {name:?}: {result:?}"));
    result
}

/// Takes a name away. Says whether a process had it.
#[track_caller]
pub fn unregister(name: &str) -> bool {
    let place = Location::caller();
    let (run, world) = enter(Object::WORLD, place);
    let task = world.names.borrow_mut().remove(name);
    if let Some(task) = task {
        world.with(task, |process| process.name = None);
    }
    tell(run, place, || format!("unregisters {name:?}: {}", task.is_some()));
    task.is_some()
}

/// The process of a name.
#[track_caller]
pub fn whereis(name: &str) -> Option<Pid> {
    let place = Location::caller();
    let (run, world) = enter(Object::WORLD, place);
    let pid = world.names.borrow().get(name).map(|task| Pid::new(run, *task));
    tell(run, place, || format!("looks for {name:?}: {pid:?}"));
    pid
}

/// All names, in order.
#[track_caller]
pub fn registered() -> Vec<String> {
    let (_, world) = enter(Object::WORLD, Location::caller());
    let names = world.names.borrow();
    names.keys().cloned().collect()
}

fn tell(run: &Run, place: Place, text: impl FnOnce() -> String) {
    run.log(EventKind::Effect, text, Some(place));
}
