//! One task guards a value by one lock, the others by another.
//!
//! SCTBench `wronglock_bad` and `wronglock_3_bad`, with seven and with three others.

use super::imports::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

/// So many others take the wrong lock.
pub fn run(others: usize) {
    add(others, 1);
}

/// All take the same lock.
pub fn run_right(others: usize) {
    add(others, 0);
}

fn add(others: usize, lock_of_others: usize) {
    let (value, locks) = (AtomicUsize::new(0), [Mutex::new(()), Mutex::new(())]);
    let add_one = || {
        let before = value.load(SeqCst);
        value.store(before + 1, SeqCst);
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let _guard = locks[0].lock().unwrap();
            let before = value.load(SeqCst);
            add_one();
            assert_eq!(value.load(SeqCst), before + 1, "the value changed under the lock");
        });
        for _ in 0..others {
            scope.spawn(|| {
                let _guard = locks[lock_of_others].lock().unwrap();
                add_one();
            });
        }
    });
}
