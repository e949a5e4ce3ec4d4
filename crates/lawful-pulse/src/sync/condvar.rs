//! Condition variables.

use std::cell::RefCell;
use std::panic::Location;
use std::sync::{self, LockResult, PoisonError};
use std::time::Duration;

use super::mutex::MutexGuard;
use super::result;
use crate::run::{Fresh, Home, NOBODY, Object, Operation, Place, Run, TaskId, Verb, current};

struct State {
    /// Those that wait, in the order they came in.
    waiting: RefCell<Vec<TaskId>>,
}

impl Fresh for State {
    const FRESH: Self = State { waiting: RefCell::new(Vec::new()) };
}

/// [`std::sync::Condvar`], under the scheduler where a run is going on. There, who is notified of several
/// is a choice, and nobody is woken for no reason.
pub struct Condvar {
    home: Home<sync::Mutex<()>, State>,
    real: sync::Condvar,
    made: Place,
}

/// Result of a wait with a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// See [`std::sync::WaitTimeoutResult::timed_out`].
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

/// A task among those that wait. One that is killed there is not to be notified.
struct Waiting<'a> {
    state: &'a State,
    own: TaskId,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.state.waiting.borrow_mut().retain(|other| *other != self.own);
    }
}

type Waited<'a, T> = LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>;

impl Condvar {
    /// See [`std::sync::Condvar::new`].
    #[track_caller]
    pub const fn new() -> Self {
        let (made, real) = (Location::caller(), sync::Condvar::new());
        Condvar { home: Home::new(sync::Mutex::new(())), real, made }
    }

    fn object(&self) -> Object {
        Object::new(self, self.made)
    }

    /// See [`std::sync::Condvar::wait`].
    #[track_caller]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        let place = Location::caller();
        let waited = self.wait_until(guard, None, place).map(|(guard, _)| guard);
        waited.map_err(|error| PoisonError::new(error.into_inner().0))
    }

    /// See [`std::sync::Condvar::wait_while`].
    #[track_caller]
    pub fn wait_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<MutexGuard<'a, T>> {
        while condition(&mut *guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }

    /// See [`std::sync::Condvar::wait_timeout`].
    #[track_caller]
    pub fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> Waited<'a, T> {
        self.wait_until(guard, Some(limit), Location::caller())
    }

    /// See [`std::sync::Condvar::wait_timeout_while`].
    #[track_caller]
    pub fn wait_timeout_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        limit: Duration,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> Waited<'a, T> {
        let started = crate::time::Instant::now();
        loop {
            if !condition(&mut *guard) {
                return Ok((guard, WaitTimeoutResult(false)));
            }
            let Some(left) = limit.checked_sub(started.elapsed()).filter(|left| !left.is_zero())
            else {
                return Ok((guard, WaitTimeoutResult(true)));
            };
            guard = self.wait_timeout(guard, left)?.0;
        }
    }

    fn wait_until<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Option<Duration>,
        place: Place,
    ) -> Waited<'a, T> {
        let (lock, real) = guard.into_parts();
        let (real, timed_out) = match (real, current()) {
            (None, Some(run)) => {
                let raw = &lock.raw;
                (None, self.wait_in(run, limit, place, || raw.unlock(run), || raw.take(run, place)))
            }
            (Some(real), _) => {
                let (real, timed_out) = match limit {
                    None => (self.real.wait(real).unwrap_or_else(PoisonError::into_inner), false),
                    Some(limit) => {
                        let waited = self.real.wait_timeout(real, limit);
                        let (real, result) = waited.unwrap_or_else(PoisonError::into_inner);
                        (real, result.timed_out())
                    }
                };
                (Some(real), timed_out)
            }
            (None, None) => (None, true),
        };
        let guard = MutexGuard::from_parts(lock, real);
        result(lock.is_poisoned(), (guard, WaitTimeoutResult(timed_out)))
    }

    /// Waits in a run. Says whether the time was over.
    fn wait_in(
        &self,
        run: &Run,
        limit: Option<Duration>,
        place: Place,
        unlock: impl FnOnce(),
        lock: impl FnOnce(),
    ) -> bool {
        let operation = Operation::new(Verb::Wait, self.object());
        run.point(|| operation, place);
        let own = run.current();
        let state = self.home.of(run);
        state.waiting.borrow_mut().push(own);
        let _waiting = Waiting { state, own };
        // It counts as waiting before the lock is free: who notifies after that is heard.
        unlock();
        let waits = || state.waiting.borrow().contains(&own);
        let mut timed_out = false;
        while waits() {
            match limit {
                None => run.wait(&operation, NOBODY, place),
                Some(limit) => {
                    if run.wait_for(&operation, limit, place) && waits() {
                        timed_out = true;
                        state.waiting.borrow_mut().retain(|other| *other != own);
                    }
                }
            }
        }
        run.acquired(&operation, place);
        run.outcome(|| String::from(if timed_out { ": time is over" } else { ": notified" }));
        lock();
        timed_out
    }

    /// See [`std::sync::Condvar::notify_one`].
    #[track_caller]
    pub fn notify_one(&self) {
        self.notify(Location::caller(), false);
    }

    /// See [`std::sync::Condvar::notify_all`].
    #[track_caller]
    pub fn notify_all(&self) {
        self.notify(Location::caller(), true);
    }

    fn notify(&self, place: Place, all: bool) {
        let Some(run) = current() else {
            return if all { self.real.notify_all() } else { self.real.notify_one() };
        };
        run.point(|| Operation::new(Verb::Notify, self.object()), place);
        let state = self.home.of(run);
        // Those that were killed do not go on with it.
        state.waiting.borrow_mut().retain(|task| !run.task(*task).doomed.get());
        let count = state.waiting.borrow().len();
        if count == 0 {
            run.missed(self.object(), place);
            run.outcome(|| String::from(": no task waits"));
            return;
        }
        if all {
            let woken = std::mem::take(&mut *state.waiting.borrow_mut());
            woken.into_iter().for_each(|task| run.wake(task));
            return;
        }
        let picked = run.pick(count as u64, place) as usize;
        let woken = state.waiting.borrow_mut().remove(picked);
        run.wake(woken);
    }
}

default_is_new!(Condvar);
opaque!(Condvar);
