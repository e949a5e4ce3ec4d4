//! Two tasks whose compare-and-swaps must alternate exactly for the last of them to succeed.
//!
//! Three switches show it, each right after one operation, and any other gives it away. It is the opposite of
//! a stalled reader: schedulers that switch rarely do not find it. There is no mistake to put right; what
//! is wrong is to believe that the value is never reached.

use super::imports::{
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
};

/// Fails when the value gets to 4.
pub fn run() {
    let value = AtomicUsize::new(0);
    let step = |from, to| value.compare_exchange(from, to, SeqCst, SeqCst).is_ok();
    thread::scope(|scope| {
        scope.spawn(|| {
            if step(0, 1) && step(2, 3) {
                value.store(0, SeqCst);
            }
        });
        scope.spawn(|| assert!(!(step(1, 2) && step(3, 4)), "the value got to 4"));
    });
}
