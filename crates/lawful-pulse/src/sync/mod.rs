//! `std::sync`, under the scheduler where a run is going on.

pub mod atomic;
mod mutex;

pub use std::sync::{Arc, LockResult, PoisonError, TryLockError, TryLockResult, Weak};

pub use mutex::{Mutex, MutexGuard};
