//! State that futures share, and what the scheduler is told about it.
//!
//! The state is under a real lock, and who waits leaves a waker: that is the same in a run and outside of
//! one, so each type is written once. The lock is never held at a point, nor while somebody is woken. In a
//! run nobody else is there to hold it, so it costs a few instructions.

use std::future::{Future, poll_fn};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::run::{NOBODY, Needs, Object, Operation, Place, TaskId, Verb, current};

/// State that futures share, and where it was made.
pub(super) struct Shared<S> {
    made: Place,
    state: Mutex<S>,
}

impl<S> Shared<S> {
    pub const fn new(state: S, made: Place) -> Self {
        Shared { made, state: Mutex::new(state) }
    }

    /// The state. It is not to be kept over a point, nor over a call of a waker.
    pub fn lock(&self) -> MutexGuard<'_, S> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes those that the change gives when the lock is free again.
    pub fn wake<W: IntoIterator<Item = Waker>>(&self, change: impl FnOnce(&mut S) -> W) {
        let woken = change(&mut self.lock());
        woken.into_iter().for_each(Waker::wake);
    }

    /// Looks at the state for the future that is being polled, which waits if it is not ready.
    pub fn poll<T>(
        &self,
        verb: Verb,
        place: Place,
        look: impl FnOnce(&mut S) -> Poll<T>,
    ) -> Poll<T> {
        let polled = look(&mut self.lock());
        if polled.is_pending() {
            self.awaits(verb, NOBODY, place);
        }
        polled
    }

    /// A future that begins with a point, when it is polled for the first time.
    pub fn future<T>(
        &self,
        verb: Verb,
        place: Place,
        mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>,
    ) -> impl Future<Output = T> {
        let mut begun = false;
        poll_fn(move |context| {
            if !std::mem::replace(&mut begun, true) {
                self.point(verb, place);
            }
            poll(context)
        })
    }

    fn operation(&self, verb: Verb) -> Operation {
        Operation::new(verb, Object::new(self, self.made))
    }

    /// Something that others can notice comes next; they may come first.
    pub fn point(&self, verb: Verb, place: Place) {
        if let Some(run) = current() {
            run.point(|| self.operation(verb), place);
        }
    }

    /// The same for what does not wait: whether it comes before or after others give something back makes a
    /// difference, so there have to be points where they do.
    pub fn try_point(&self, verb: Verb, place: Place) {
        look_closely();
        self.point(verb, place);
    }

    /// Something is given back next. That is a point only where somebody looks without waiting.
    pub fn release_point(&self, verb: Verb) {
        if let Some(run) = current().filter(|run| run.needs().unlocks) {
            run.point(|| self.operation(verb), self.made);
        }
    }

    /// The future that is being polled waits.
    pub fn awaits(&self, verb: Verb, holder: TaskId, place: Place) {
        if let Some(run) = current() {
            run.awaits(self.operation(verb), holder, place);
        }
    }

    /// The future has what it asked for, which came from an event of another task, if that is known.
    pub fn acquired(&self, verb: Verb, from: Option<usize>, place: Place) {
        if let Some(run) = current().filter(|run| run.is_careful()) {
            run.acquired(&self.operation(verb), place);
            run.comes_from(from);
        }
    }

    /// Whoever acquires it from now on comes after what this task did.
    pub fn released(&self) {
        if let Some(run) = current() {
            run.released(Object::new(self, self.made));
        }
    }

    /// A notification that nobody waited for.
    pub fn missed(&self, place: Place) {
        if let Some(run) = current() {
            run.missed(Object::new(self, self.made), place);
        }
    }
}

/// A point before something that is about nothing in particular.
pub(super) fn point(verb: Verb, place: Place) {
    if let Some(run) = current() {
        run.point(|| Operation::new(verb, Object::NONE), place);
    }
}

/// Somebody looks at something without waiting for it: the run must have points where things are given back.
pub(super) fn look_closely() {
    if let Some(run) = current() {
        run.need(Needs::UNLOCKS);
    }
}

/// The event that was last in this task: the one that sends what is sent now.
pub(super) fn last_event() -> Option<usize> {
    current().filter(|run| run.is_careful()).and_then(|run| run.last_event(run.current()))
}

/// One of `count` alternatives, 0 being the simplest, where tokio promises nothing.
pub(super) fn pick(count: usize, place: Place) -> usize {
    current().map_or(0, |run| run.pick(count as u64, place) as usize)
}

/// Notes who is to be woken, once.
pub(super) fn remember(waiting: &mut Vec<Waker>, waker: &Waker) {
    if !waiting.iter().any(|other| other.will_wake(waker)) {
        waiting.push(waker.clone());
    }
}

/// Notes who alone is to be woken.
pub(super) fn replace(waiting: &mut Option<Waker>, waker: &Waker) {
    match waiting {
        Some(old) => old.clone_from(waker),
        None => *waiting = Some(waker.clone()),
    }
}
