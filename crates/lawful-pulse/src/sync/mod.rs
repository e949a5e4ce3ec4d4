//! `std::sync`, under the scheduler where a run is going on.
//!
//! Outside of a run everything here is std's: real locks for real threads.

/// The methods of locks that have to do with their value and with poison.
macro_rules! poisoned_locks {
    ($lock:ident) => {
        impl<T> $lock<T> {
            #[doc = concat!("See [`std::sync::", stringify!($lock), "::into_inner`].")]
            pub fn into_inner(self) -> LockResult<T> {
                let poisoned = self.raw.is_poisoned();
                result(poisoned, self.data.into_inner())
            }
        }

        impl<T: ?Sized> $lock<T> {
            #[doc = concat!("See [`std::sync::", stringify!($lock), "::is_poisoned`].")]
            pub fn is_poisoned(&self) -> bool {
                self.raw.is_poisoned()
            }

            #[doc = concat!("See [`std::sync::", stringify!($lock), "::clear_poison`].")]
            pub fn clear_poison(&self) {
                self.raw.poisoned.store(false, Ordering::Relaxed);
                self.raw.home.real.clear_poison();
            }

            #[doc = concat!("See [`std::sync::", stringify!($lock), "::get_mut`].")]
            pub fn get_mut(&mut self) -> LockResult<&mut T> {
                let poisoned = self.raw.is_poisoned();
                result(poisoned, self.data.get_mut())
            }
        }

        impl<T: ?Sized> UnwindSafe for $lock<T> {}
        impl<T: ?Sized> RefUnwindSafe for $lock<T> {}
        made_from_value!($lock);
    };
}

pub mod atomic;
mod barrier;
mod condvar;
pub mod mpsc;
mod mutex;
mod once;
mod rw_lock;
pub mod tracked;

pub use std::sync::{Arc, LockResult, PoisonError, TryLockError, TryLockResult, Weak};

pub use barrier::{Barrier, BarrierWaitResult};
pub use condvar::{Condvar, WaitTimeoutResult};
pub use mutex::{Mutex, MutexGuard};
pub use once::{LazyLock, Once, OnceLock};
pub use rw_lock::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What taking a lock gives.
fn result<T>(poisoned: bool, value: T) -> LockResult<T> {
    if poisoned { Err(PoisonError::new(value)) } else { Ok(value) }
}
