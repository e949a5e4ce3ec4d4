//! Failures that need scheduling points where something is given back. Those points are switched on by operations
//! that look without waiting, and must be there when the schedule is replayed, whether or not it comes to such an
//! operation.

use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Mutex, RwLock};
use lawful_pulse::thread;

use crate::outcomes::is_stable;

/// A round of the other task: only in the middle of one is there something to see.
fn rounds(state: &AtomicU32, mut hold: impl FnMut()) {
    (0..3).for_each(|_| hold());
    state.store(1, SeqCst);
    hold();
    state.store(2, SeqCst);
}

#[test]
fn try_lock_fails_where_the_lock_is_held() {
    is_stable(2, || {
        let (lock, state) = (Mutex::new(()), AtomicU32::new(0));
        thread::scope(|scope| {
            scope.spawn(|| rounds(&state, || drop(lock.lock().unwrap())));
            if state.load(SeqCst) == 1 {
                assert!(lock.try_lock().is_ok(), "seen while it is held");
            }
        });
    });
}

#[test]
fn try_read_fails_where_the_lock_is_held() {
    is_stable(2, || {
        let (lock, state) = (RwLock::new(()), AtomicU32::new(0));
        thread::scope(|scope| {
            scope.spawn(|| rounds(&state, || drop(lock.write().unwrap())));
            if state.load(SeqCst) == 1 {
                assert!(lock.try_read().is_ok(), "seen while it is held");
            }
        });
    });
}
