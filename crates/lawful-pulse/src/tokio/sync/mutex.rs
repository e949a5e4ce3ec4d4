//! Locks that are awaited.

use std::cell::UnsafeCell;
use std::future::Future;
use std::panic::Location;
use std::sync::Arc;

use super::permits::{Permits, locks, releases};
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

errors! { TryLockError { _ => "operation would block" } }

locks! {
    Mutex of 1;
    MutexGuard takes 1 by Lock or TryLock: lock, try_lock, blocking_lock;
    OwnedMutexGuard: lock_owned, try_lock_owned;
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

guards!(write 0: MutexGuard<'_, T>, OwnedMutexGuard<T>);
guards!(display: MutexGuard<'_, T>, OwnedMutexGuard<T>);
releases!(1: MutexGuard<'_, T>, OwnedMutexGuard<T>);
