//! Bodies that run side by side and stay on this thread, as all tasks of a run do.

use std::panic::Location;

use lawful_core::data::EventKind;

use crate::run::current;
use crate::thread::scoped;

/// Runs bodies side by side, one in this task and the others each in a task with a name, and waits until all are
/// at their end. Unlike threads they need not be able to go to another thread. `place` is where traces say
/// that they are spawned.
///
/// ```
/// use std::cell::Cell;
/// use std::panic::Location;
/// use lawful::prelude::*;
/// use lawful::pulse::effect::effect;
/// use lawful::pulse::scheduled;
/// use lawful::pulse::together::together;
///
/// let law = scheduled(|| {
///     let count = Cell::new(0);
///     let add = || {
///         let before = effect("read", || count.get());
///         effect("write", || count.set(before + 1));
///     };
///     together(add, vec![("other".into(), Box::new(add))], Location::caller());
///     assert_eq!(count.get(), 2);
/// });
/// let summary = Runner::named("counts").run(&law);
/// assert_eq!(summary.failure().unwrap().trace().unwrap().tasks[1].name, "other");
/// ```
///
/// # Panics
///
/// If a body does, and outside of a run.
pub fn together<'a>(
    own: impl FnOnce(),
    others: Vec<(String, Box<dyn FnOnce() + 'a>)>,
    place: &'static Location<'static>,
) {
    let run = current().expect("bodies run together only inside of `scheduled` laws");
    scoped(run, own, others, place);
}

/// Runs a future to its end, as [`block_on`](crate::future::block_on) does. `place` is where traces say that it is
/// waited for.
///
/// # Panics
///
/// If the future does, and outside of a run.
pub fn wait_for<T>(future: impl Future<Output = T>, place: &'static Location<'static>) -> T {
    let run = current().expect("futures are waited for only inside of `scheduled` laws");
    run.block_on(future, place)
}

/// How many points the run has passed, in all tasks; 0 outside of a run. A task for which the number has not changed
/// could not have been interrupted in between.
pub fn points_passed() -> u64 {
    current().map_or(0, |run| run.points_passed())
}

/// Adds a word to the trace, if there is one: that a call of what is tested begins or ends, say.
pub fn trace(text: impl FnOnce() -> String) {
    if let Some(run) = current() {
        run.log(EventKind::Call, text, None);
    }
}
