//! Processes under the scheduler: tasks of a run.

mod delivery;
mod life;
mod names;
mod order;
mod receive;
mod spawn;
mod world;

use std::rc::Rc;

pub(super) use delivery::send;
pub(crate) use delivery::{doom, take_signals};
pub(super) use life::{demonitor, exit, exit_self, is_alive, link, monitor, trap_exits, unlink};
pub(super) use names::{register, registered, unregister, whereis};
pub(super) use order::order;
pub(super) use receive::{receive, receive_within};
pub(crate) use spawn::spawn;
pub(super) use spawn::{linked, monitored};

use crate::run::{Object, Operation, Place, Run, TaskId, Verb};
use world::{World, world};

/// A task that is spawned knows what the one that spawns it knows to be sent.
#[inline]
pub(crate) fn inherit(run: &Run, child: TaskId) {
    if let Some(world) = run.existing_extension::<World>() {
        world.inherit(run.current(), child);
    }
}

/// Other tasks may come before what is done to an object, and signals of theirs may arrive.
fn enter(run: &Run, object: Object, place: Place) -> Rc<World> {
    run.point(|| Operation::new(Verb::Effect, object), place);
    take_signals(run, place);
    world(run)
}
