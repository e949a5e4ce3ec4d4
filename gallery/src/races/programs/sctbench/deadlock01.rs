//! Two tasks and two locks, taken in opposite orders.
//!
//! SCTBench `deadlock01_bad`.

use super::imports::{sync::Mutex, thread};

/// Each starts with another lock.
pub fn run() {
    lock_both(true);
}

/// Both start with the same lock.
pub fn run_right() {
    lock_both(false);
}

fn lock_both(opposite: bool) {
    let locks = [Mutex::new(()), Mutex::new(())];
    let lock = |first: usize| {
        let _first = locks[first].lock().unwrap();
        let _second = locks[1 - first].lock().unwrap();
    };
    thread::scope(|scope| {
        scope.spawn(|| lock(0));
        scope.spawn(|| lock(usize::from(opposite)));
    });
}
