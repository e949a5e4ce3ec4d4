//! Two values that belong together, each under a lock of its own.
//!
//! SCTBench `twostage_bad`. The reader locks one after the other, as the writer does, and gets between.

use super::imports::{sync::Mutex, thread};

/// Two locks, one after the other.
pub fn run() {
    let (first, second) = (Mutex::new(0), Mutex::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            *first.lock().unwrap() = 1;
            *second.lock().unwrap() = 2;
        });
        scope.spawn(|| {
            let seen = *first.lock().unwrap();
            if seen != 0 {
                assert_eq!(*second.lock().unwrap(), seen + 1, "the second is not there yet");
            }
        });
    });
}

/// One lock for both.
pub fn run_right() {
    let both = Mutex::new((0, 0));
    thread::scope(|scope| {
        scope.spawn(|| *both.lock().unwrap() = (1, 2));
        scope.spawn(|| {
            let (first, second) = *both.lock().unwrap();
            assert!(first == 0 || second == first + 1, "the second is not there yet");
        });
    });
}
