//! Locks.

use std::cell::{Cell, UnsafeCell};
use std::fmt;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{self, LockResult, TryLockError, TryLockResult};

use super::result;
use crate::run::{
    Fresh, Home, NOBODY, Needs, Object, Operation, Place, Run, TaskId, TaskSet, Verb, current,
};

/// Who holds a lock, and who waits for it.
pub(super) struct LockState {
    owner: Cell<TaskId>,
    waiting: TaskSet,
}

impl Fresh for LockState {
    const FRESH: Self = LockState { owner: Cell::new(NOBODY), waiting: TaskSet::new() };

    fn is_in_use(&self) -> bool {
        self.owner.get() != NOBODY
    }
}

/// A lock without what it protects; not generic, so that it is compiled here and not with the program.
pub(super) struct RawLock {
    home: Home<sync::Mutex<()>, LockState>,
    made: Place,
    /// Poisoned in a run; outside of runs it is the real lock that is.
    poisoned: AtomicBool,
}

impl RawLock {
    #[track_caller]
    pub const fn new() -> Self {
        let made = Location::caller();
        let home = Home::new(sync::Mutex::new(()));
        RawLock { home, made, poisoned: AtomicBool::new(false) }
    }

    pub fn object(&self) -> Object {
        Object::new(self, self.made)
    }

    #[inline]
    pub fn is_poisoned(&self) -> bool {
        self.poisoned.load(Ordering::Relaxed) || self.home.real.is_poisoned()
    }

    /// Takes the lock for the current task.
    #[inline(never)]
    pub fn lock(&self, run: &Run, place: Place) {
        run.point(|| Operation::new(Verb::Lock, self.object()), place);
        self.take(run, place);
    }

    /// The same without a point before it.
    #[inline(always)]
    pub fn take(&self, run: &Run, place: Place) {
        let state = self.home.of(run);
        if state.owner.get() != NOBODY {
            self.wait(run, place);
        }
        state.owner.set(run.current());
        if run.is_special() {
            self.taken(run, place);
        }
    }

    #[inline(never)]
    fn wait(&self, run: &Run, place: Place) {
        let state = self.home.of(run);
        while state.owner.get() != NOBODY {
            state.waiting.insert(run.current());
            run.wait(&Operation::new(Verb::Lock, self.object()), state.owner.get(), place);
        }
    }

    #[cold]
    fn taken(&self, run: &Run, place: Place) {
        run.acquired(&Operation::new(Verb::Lock, self.object()), place);
        if crate::fault::poisons(run, place) {
            self.poisoned.store(true, Ordering::Relaxed);
            run.outcome(|| String::from(", which a fault poisoned"));
        }
    }

    fn try_lock(&self, run: &Run, place: Place) -> bool {
        run.need(Needs::UNLOCKS);
        run.point(|| Operation::new(Verb::TryLock, self.object()), place);
        let state = self.home.of(run);
        let free = state.owner.get() == NOBODY;
        if free {
            state.owner.set(run.current());
        }
        run.acquired(&Operation::new(Verb::TryLock, self.object()), place);
        run.outcome(|| String::from(if free { "" } else { ": it is held" }));
        free
    }

    /// Gives the lock back; outside of the run it was taken in, where its guard was kept, that alone.
    #[inline(always)]
    pub fn unlock(&self, run: &Run) {
        let Some(state) = self.home.existing(run) else { return self.give_back_late() };
        if run.is_special() {
            self.before_unlock(run);
        }
        state.owner.set(NOBODY);
        if !state.waiting.is_empty() {
            run.wake_all(&state.waiting);
        }
    }

    #[cold]
    fn give_back_late(&self) {
        self.home.give_back(|state| state.owner.set(NOBODY));
    }

    #[cold]
    fn before_unlock(&self, run: &Run) {
        if run.needs().unlocks {
            run.point(|| Operation::new(Verb::Unlock, self.object()), self.made);
        }
        run.released(self.object());
    }

    /// The real lock, when no run has it.
    fn lock_outside(&self) -> sync::MutexGuard<'_, ()> {
        self.home.outside(sync::Mutex::lock)
    }
}

