//! Two tasks add one to a counter by a load and a store, and one addition is lost when both load first.
//!
//! The first example of every text on data races.

use super::imports::{
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
};

/// Adds with a load and a store.
pub fn run() {
    adds_up(|counter| {
        let seen = counter.load(SeqCst);
        counter.store(seen + 1, SeqCst);
    });
}

/// Adds in one operation.
pub fn run_right() {
    adds_up(|counter| {
        counter.fetch_add(1, SeqCst);
    });
}

fn adds_up(add: fn(&AtomicUsize)) {
    let counter = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| add(&counter));
        scope.spawn(|| add(&counter));
    });
    assert_eq!(counter.load(SeqCst), 2, "an addition was lost");
}
