//! `loom::future`.

use std::task::Waker;

use lawful_pulse::sync::Mutex;

pub use lawful_pulse::future::block_on;

/// Keeps the waker of one task.
#[derive(Debug, Default)]
pub struct AtomicWaker(Mutex<Option<Waker>>);

impl AtomicWaker {
    /// Returns one without a waker.
    #[track_caller]
    pub fn new() -> Self {
        AtomicWaker::default()
    }

    /// Keeps a waker instead of the one before.
    pub fn register(&self, waker: Waker) {
        *self.0.lock().unwrap() = Some(waker);
    }

    /// Keeps a clone of a waker.
    pub fn register_by_ref(&self, waker: &Waker) {
        self.register(waker.clone());
    }

    /// Wakes the task, if there is one.
    pub fn wake(&self) {
        if let Some(waker) = self.take_waker() {
            waker.wake();
        }
    }

    /// Returns the waker, and keeps none.
    pub fn take_waker(&self) -> Option<Waker> {
        self.0.lock().unwrap().take()
    }
}
