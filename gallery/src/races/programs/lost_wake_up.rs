//! A task looks at a flag before it takes the lock and waits, and the wake-up comes in between.
//!
//! The lost wake-up: a notification that nobody waits for is forgotten, and the task sleeps for ever.

use super::imports::{
    sync::{
        Condvar, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

/// Looks without the lock.
pub fn run() {
    hand_over(|done, lock, changed| {
        if !done.load(SeqCst) {
            let guard = lock.lock().unwrap();
            drop(changed.wait(guard).unwrap());
        }
    });
}

/// Looks under the lock that the flag is set under.
pub fn run_right() {
    hand_over(|done, lock, changed| {
        let guard = lock.lock().unwrap();
        drop(changed.wait_while(guard, |()| !done.load(SeqCst)).unwrap());
    });
}

fn hand_over(wait: fn(&AtomicBool, &Mutex<()>, &Condvar)) {
    let (done, lock, changed) = (AtomicBool::new(false), Mutex::new(()), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| wait(&done, &lock, &changed));
        scope.spawn(|| {
            let _guard = lock.lock().unwrap();
            done.store(true, SeqCst);
            changed.notify_one();
        });
    });
}
