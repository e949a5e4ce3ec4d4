//! `shuttle::sync`.

pub mod atomic;

pub use lawful_pulse::sync::{
    Arc, Barrier, BarrierWaitResult, Condvar, LazyLock, LockResult, Mutex, MutexGuard, OnceLock,
    PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult,
    WaitTimeoutResult, Weak, mpsc,
};

/// `Once` with `call_once_force`.
#[derive(Debug, Default)]
pub struct Once(lawful_pulse::sync::Once);

impl Once {
    /// Returns one that was not called.
    #[track_caller]
    pub const fn new() -> Self {
        Once(lawful_pulse::sync::Once::new())
    }

    /// Calls a function, if none was called, even if one panicked.
    pub fn call_once_force(&self, _: impl FnOnce(&OnceState)) {
        panic!("`Once::call_once_force` has no counterpart");
    }
}

impl std::ops::Deref for Once {
    type Target = lawful_pulse::sync::Once;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// State of a `Once`.
#[derive(Debug)]
pub struct OnceState(());

impl OnceState {
    /// Returns whether a function panicked.
    pub fn is_poisoned(&self) -> bool {
        false
    }
}
