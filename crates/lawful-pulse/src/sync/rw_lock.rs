//! Locks that many may read at once.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::fmt;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{self, LockResult, TryLockError, TryLockResult};

use super::mutex::unwinds_now;
use super::result;
use crate::run::{
    Fresh, Home, NOBODY, Needs, Object, Operation, Place, Run, TaskId, TaskSet, Verb, current,
};

struct State {
    writer: Cell<TaskId>,
    /// Those that read; a task may do so more than once.
    readers: RefCell<Vec<TaskId>>,
    waiting: TaskSet,
    /// Those that wait to write, in the order they came in: until they have, nobody begins to read.
    writers: RefCell<Vec<TaskId>>,
}

impl Fresh for State {
    const FRESH: Self = State {
        writer: Cell::new(NOBODY),
        readers: RefCell::new(Vec::new()),
        waiting: TaskSet::new(),
        writers: RefCell::new(Vec::new()),
    };

    fn is_in_use(&self) -> bool {
        self.writer.get() != NOBODY || !self.readers.borrow().is_empty()
    }
}

impl State {
    fn is_free_for(&self, verb: Verb) -> bool {
        let is_open = match verb {
            Verb::ReadLock => self.writers.borrow().is_empty(),
            _ => self.readers.borrow().is_empty(),
        };
        self.writer.get() == NOBODY && is_open
    }

    /// Somebody who keeps the task out: `task` itself if it does, since then there is no way out. One that wants to
    /// read may be kept out by one that waits to write.
    fn holder(&self, verb: Verb, task: TaskId) -> TaskId {
        let readers = self.readers.borrow();
        let writers = self.writers.borrow();
        match self.writer.get() {
            NOBODY if verb == Verb::ReadLock => writers.first().copied().unwrap_or(NOBODY),
            NOBODY if readers.contains(&task) => task,
            NOBODY => readers.first().copied().unwrap_or(NOBODY),
            writer => writer,
        }
    }

    /// A task reads once less. What it locked another one may give back.
    fn read_less(&self, task: TaskId) {
        let mut readers = self.readers.borrow_mut();
        let own = readers.iter().position(|reader| *reader == task);
        if !readers.is_empty() {
            readers.remove(own.unwrap_or(0));
        }
    }

    fn take(&self, verb: Verb, task: TaskId) {
        match verb {
            Verb::ReadLock => self.readers.borrow_mut().push(task),
            _ => self.writer.set(task),
        }
    }
}

/// A task among those that wait to write. One that is killed there keeps nobody out any more.
struct Writes<'a> {
    run: &'a Run,
    state: &'a State,
    own: TaskId,
}

impl<'a> Writes<'a> {
    fn new(run: &'a Run, state: &'a State, own: TaskId) -> Self {
        state.writers.borrow_mut().push(own);
        Writes { run, state, own }
    }
}

impl Drop for Writes<'_> {
    fn drop(&mut self) {
        let mut writers = self.state.writers.borrow_mut();
        let before = writers.len();
        writers.retain(|other| *other != self.own);
        // It was killed: those that wait behind it may go on.
        if writers.len() < before && !self.state.waiting.is_empty() {
            drop(writers);
            self.run.wake_all(&self.state.waiting);
        }
    }
}

struct Raw {
    home: Home<sync::RwLock<()>, State>,
    made: Place,
    poisoned: AtomicBool,
}

impl Raw {
    fn operation(&self, verb: Verb) -> Operation {
        Operation::new(verb, Object::new(self, self.made))
    }

    fn is_poisoned(&self) -> bool {
        self.poisoned.load(Ordering::Relaxed) || self.home.real.is_poisoned()
    }

    fn lock(&self, run: &Run, verb: Verb, place: Place) {
        run.point(|| self.operation(verb), place);
        let state = self.home.of(run);
        while !state.is_free_for(verb) {
            let own = run.current();
            let _writes = (verb == Verb::WriteLock).then(|| Writes::new(run, state, own));
            state.waiting.insert(own);
            run.wait(&self.operation(verb), state.holder(verb, own), place);
        }
        state.take(verb, run.current());
        run.acquired(&self.operation(verb), place);
    }

    fn try_lock(&self, run: &Run, verb: Verb, place: Place) -> bool {
        run.need(Needs::UNLOCKS);
        run.point(|| self.operation(Verb::TryLock), place);
        let state = self.home.of(run);
        let free = state.is_free_for(verb);
        if free {
            state.take(verb, run.current());
        }
        run.acquired(&self.operation(Verb::TryLock), place);
        run.outcome(|| String::from(if free { "" } else { ": it is held" }));
        free
    }

