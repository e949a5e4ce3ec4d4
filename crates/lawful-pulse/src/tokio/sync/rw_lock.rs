//! Locks for readers and writers that are awaited.

use std::cell::UnsafeCell;
use std::fmt;
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::Arc;

use super::mutex::TryLockError;
use super::permits::Permits;
use crate::run::Verb;

/// How many permits there are: a reader takes one, a writer takes all. As many as tokio has.
const ALL: usize = (u32::MAX >> 3) as usize;

/// tokio's `RwLock`: whoever waits longest comes first, reader or writer, so writers do not starve.
pub struct RwLock<T: ?Sized> {
    permits: Permits,
    data: UnsafeCell<T>,
}

// SAFETY: a writer has all permits, so the data is reached by one writer or by readers.
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
// SAFETY: as above; readers share the data.
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}

impl<T> RwLock<T> {
    /// See tokio's.
    #[track_caller]
    pub const fn new(value: T) -> Self {
        RwLock { permits: Permits::new(ALL, Location::caller()), data: UnsafeCell::new(value) }
    }

    /// See tokio's.
    #[track_caller]
    pub const fn const_new(value: T) -> Self {
        RwLock::new(value)
    }

    /// See tokio's.
    pub fn into_inner(self) -> T {
        self.data.into_inner()
    }
}

impl<T: ?Sized> RwLock<T> {
    /// See tokio's.
    #[track_caller]
    pub fn read(&self) -> impl Future<Output = RwLockReadGuard<'_, T>> {
        let place = Location::caller();
        async move {
            // It is never closed.
            let _ = self.permits.acquire(1, Verb::ReadLock, place).await;
            RwLockReadGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn write(&self) -> impl Future<Output = RwLockWriteGuard<'_, T>> {
        let place = Location::caller();
        async move {
            let _ = self.permits.acquire(ALL, Verb::WriteLock, place).await;
            RwLockWriteGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn read_owned(self: Arc<Self>) -> impl Future<Output = OwnedRwLockReadGuard<T>> {
        let place = Location::caller();
        async move {
            let _ = self.permits.acquire(1, Verb::ReadLock, place).await;
            OwnedRwLockReadGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn write_owned(self: Arc<Self>) -> impl Future<Output = OwnedRwLockWriteGuard<T>> {
        let place = Location::caller();
        async move {
            let _ = self.permits.acquire(ALL, Verb::WriteLock, place).await;
            OwnedRwLockWriteGuard(self)
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_read(&self) -> Result<RwLockReadGuard<'_, T>, TryLockError> {
        match self.permits.try_acquire(1, Verb::ReadLock, Location::caller()) {
            Ok(()) => Ok(RwLockReadGuard(self)),
            Err(_) => Err(TryLockError::new()),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_write(&self) -> Result<RwLockWriteGuard<'_, T>, TryLockError> {
        match self.permits.try_acquire(ALL, Verb::WriteLock, Location::caller()) {
            Ok(()) => Ok(RwLockWriteGuard(self)),
            Err(_) => Err(TryLockError::new()),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_read(&self) -> RwLockReadGuard<'_, T> {
        crate::future::block_on(self.read())
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_write(&self) -> RwLockWriteGuard<'_, T> {
        crate::future::block_on(self.write())
    }

    /// See tokio's.
    pub fn get_mut(&mut self) -> &mut T {
        self.data.get_mut()
    }
}

impl<T: Default> Default for RwLock<T> {
    #[track_caller]
    fn default() -> Self {
        RwLock::new(T::default())
    }
}

impl<T> From<T> for RwLock<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        RwLock::new(value)
    }
}

impl<T: ?Sized> fmt::Debug for RwLock<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To look at a lock is no operation of the program, so its data is not looked at.
        formatter.debug_struct("RwLock").finish_non_exhaustive()
    }
}

/// tokio's `RwLockReadGuard`.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized>(&'a RwLock<T>);

/// tokio's `RwLockWriteGuard`.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized>(&'a RwLock<T>);

/// tokio's `OwnedRwLockReadGuard`.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct OwnedRwLockReadGuard<T: ?Sized>(Arc<RwLock<T>>);

/// tokio's `OwnedRwLockWriteGuard`.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct OwnedRwLockWriteGuard<T: ?Sized>(Arc<RwLock<T>>);

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    /// See tokio's: the writer becomes a reader, and no writer comes in between.
    pub fn downgrade(self) -> RwLockReadGuard<'a, T> {
        let lock = self.0;
        std::mem::forget(self);
        lock.permits.release(ALL - 1, Verb::Unlock);
        RwLockReadGuard(lock)
    }
}

macro_rules! guards {
    ($($guard:ty: $permits:expr),*) => {$(
        impl<T: ?Sized> Deref for $guard {
            type Target = T;

            fn deref(&self) -> &T {
                // SAFETY: nobody has all permits while the guard has one, but the guard itself.
                unsafe { &*self.0.data.get() }
            }
        }

        impl<T: ?Sized> Drop for $guard {
            fn drop(&mut self) {
                self.0.permits.release($permits, Verb::Unlock);
            }
        }

        impl<T: ?Sized + fmt::Debug> fmt::Debug for $guard {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(formatter)
            }
        }
    )*};
}

guards!(
    RwLockReadGuard<'_, T>: 1,
    OwnedRwLockReadGuard<T>: 1,
    RwLockWriteGuard<'_, T>: ALL,
    OwnedRwLockWriteGuard<T>: ALL
);

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the guard has all permits, and is borrowed exclusively.
        unsafe { &mut *self.0.data.get() }
    }
}

impl<T: ?Sized> DerefMut for OwnedRwLockWriteGuard<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { &mut *self.0.data.get() }
    }
}
