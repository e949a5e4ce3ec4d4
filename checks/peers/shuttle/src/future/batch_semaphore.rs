//! `shuttle::future::batch_semaphore`, over the semaphore of tokio's names.

use lawful_pulse::tokio::sync::{AcquireError, Semaphore};

/// Whether permits are given in the order in which they were asked for. Here they always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// They are.
    StrictlyFair,
    /// They need not be.
    Unfair,
}

/// A semaphore whose permits are counted by its user.
#[derive(Debug)]
pub struct BatchSemaphore(Semaphore);

impl BatchSemaphore {
    /// Returns a semaphore with permits.
    #[track_caller]
    pub fn new(permits: usize, _: Fairness) -> Self {
        BatchSemaphore(Semaphore::new(permits))
    }

    /// Takes permits, and waits for them as threads do.
    #[track_caller]
    pub fn acquire_blocking(&self, permits: usize) -> Result<(), AcquireError> {
        super::block_on(self.0.acquire_many(permits as u32)).map(|permits| permits.forget())
    }

    /// Gives permits back.
    #[track_caller]
    pub fn release(&self, permits: usize) {
        self.0.add_permits(permits);
    }
}