/// [`std::sync::Mutex`], under the scheduler where a run is going on.
pub struct Mutex<T: ?Sized> {
    pub(super) raw: RawLock,
    data: UnsafeCell<T>,
}

// SAFETY: the lock gives access to one at a time, in runs as outside of them.
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

impl<T> Mutex<T> {
    /// See [`std::sync::Mutex::new`].
    #[track_caller]
    pub const fn new(value: T) -> Self {
        Mutex { raw: RawLock::new(), data: UnsafeCell::new(value) }
    }
}

impl<T: ?Sized> Mutex<T> {
    /// See [`std::sync::Mutex::lock`].
    #[track_caller]
    #[inline]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let guard = match current() {
            Some(run) => {
                self.raw.lock(run, Location::caller());
                MutexGuard::from_parts(self, None)
            }
            None => MutexGuard::from_parts(self, Some(self.raw.lock_outside())),
        };
        result(self.raw.is_poisoned(), guard)
    }

    /// See [`std::sync::Mutex::try_lock`].
    #[track_caller]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        let real = match current() {
            Some(run) => self.raw.try_lock(run, Location::caller()).then_some(None),
            None => self.raw.home.try_outside(sync::Mutex::try_lock).map(Some),
        };
        let real = real.ok_or(TryLockError::WouldBlock)?;
        Ok(result(self.raw.is_poisoned(), MutexGuard::from_parts(self, real))?)
    }
}

poisoned_locks!(Mutex);

impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To look at a lock is no operation of the program, so there is no point here: in a run its data
        // cannot be looked at.
        let mut debug = formatter.debug_struct("Mutex");
        match current() {
            None => match self.try_lock() {
                Ok(guard) => debug.field("data", &&*guard),
                Err(TryLockError::Poisoned(error)) => debug.field("data", &&**error.get_ref()),
                Err(TryLockError::WouldBlock) => debug.field("data", &format_args!("<locked>")),
            },
            Some(_) => debug.field("data", &format_args!("<in a run>")),
        };
        debug.field("poisoned", &self.is_poisoned()).finish_non_exhaustive()
    }
}

/// [`std::sync::MutexGuard`].
///
/// ```compile_fail
/// fn is_sync<T: Sync>() {}
/// is_sync::<lawful_pulse::sync::MutexGuard<'static, std::cell::Cell<u32>>>();
/// ```
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T: ?Sized> {
    lock: &'a Mutex<T>,
    /// The real lock, outside of runs.
    real: Option<sync::MutexGuard<'a, ()>>,
    /// The thread unwound already when it took the lock: then its giving it back says nothing.
    unwinds: bool,
}

// SAFETY: what is shared with a guard is what it protects.
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

impl<'a, T: ?Sized> MutexGuard<'a, T> {
    /// Takes the guard apart without giving the lock back.
    pub(super) fn into_parts(self) -> (&'a Mutex<T>, Option<sync::MutexGuard<'a, ()>>) {
        let mut guard = std::mem::ManuallyDrop::new(self);
        (guard.lock, guard.real.take())
    }

    pub(super) fn from_parts(lock: &'a Mutex<T>, real: Option<sync::MutexGuard<'a, ()>>) -> Self {
        MutexGuard { lock, real, unwinds: unwinds_now() }
    }
}

guards!(write lock: MutexGuard<'_, T>);
guards!(display: MutexGuard<'_, T>);

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.real.is_none() {
            give_back(&self.lock.raw, self.unwinds);
        }
    }
}

/// Whether the current task unwinds, in a run.
#[inline]
pub(super) fn unwinds_now() -> bool {
    std::thread::panicking() && current().is_some_and(Run::is_unwinding)
}

/// Gives a lock back that was taken in a run.
#[inline(never)]
fn give_back(raw: &RawLock, unwound: bool) {
    let Some(run) = current() else { return raw.give_back_late() };
    if !unwound && run.is_panicking() {
        raw.poisoned.store(true, Ordering::Relaxed);
    }
    raw.unlock(run);
}
