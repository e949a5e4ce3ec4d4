//! A reader that takes two looks for one, and a writer that does all of its work between them.
//!
//! One switch shows it, at one exact place, followed by a long stretch without any. Schedulers that
//! switch at every other point hardly ever get there: the reader has to stall for the whole stretch.

use super::imports::{
    sync::{
        RwLock,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

/// Looks twice while there are so many writes to come.
pub fn run(writes: usize) {
    let version = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            let before = version.load(SeqCst);
            let after = version.load(SeqCst);
            assert!(after - before < writes, "the reader missed {writes} versions");
        });
        scope.spawn(|| (1..=writes).for_each(|next| version.store(next, SeqCst)));
    });
}

/// Looks twice under a lock that keeps writers out.
pub fn run_right(writes: usize) {
    let version = RwLock::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            let version = version.read().unwrap();
            let (before, after) = (*version, *version);
            assert!(after - before < writes, "the reader missed {writes} versions");
        });
        scope.spawn(|| (1..=writes).for_each(|next| *version.write().unwrap() = next));
    });
}
