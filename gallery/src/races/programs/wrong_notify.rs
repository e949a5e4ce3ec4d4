//! Two tasks wait for a gate to open, and the one that opens it wakes only one of them.
//!
//! The deadlock needs both to wait before the gate opens. `notify_one` is right only where any waiter can
//! use what happened and one is enough.

use super::imports::{
    sync::{Condvar, Mutex},
    thread,
};

/// Wakes one.
pub fn run() {
    open(Condvar::notify_one);
}

/// Wakes all.
pub fn run_right() {
    open(Condvar::notify_all);
}

fn open(notify: fn(&Condvar)) {
    let (is_open, opened) = (Mutex::new(false), Condvar::new());
    let pass = || {
        let guard = is_open.lock().unwrap();
        drop(opened.wait_while(guard, |is_open| !*is_open).unwrap());
    };
    thread::scope(|scope| {
        scope.spawn(pass);
        scope.spawn(pass);
        scope.spawn(|| {
            *is_open.lock().unwrap() = true;
            notify(&opened);
        });
    });
}
