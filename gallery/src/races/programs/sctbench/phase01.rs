//! Two tasks take a lock twice, and the second time do not give it back.
//!
//! SCTBench `phase01_bad`, which fails under every schedule: whoever comes second waits for ever.

use super::imports::{sync::Mutex, thread};

/// Keeps the lock.
pub fn run() {
    two_phases(true);
}

/// Gives the lock back.
pub fn run_right() {
    two_phases(false);
}

fn two_phases(keep: bool) {
    let (first, second) = (Mutex::new(()), Mutex::new(()));
    let work = || {
        drop(first.lock().unwrap());
        let held = first.lock().unwrap();
        drop(second.lock().unwrap());
        drop(second.lock().unwrap());
        if keep {
            std::mem::forget(held);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}
