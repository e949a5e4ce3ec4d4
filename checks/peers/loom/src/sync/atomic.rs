//! `loom::sync::atomic`.

use std::ops::{Deref, DerefMut};

use lawful_pulse::sync::atomic as pulse;

pub use lawful_pulse::hint::spin_loop as spin_loop_hint;
pub use lawful_pulse::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicPtr, AtomicU8,
    AtomicU16, AtomicU32, AtomicU64, Ordering, compiler_fence, fence,
};

/// `AtomicUsize` with the methods that std's does not have.
#[derive(Debug, Default)]
pub struct AtomicUsize(pulse::AtomicUsize);

impl AtomicUsize {
    /// Returns an atomic with a value.
    #[track_caller]
    pub const fn new(value: usize) -> Self {
        AtomicUsize(pulse::AtomicUsize::new(value))
    }

    /// Returns the value without an order. That no other thread writes is not looked at.
    ///
    /// # Safety
    ///
    /// None is needed here.
    #[track_caller]
    pub unsafe fn unsync_load(&self) -> usize {
        self.load(Ordering::Relaxed)
    }

    /// Calls a function with the value.
    pub fn with_mut<R>(&mut self, change: impl FnOnce(&mut usize) -> R) -> R {
        change(self.0.get_mut())
    }

    /// Replaces the value if it is as expected, and returns the one before.
    #[track_caller]
    pub fn compare_and_swap(&self, expected: usize, new: usize, order: Ordering) -> usize {
        let failure = match order {
            Ordering::Relaxed | Ordering::Release => Ordering::Relaxed,
            Ordering::SeqCst => Ordering::SeqCst,
            _ => Ordering::Acquire,
        };
        self.compare_exchange(expected, new, order, failure).unwrap_or_else(|found| found)
    }
}

impl Deref for AtomicUsize {
    type Target = pulse::AtomicUsize;

    fn deref(&self) -> &pulse::AtomicUsize {
        &self.0
    }
}

impl DerefMut for AtomicUsize {
    fn deref_mut(&mut self) -> &mut pulse::AtomicUsize {
        &mut self.0
    }
}
