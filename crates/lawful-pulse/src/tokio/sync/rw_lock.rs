//! Locks for readers and writers that are awaited.

use std::cell::UnsafeCell;
use std::future::Future;
use std::panic::Location;
use std::sync::Arc;

use super::mutex::TryLockError;
use super::permits::{Permits, locks, releases};
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

locks! {
    RwLock of ALL;
    RwLockReadGuard takes 1 by ReadLock or ReadLock: read, try_read, blocking_read;
    OwnedRwLockReadGuard: read_owned;
    RwLockWriteGuard takes ALL by WriteLock or WriteLock: write, try_write, blocking_write;
    OwnedRwLockWriteGuard: write_owned;
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

guards!(read 0: RwLockReadGuard<'_, T>, OwnedRwLockReadGuard<T>);
guards!(write 0: RwLockWriteGuard<'_, T>, OwnedRwLockWriteGuard<T>);
releases!(1: RwLockReadGuard<'_, T>, OwnedRwLockReadGuard<T>);
releases!(ALL: RwLockWriteGuard<'_, T>, OwnedRwLockWriteGuard<T>);
