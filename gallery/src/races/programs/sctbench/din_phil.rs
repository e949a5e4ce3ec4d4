//! Philosophers who are counted when they have eaten, and of whom the last must never be.
//!
//! SCTBench `din_phil2_sat` to `din_phil7_sat`. Taking both forks is an atomic section in the original, so
//! there is no deadlock; what fails is the claim that not all of them eat, unless counts are lost.

use super::imports::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

/// Fails when so many philosophers have been counted.
pub fn run(philosophers: usize) {
    let (forks, fed) = (Mutex::new(()), AtomicUsize::new(0));
    let dine = || {
        drop(forks.lock().unwrap());
        let before = fed.load(SeqCst);
        fed.store(before + 1, SeqCst);
        assert_ne!(fed.load(SeqCst), philosophers, "all have eaten");
    };
    thread::scope(|scope| {
        for _ in 0..philosophers {
            scope.spawn(dine);
        }
    });
}
