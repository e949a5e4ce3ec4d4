//! Faults: what a test allows to go wrong, within limits. Whether it does is a choice of the schedule, and
//! that it does not is the simplest.
//!
//! ```
//! use lawful::prelude::*;
//! use lawful::pulse::process::{receive_as, self_pid, send, spawn};
//! use lawful::pulse::{fault, scheduled};
//!
//! // Nobody sends it again.
//! let law = |losses: u64| {
//!     scheduled(move || {
//!         fault::may_lose_messages(losses);
//!         let parent = self_pid();
//!         let _ = spawn(move || send(parent, 1_u32));
//!         assert_eq!(receive_as::<u32>(), 1);
//!     })
//! };
//! assert!(Runner::named("without faults").run(&law(0)).failure().is_none());
//! assert!(Runner::named("with one").run(&law(1)).failure().is_some());
//! ```
//!
//! All limits are of one run, and are to be said in it. Outside of a run nothing goes wrong on purpose, and these
//! functions do nothing.

use std::cell::Cell;
use std::panic::Location;
use std::time::Duration;

use lawful_core::data::EventKind;

use crate::process::Pid;
use crate::process::scheduled::{doom, spawn};
use crate::run::{Object, Operation, Place, Run, Verb, current};

/// What may still go wrong in a run.
#[derive(Default)]
struct Faults {
    losses: Cell<u64>,
    delays: Cell<u64>,
    delay: Cell<Duration>,
    poisonings: Cell<u64>,
}

/// Up to `most` messages may be lost from now on. Exit signals and DOWN notices are not: they tell what is
/// known of a connection, and are not sent over it.
pub fn may_lose_messages(most: u64) {
    if let Some(run) = current() {
        run.extension::<Faults>().losses.set(most);
    }
}

/// Up to `most` messages may take so long to arrive, and with them what the same process sends to the same
/// one afterwards. Messages may be late without this too, as long as nobody looks at a clock: this is for
/// time limits.
///
/// ```
/// use std::time::Duration;
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, self_pid, send};
/// use lawful::pulse::{fault, scheduled};
///
/// let law = scheduled(|| {
///     fault::may_delay_messages(1, Duration::from_secs(9));
///     send(self_pid(), 1_u32);
///     assert_eq!(receive_as::<u32>(), 1);
/// });
/// assert!(Runner::named("late is not lost").run(&law).failure().is_none());
/// ```
pub fn may_delay_messages(most: u64, by: Duration) {
    let Some(run) = current() else { return };
    let faults = run.extension::<Faults>();
    faults.delays.set(most);
    faults.delay.set(by);
}

/// Up to `most` locks may be poisoned when they are taken, as if a thread had panicked while it held them.
pub fn may_poison_locks(most: u64) {
    if let Some(run) = current() {
        run.extension::<Faults>().poisonings.set(most);
    }
}

/// A process, or a thread, may be killed from now on: whether, and when, the schedule decides.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{is_alive, receive_as, spawn};
/// use lawful::pulse::{fault, scheduled};
///
/// let law = scheduled(|| {
///     let server = spawn(receive_as::<()>);
///     fault::may_kill(server);
///     assert!(is_alive(server));
/// });
/// assert!(Runner::named("immortal").run(&law).failure().is_some());
/// ```
#[track_caller]
pub fn may_kill(victim: impl Into<Pid>) {
    let Some(run) = current() else { return };
    let (place, victim) = (Location::caller(), victim.into());
    if run.pick(2, place) == 0 {
        return;
    }
    let _ = spawn(run, Some(String::from("fault")), place, move || {
        run.point(|| Operation::new(Verb::Effect, Object::NONE), place);
        run.log(EventKind::Effect, || format!("kills {victim:?}"), Some(place));
        doom(run, victim);
    });
}

/// The process, or thread, that comes here may be killed here.
///
/// # Panics
///
/// In the body of the law, which has an outcome to give.
#[track_caller]
pub fn may_die() {
    let Some(run) = current() else { return };
    let place = Location::caller();
    assert!(run.current() != 0, "the body of the law cannot be killed");
    if run.pick(2, place) == 1 {
        run.log(EventKind::Effect, || String::from("is killed by a fault"), Some(place));
        doom(run, Pid::new(run, run.current()));
    }
}

/// A message is sent: when it can arrive, or nothing if it is lost.
pub(crate) fn on_its_way(run: &Run, place: Place) -> Option<Duration> {
    let Some(faults) = run.existing_extension::<Faults>() else { return Some(Duration::ZERO) };
    if happens(run, &faults.losses, place) {
        return None;
    }
    match happens(run, &faults.delays, place) {
        true => Some(run.clock().now().saturating_add(faults.delay.get())),
        false => Some(Duration::ZERO),
    }
}

/// A lock was taken: whether it is poisoned now.
#[inline]
pub(crate) fn poisons(run: &Run, place: Place) -> bool {
    if !run.is_extended() {
        return false;
    }
    let faults = run.existing_extension::<Faults>();
    faults.is_some_and(|faults| happens(run, &faults.poisonings, place))
}

/// Whether a fault of which some are left happens.
fn happens(run: &Run, left: &Cell<u64>, place: Place) -> bool {
    let happens = left.get() > 0 && !run.is_ending() && run.pick(2, place) == 1;
    if happens {
        left.set(left.get() - 1);
    }
    happens
}
