//! `loom::sync`.

pub mod atomic;

pub use lawful_pulse::sync::tracked::{Arc, Weak};
pub use lawful_pulse::sync::{
    Barrier, Condvar, LockResult, Mutex, MutexGuard, Once, OnceLock, PoisonError, RwLock,
    RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult, WaitTimeoutResult, mpsc,
};

/// A notification that one thread waits for.
#[derive(Debug, Default)]
pub struct Notify {
    notified: Mutex<bool>,
    changed: Condvar,
}

impl Notify {
    /// Returns one without a notification.
    #[track_caller]
    pub fn new() -> Self {
        Notify::default()
    }

    /// Notifies the thread that waits, or the next one that will.
    #[track_caller]
    pub fn notify(&self) {
        *self.notified.lock().unwrap() = true;
        self.changed.notify_one();
    }

    /// Waits for a notification.
    #[track_caller]
    pub fn wait(&self) {
        let notified = self.notified.lock().unwrap();
        *self.changed.wait_while(notified, |notified| !*notified).unwrap() = false;
    }
}
