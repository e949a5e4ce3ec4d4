//! Locks that are awaited.

use std::cell::UnsafeCell;
use std::fmt;
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::Arc;

use super::permits::Permits;
use crate::run::Verb;

/// tokio's `Mutex`: fair, not poisoned by panics, and its guards may be held across an await.
pub struct Mutex<T: ?Sized> {
    permits: Permits,
    data: UnsafeCell<T>,
}

// SAFETY: there is one permit, so the data is reached by one at a time.
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

/// The lock is held by somebody else.
#[derive(Debug)]
pub struct TryLockError(());

impl TryLockError {
    pub(super) fn new() -> Self {
        TryLockError(())
    }
}

impl fmt::Display for TryLockError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("operation would block")
    }
}

impl std::error::Error for TryLockError {}

impl<T> Mutex<T> {
    /// See tokio's.
    #[track_caller]
    pub const fn new(value: T) -> Self {
        Mutex { permits: Permits::new(1, Location::caller()), data: UnsafeCell::new(value) }
    }

    /// See tokio's.
    #[track_caller]
    pub const fn const_new(value: T) -> Self {
        Mutex::new(value)
    }

    /// See tokio's.
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> Mutex<T> {
    /// See tokio's. Those who wait get the lock in the order they came in.
    #[track_caller]
    pub fn lock(&self) -> impl Future<Output = MutexGuard<'_, T>> {
        let place = Location::caller();
        async move {
            // It is never closed.
            let _ = self.permits.acquire(1, Verb::Lock, place).await;
            MutexGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn lock_owned(self: Arc<Self>) -> impl Future<Output = OwnedMutexGuard<T>> {
        let place = Location::caller();
        async move {
            let _ = self.permits.acquire(1, Verb::Lock, place).await;
            OwnedMutexGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_lock(&self) -> Result<MutexGuard<'_, T>, TryLockError> {
        match self.permits.try_acquire(1, Verb::TryLock, Location::caller()) {
            Ok(()) => Ok(MutexGuard(self)),
            Err(_) => Err(TryLockError(())),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_lock_owned(self: Arc<Self>) -> Result<OwnedMutexGuard<T>, TryLockError> {
        match self.permits.try_acquire(1, Verb::TryLock, Location::caller()) {
            Ok(()) => Ok(OwnedMutexGuard(self)),
            Err(_) => Err(TryLockError(())),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_lock(&self) -> MutexGuard<'_, T> {
        crate::future::block_on(self.lock())
    }

    /// See tokio's.
    pub fn get_mut(&mut self) -> &mut T {
        self.data.get_mut()
    }
}

impl<T: Default> Default for Mutex<T> {
    #[track_caller]
    fn default() -> Self {
        Mutex::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Mutex::new(value)
    }
}

impl<T: ?Sized> fmt::Debug for Mutex<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To look at a lock is no operation of the program, so its data is not looked at.
        formatter.debug_struct("Mutex").finish_non_exhaustive()
    }
}

/// tokio's `MutexGuard`.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T: ?Sized>(&'a Mutex<T>);

/// tokio's `OwnedMutexGuard`.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct OwnedMutexGuard<T: ?Sized>(Arc<Mutex<T>>);

// SAFETY: a reference to the guard gives a reference to the data and nothing else.
unsafe impl<T: ?Sized + Send + Sync> Sync for MutexGuard<'_, T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Send + Sync> Sync for OwnedMutexGuard<T> {}

impl<'a, T: ?Sized> MutexGuard<'a, T> {
    /// See tokio's.
    pub fn mutex(this: &Self) -> &'a Mutex<T> {
        this.0
    }
}

impl<T: ?Sized> OwnedMutexGuard<T> {
    /// See tokio's.
    pub fn mutex(this: &Self) -> &Arc<Mutex<T>> {
        &this.0
    }
}

macro_rules! guards {
    ($($guard:ty),*) => {$(
        impl<T: ?Sized> Deref for $guard {
            type Target = T;

            fn deref(&self) -> &T {
                // SAFETY: the guard holds the only permit.
                unsafe { &*self.0.data.get() }
            }
        }

        impl<T: ?Sized> DerefMut for $guard {
            fn deref_mut(&mut self) -> &mut T {
                // SAFETY: the guard holds the only permit, and is borrowed exclusively.
                unsafe { &mut *self.0.data.get() }
            }
        }

        impl<T: ?Sized> Drop for $guard {
            fn drop(&mut self) {
                self.0.permits.release(1, Verb::Unlock);
            }
        }

        impl<T: ?Sized + fmt::Debug> fmt::Debug for $guard {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(formatter)
            }
        }

        impl<T: ?Sized + fmt::Display> fmt::Display for $guard {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(formatter)
            }
        }
    )*};
}

guards!(MutexGuard<'_, T>, OwnedMutexGuard<T>);
