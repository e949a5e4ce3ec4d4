//! Semaphores.

use std::future::Future;
use std::panic::Location;
use std::sync::Arc;

use super::permits::{Permits, Refused};
use crate::run::Verb;

/// tokio's `Semaphore`: those who wait are served in the order they came in.
pub struct Semaphore(Permits);

/// The semaphore was closed.
#[derive(Debug)]
pub struct AcquireError(());

/// Why there was no permit at once.
#[derive(Debug, PartialEq, Eq)]
pub enum TryAcquireError {
    /// The semaphore was closed.
    Closed,
    /// Others have them.
    NoPermits,
}

impl From<Refused> for TryAcquireError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Closed => TryAcquireError::Closed,
            Refused::None => TryAcquireError::NoPermits,
        }
    }
}

errors! {
    AcquireError { _ => "semaphore closed" }
    TryAcquireError {
        TryAcquireError::Closed => "semaphore closed",
        TryAcquireError::NoPermits => "no permits available",
    }
}

impl Semaphore {
    /// See tokio's.
    pub const MAX_PERMITS: usize = usize::MAX >> 3;

    /// See tokio's.
    #[track_caller]
    pub const fn new(permits: usize) -> Self {
        assert!(permits <= Semaphore::MAX_PERMITS, "a semaphore cannot have that many permits");
        Semaphore(Permits::new(permits, Location::caller()))
    }

    /// See tokio's.
    #[track_caller]
    pub const fn const_new(permits: usize) -> Self {
        Semaphore::new(permits)
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_acquire(&self) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.try_acquire_many(1)
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_acquire_many(&self, count: u32) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.0.try_acquire(count as usize, Verb::Acquire, Location::caller())?;
        Ok(SemaphorePermit { semaphore: self, count })
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_acquire_owned(self: Arc<Self>) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        self.0.try_acquire(1, Verb::Acquire, Location::caller())?;
        Ok(OwnedSemaphorePermit { semaphore: self, count: 1 })
    }

    /// See tokio's.
    pub fn available_permits(&self) -> usize {
        super::super::shared::look_closely();
        self.0.free()
    }

    /// See tokio's.
    #[track_caller]
    pub fn add_permits(&self, count: usize) {
        self.0.add(count, Location::caller());
    }

    /// See tokio's.
    pub fn forget_permits(&self, count: usize) -> usize {
        self.0.forget_free(count)
    }

    /// See tokio's.
    pub fn close(&self) {
        self.0.close();
    }

    /// See tokio's.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

opaque!(Semaphore);

/// tokio's `SemaphorePermit`.
#[must_use]
#[derive(Debug)]
pub struct SemaphorePermit<'a> {
    semaphore: &'a Semaphore,
    count: u32,
}

/// tokio's `OwnedSemaphorePermit`.
#[must_use]
#[derive(Debug)]
pub struct OwnedSemaphorePermit {
    semaphore: Arc<Semaphore>,
    count: u32,
}

macro_rules! permits {
    ($($name:ident, $permit:ty, $this:ident: $semaphore:ty => $acquire:ident, $acquire_many:ident;)+) => {$(
        impl Semaphore {
            /// See tokio's.
            #[track_caller]
            pub fn $acquire(
                $this: $semaphore,
            ) -> impl Future<Output = Result<$permit, AcquireError>> {
                $this.$acquire_many(1)
            }

            /// See tokio's.
            #[track_caller]
            pub fn $acquire_many(
                $this: $semaphore,
                count: u32,
            ) -> impl Future<Output = Result<$permit, AcquireError>> {
                let place = Location::caller();
                async move {
                    let acquired = $this.0.acquire(count as usize, Verb::Acquire, place).await;
                    acquired.map_err(|_| AcquireError(()))?;
                    Ok($name { semaphore: $this, count })
                }
            }
        }

        impl $permit {
            /// See tokio's: the permits are not given back.
            pub fn forget(mut self) {
                self.semaphore.0.forget(self.count as usize);
                self.count = 0;
            }

            /// See tokio's.
            pub fn num_permits(&self) -> usize {
                self.count as usize
            }
        }

        impl Drop for $permit {
            fn drop(&mut self) {
                if self.count > 0 {
                    self.semaphore.0.release(self.count as usize, Verb::Unlock);
                }
            }
        }
    )+};
}

permits! {
    SemaphorePermit, SemaphorePermit<'_>, self: &Self => acquire, acquire_many;
    OwnedSemaphorePermit, OwnedSemaphorePermit, self: Arc<Self> => acquire_owned, acquire_many_owned;
}
