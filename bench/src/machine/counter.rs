//! Case `counter`: a machine over a counter, where the tool is nearly all of the cost.
//!
//! Commands are increment, decrement (the model must be above 0), add (a number of [`ADDED`]) and read,
//! whose result is compared with the model, a `u64`. All four are drawn with the same weight.

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

/// Commands of one test.
pub const LENGTH: usize = 50;

/// What one command may add.
pub const ADDED: RangeInclusive<u64> = 1..=9;

/// Commands of all counters that were dropped.
static EXECUTED: AtomicU64 = AtomicU64::new(0);

/// The system.
pub struct Counter {
    value: u64,
    /// Told to [`EXECUTED`] at the end, because one shared write a command would be seen in the figures.
    commands: u64,
}

impl Counter {
    pub fn new() -> Counter {
        Counter { value: 0, commands: 0 }
    }

    pub fn increment(&mut self) {
        self.add(1);
    }

    pub fn decrement(&mut self) {
        self.commands += 1;
        self.value = black_box(self.value) - 1;
    }

    pub fn add(&mut self, number: u64) {
        self.commands += 1;
        self.value = black_box(self.value) + number;
    }

    pub fn read(&mut self) -> u64 {
        self.commands += 1;
        black_box(self.value)
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        EXECUTED.fetch_add(self.commands, Ordering::Relaxed);
    }
}

/// How many commands counters executed in `tests`.
pub fn executed(tests: impl FnOnce()) -> u64 {
    let before = EXECUTED.load(Ordering::Relaxed);
    tests();
    EXECUTED.load(Ordering::Relaxed) - before
}
