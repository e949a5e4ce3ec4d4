//! Tasks that set two variables one after the other, and one that expects both or neither.
//!
//! SCTBench `reorder_3_bad` to `reorder_20_bad`. The check must come after the first task has set the first
//! variable and before any has set the second, which is the rarer the more tasks there are. All have one task
//! that checks; `reorder_20_bad` of SCTBench has ten, which makes it easier.

use super::imports::{
    sync::{
        Mutex,
        atomic::{AtomicI64, Ordering::SeqCst},
    },
    thread,
};

/// So many tasks, of which the last checks.
pub fn run(tasks: usize) {
    let (first, second) = (AtomicI64::new(0), AtomicI64::new(0));
    thread::scope(|scope| {
        for _ in 1..tasks {
            scope.spawn(|| {
                first.store(1, SeqCst);
                second.store(-1, SeqCst);
            });
        }
        scope.spawn(|| {
            let neither = first.load(SeqCst) == 0 && second.load(SeqCst) == 0;
            let fine = neither || (first.load(SeqCst) == 1 && second.load(SeqCst) == -1);
            assert!(fine, "one is set and the other is not");
        });
    });
}

/// The two variables are under one lock.
pub fn run_right(tasks: usize) {
    let both = Mutex::new((0, 0));
    thread::scope(|scope| {
        for _ in 1..tasks {
            scope.spawn(|| *both.lock().unwrap() = (1, -1));
        }
        scope.spawn(|| {
            let both = *both.lock().unwrap();
            assert!(both == (0, 0) || both == (1, -1), "one is set and the other is not");
        });
    });
}
