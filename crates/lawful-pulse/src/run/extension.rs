//! What rooms on top of a run keep in it, and steps that are one whatever they are made of.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::{Display, Write};
use std::rc::Rc;

use super::{Operation, Run, TaskId};

/// What is told of a task.
type Tell = fn(&Run, TaskId);

/// State of rooms on top of the run: it begins and ends with the run.
#[derive(Default)]
pub(crate) struct Extensions {
    states: RefCell<Vec<Rc<dyn Any>>>,
    /// Whether there are any.
    used: Cell<bool>,
    at_wait: Cell<Option<Tell>>,
    at_end: Cell<Option<Tell>>,
    /// What the effect is called that the running task is in.
    effect: RefCell<String>,
}

impl Run {
    /// The state of a type, which is the default one at the beginning of each run.
    pub fn extension<T: Default + 'static>(&self) -> Rc<T> {
        self.existing_extension().unwrap_or_else(|| {
            let state = Rc::new(T::default());
            self.extensions.states.borrow_mut().push(state.clone());
            self.extensions.used.set(true);
            self.special.set(true);
            state
        })
    }

    /// The same if anybody asked for it before in this run.
    pub fn existing_extension<T: 'static>(&self) -> Option<Rc<T>> {
        let states = self.extensions.states.borrow();
        states.iter().find_map(|state| state.clone().downcast().ok())
    }

    /// Whether anybody keeps anything in this run.
    #[inline]
    pub fn is_extended(&self) -> bool {
        self.extensions.used.get()
    }

    /// Whom to tell that a task is about to wait, and of the end of every task, from now on to the end of the
    /// run. An end is told outside of all tasks, so that must not come to a point or drop what belongs to the
    /// program.
    pub fn listen(&self, at_wait: Tell, at_end: Tell) {
        self.extensions.at_wait.set(Some(at_wait));
        self.extensions.at_end.set(Some(at_end));
    }

    pub(super) fn tell_wait(&self, task: TaskId) {
        if let Some(tell) = self.extensions.at_wait.get() {
            tell(self, task);
        }
    }

    pub(super) fn tell_end(&self, task: TaskId) {
        if let Some(tell) = self.extensions.at_end.get() {
            tell(self, task);
        }
    }

    pub(super) fn clear_extensions(&self) {
        if !self.extensions.used.replace(false) {
            return;
        }
        self.extensions.at_wait.set(None);
        self.extensions.at_end.set(None);
        // Taken out first: what is dropped may belong to the program, and do anything.
        let states = std::mem::take(&mut *self.extensions.states.borrow_mut());
        drop(states);
    }
}

/// Ends an effect, however it is left.
struct Effect<'a>(&'a Run);

impl Drop for Effect<'_> {
    fn drop(&mut self) {
        self.0.atomic.set(false);
    }
}

impl Run {
    /// Does something as one step: points on the way are passed, and nothing can be waited for.
    pub fn atomically<T>(&self, name: impl Display, body: impl FnOnce() -> T) -> T {
        let mut called = self.extensions.effect.borrow_mut();
        called.clear();
        let _ = write!(called, "{name}");
        drop(called);
        self.atomic.set(true);
        let _effect = Effect(self);
        body()
    }

    /// The running task would have to wait inside of an effect.
    #[cold]
    pub(super) fn refuse_to_wait(&self, operation: &Operation, holder: TaskId) -> ! {
        let waits = self.named(&self.waits_for(operation, holder));
        let effect = self.extensions.effect.borrow().clone();
        panic!(
            "the effect `{effect}` waits for {waits}; an effect is one step of its task, during which \
             nobody else runs: only what is free then can be used in it"
        );
    }
}