    fn unlock(&self, verb: Verb, unwound: bool) {
        let Some(run) = current().filter(|run| self.home.existing(run).is_some()) else {
            return self.home.give_back(|state| match verb {
                Verb::ReadLock => drop(state.readers.borrow_mut().pop()),
                _ => state.writer.set(NOBODY),
            });
        };
        if run.needs().unlocks {
            run.point(|| self.operation(Verb::Unlock), self.made);
        }
        let state = self.home.of(run);
        match verb {
            Verb::ReadLock => state.read_less(run.current()),
            _ => {
                if !unwound && run.is_panicking() {
                    self.poisoned.store(true, Ordering::Relaxed);
                }
                state.writer.set(NOBODY);
            }
        }
        run.released(Object::new(self, self.made));
        if !state.waiting.is_empty() {
            // As in std: one that was woken to write does not keep others from reading.
            state.writers.borrow_mut().clear();
            run.wake_all(&state.waiting);
        }
    }

    /// Takes the lock; outside of runs the real one, which is given.
    fn take<'a, G>(
        &'a self,
        verb: Verb,
        place: Place,
        real: fn(&'a sync::RwLock<()>) -> LockResult<G>,
    ) -> Option<G> {
        let Some(run) = current() else { return Some(self.home.outside(real)) };
        self.lock(run, verb, place);
        None
    }

    /// Takes the lock if it is free; outside of runs the real one, which is given.
    fn try_take<'a, G>(
        &'a self,
        verb: Verb,
        place: Place,
        real: fn(&'a sync::RwLock<()>) -> TryLockResult<G>,
    ) -> Option<Option<G>> {
        match current() {
            Some(run) => self.try_lock(run, verb, place).then_some(None),
            None => self.home.try_outside(real).map(Some),
        }
    }
}

/// [`std::sync::RwLock`], under the scheduler where a run is going on.
pub struct RwLock<T: ?Sized> {
    raw: Raw,
    data: UnsafeCell<T>,
}

// SAFETY: the lock gives access to one writer or to readers, in runs as outside of them.
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
// SAFETY: as above; readers share.
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}

impl<T> RwLock<T> {
    /// See [`std::sync::RwLock::new`].
    #[track_caller]
    pub const fn new(value: T) -> Self {
        let (made, poisoned) = (Location::caller(), AtomicBool::new(false));
        let home = Home::new(sync::RwLock::new(()));
        RwLock { raw: Raw { home, made, poisoned }, data: UnsafeCell::new(value) }
    }
}

impl<T: ?Sized> RwLock<T> {
    /// See [`std::sync::RwLock::read`].
    #[track_caller]
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        let real = self.raw.take(Verb::ReadLock, Location::caller(), sync::RwLock::read);
        result(self.raw.is_poisoned(), RwLockReadGuard { lock: self, real })
    }

    /// See [`std::sync::RwLock::write`].
    #[track_caller]
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        let real = self.raw.take(Verb::WriteLock, Location::caller(), sync::RwLock::write);
        result(self.raw.is_poisoned(), RwLockWriteGuard::new(self, real))
    }

    /// See [`std::sync::RwLock::try_read`].
    #[track_caller]
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>> {
        let real = self.raw.try_take(Verb::ReadLock, Location::caller(), sync::RwLock::try_read);
        let real = real.ok_or(TryLockError::WouldBlock)?;
        Ok(result(self.raw.is_poisoned(), RwLockReadGuard { lock: self, real })?)
    }

    /// See [`std::sync::RwLock::try_write`].
    #[track_caller]
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>> {
        let real = self.raw.try_take(Verb::WriteLock, Location::caller(), sync::RwLock::try_write);
        let real = real.ok_or(TryLockError::WouldBlock)?;
        Ok(result(self.raw.is_poisoned(), RwLockWriteGuard::new(self, real))?)
    }
}

poisoned_locks!(RwLock);

impl<T: ?Sized> fmt::Debug for RwLock<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To look at a lock is no operation of the program, so its data is not looked at.
        let mut debug = formatter.debug_struct("RwLock");
        debug.field("poisoned", &self.is_poisoned()).finish_non_exhaustive()
    }
}

/// [`std::sync::RwLockReadGuard`].
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    /// The real lock, outside of runs.
    real: Option<sync::RwLockReadGuard<'a, ()>>,
}

/// [`std::sync::RwLockWriteGuard`].
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    /// The real lock, outside of runs.
    real: Option<sync::RwLockWriteGuard<'a, ()>>,
    /// The thread unwound already when it took the lock: then its giving it back says nothing.
    unwinds: bool,
}

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    fn new(lock: &'a RwLock<T>, real: Option<sync::RwLockWriteGuard<'a, ()>>) -> Self {
        RwLockWriteGuard { lock, real, unwinds: unwinds_now() }
    }
}

guards!(read lock: RwLockReadGuard<'_, T>);
guards!(write lock: RwLockWriteGuard<'_, T>);

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    fn drop(&mut self) {
        if self.real.is_none() {
            self.lock.raw.unlock(Verb::ReadLock, false);
        }
    }
}

impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        if self.real.is_none() {
            self.lock.raw.unlock(Verb::WriteLock, self.unwinds);
        }
    }
}
