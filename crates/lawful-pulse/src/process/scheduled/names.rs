//! Names by which processes are found.

use lawful_core::data::EventKind;

use super::enter;
use crate::process::{NotRegistered, Pid};
use crate::run::{Object, Place, Run};

pub(in crate::process) fn register(
    run: &'static Run,
    name: &str,
    pid: Pid,
    place: Place,
) -> Result<(), NotRegistered> {
    let world = enter(run, Object::WORLD, place);
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

pub(in crate::process) fn unregister(run: &'static Run, name: &str, place: Place) -> bool {
    let world = enter(run, Object::WORLD, place);
    let task = world.names.borrow_mut().remove(name);
    if let Some(task) = task {
        world.with(task, |process| process.name = None);
    }
    tell(run, place, || format!("unregisters {name:?}: {}", task.is_some()));
    task.is_some()
}

pub(in crate::process) fn whereis(run: &'static Run, name: &str, place: Place) -> Option<Pid> {
    let world = enter(run, Object::WORLD, place);
    let pid = world.names.borrow().get(name).map(|task| Pid::new(run, *task));
    tell(run, place, || format!("looks for {name:?}: {pid:?}"));
    pid
}

pub(in crate::process) fn registered(run: &'static Run, place: Place) -> Vec<String> {
    let world = enter(run, Object::WORLD, place);
    let names = world.names.borrow();
    names.keys().cloned().collect()
}

fn tell(run: &Run, place: Place, text: impl FnOnce() -> String) {
    run.log(EventKind::Effect, text, Some(place));
}
