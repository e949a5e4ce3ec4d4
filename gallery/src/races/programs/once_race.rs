//! Something that must be done once, guarded by a flag that is looked at and then set.
//!
//! Two tasks look before either sets it. `Once`, or a swap of the flag, is what it takes.

use super::imports::{
    sync::{
        Once,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

/// Looks, then sets.
pub fn run() {
    let is_done = AtomicBool::new(false);
    start_twice(|work| {
        if !is_done.load(SeqCst) {
            is_done.store(true, SeqCst);
            work();
        }
    });
}

/// Leaves it to `Once`.
pub fn run_right() {
    let once = Once::new();
    start_twice(|work| once.call_once(work));
}

fn start_twice(at_most_once: impl Fn(&dyn Fn()) + Sync) {
    let starts = AtomicUsize::new(0);
    let start = || {
        at_most_once(&|| {
            starts.fetch_add(1, SeqCst);
        })
    };
    thread::scope(|scope| {
        scope.spawn(start);
        scope.spawn(start);
    });
    assert_eq!(starts.load(SeqCst), 1, "it was not done once");
}
