//! Names for what tasks share.

/// Gives something that tasks share a name, which traces and reports of deadlocks use: `fork 3` instead of
/// the line it was made at. Outside of a run it does nothing.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::sync::Mutex;
/// use lawful::pulse::{name, scheduled};
///
/// let law = scheduled(|| {
///     let door = Mutex::new(());
///     name(&door, "the door");
///     let _once = door.lock().unwrap();
///     let _twice = door.lock().unwrap();
/// });
/// let summary = Runner::named("twice").run(&law);
/// let reason = format!("{:?}", summary.failure().unwrap().reason);
/// assert!(reason.contains("waits for the lock the door, which it holds itself"), "{reason}");
/// ```
pub fn name<T: ?Sized>(thing: &T, name: &str) {
    if let Some(run) = crate::run::current() {
        let start = (&raw const *thing).cast::<()>().addr();
        // With the bytes before it, by which the counts of a tracked `Arc` of it are known. Nothing else that
        // tasks share begins there, since all of it is aligned to words.
        run.name(start.saturating_sub(3)..start + size_of_val(thing).max(1), name);
    }
}
