//! `tokio::sync`.

/// What senders have in common that count themselves in the state of their channel.
macro_rules! counted_senders {
    ($sender:ident) => {
        impl<T> $sender<T> {
            /// See tokio's.
            #[track_caller]
            pub fn receiver_count(&self) -> usize {
                self.0.shared.try_point(Verb::Send, Location::caller());
                self.0.shared.lock().receivers
            }
        }

        impl<T> Clone for $sender<T> {
            fn clone(&self) -> Self {
                self.0.shared.lock().senders += 1;
                $sender(self.0.clone())
            }
        }

        impl<T> Drop for $sender<T> {
            fn drop(&mut self) {
                self.0.shared.release_point(Verb::Send);
                self.0.shared.wake(|state| {
                    state.senders -= 1;
                    if state.senders == 0 { std::mem::take(&mut state.waiting) } else { Vec::new() }
                });
            }
        }
    };
}

mod barrier;
pub mod broadcast;
pub mod mpsc;
mod mutex;
mod notify;
pub mod oneshot;
mod permits;
mod rw_lock;
mod semaphore;
pub mod watch;

pub use barrier::{Barrier, BarrierWaitResult};
pub use mutex::{Mutex, MutexGuard, OwnedMutexGuard, TryLockError};
pub use notify::{Notified, Notify};
pub use rw_lock::{
    OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
pub use semaphore::{
    AcquireError, OwnedSemaphorePermit, Semaphore, SemaphorePermit, TryAcquireError,
};
