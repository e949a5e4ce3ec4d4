//! Things that are done once: `Once`, `OnceLock`, `LazyLock`.

use std::any::TypeId;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::sync;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::run::{
    Fresh, Home, NOBODY, Object, Operation, Place, Run, TaskId, TaskSet, Verb, current,
};

struct State {
    /// The task that is doing it.
    busy: Cell<TaskId>,
    waiting: TaskSet,
}

impl Fresh for State {
    const FRESH: Self = State { busy: Cell::new(NOBODY), waiting: TaskSet::new() };
}

/// Sees to it that one task of a run does something, and others wait for it.
struct Gate {
    home: Home<sync::Mutex<()>, State>,
    made: Place,
}

/// The task that holds this is the one that does it.
struct Turn<'a> {
    gate: &'a Gate,
    run: &'a Run,
}

impl Gate {
    #[track_caller]
    const fn new() -> Self {
        Gate { home: Home::new(sync::Mutex::new(())), made: Location::caller() }
    }

    fn operation(&self) -> Operation {
        Operation::new(Verb::Initialise, Object::new(self, self.made))
    }

    /// The turn of a thread outside of all runs: no run is doing it then.
    fn enter_outside(&self) -> sync::MutexGuard<'_, ()> {
        self.home.outside(sync::Mutex::lock)
    }

    /// It was done before, and all that led to it came before who sees that.
    #[inline]
    fn observe(&self) {
        if let Some(run) = current() {
            run.observed(Object::new(self, self.made));
        }
    }

    /// Others may come before a look at what is not done yet. What is done stays so.
    fn point(&self, run: &Run, place: Place) {
        let object = Object::new(self, self.made);
        run.point(|| Operation::new(Verb::Load, object), place);
    }

    /// Waits for the turn of this task; nothing if it was done meanwhile.
    fn enter<'a>(
        &'a self,
        run: &'a Run,
        is_done: impl Fn() -> bool,
        place: Place,
    ) -> Option<Turn<'a>> {
        run.point(|| self.operation(), place);
        let state = self.home.of(run);
        while !is_done() {
            if state.busy.get() == NOBODY {
                state.busy.set(run.current());
                run.acquired(&self.operation(), place);
                return Some(Turn { gate: self, run });
            }
            state.waiting.insert(run.current());
            run.wait(&self.operation(), state.busy.get(), place);
        }
        self.observe();
        None
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let state = self.gate.home.of(self.run);
        state.busy.set(NOBODY);
        self.run.released(Object::new(self.gate, self.gate.made));
        self.run.wake_all(&state.waiting);
    }
}

/// [`std::sync::Once`], under the scheduler where a run is going on. What was done in an earlier run stays
/// done, as with every static.
pub struct Once {
    gate: Gate,
    real: sync::Once,
    is_poisoned: AtomicBool,
}

impl Once {
    /// See [`std::sync::Once::new`].
    #[track_caller]
    pub const fn new() -> Self {
        Once { gate: Gate::new(), real: sync::Once::new(), is_poisoned: AtomicBool::new(false) }
    }

    /// See [`std::sync::Once::call_once`].
    #[track_caller]
    pub fn call_once(&self, action: impl FnOnce()) {
        if self.real.is_completed() {
            return self.gate.observe();
        }
        let Some(run) = current() else {
            let _turn = self.gate.enter_outside();
            return self.real.call_once(action);
        };
        let Some(_turn) = self.gate.enter(run, || self.real.is_completed(), Location::caller())
        else {
            return;
        };
        // One that is poisoned panics here.
        if self.is_poisoned.load(Ordering::Relaxed) {
            self.real.call_once(|| {});
        }
        // The action has points, and a real `Once` must not be held across one: it is told afterwards.
        match catch_unwind(AssertUnwindSafe(action)) {
            Ok(()) => self.real.call_once(|| {}),
            Err(payload) => {
                if !run.is_ending() {
                    self.poison();
                }
                resume_unwind(payload);
            }
        }
    }

    /// The action panicked. The run that is over does not do that to those after it.
    fn poison(&self) {
        self.is_poisoned.store(true, Ordering::Relaxed);
        let poison = || self.real.call_once(|| resume_unwind(Box::new(())));
        let _ = catch_unwind(AssertUnwindSafe(poison));
    }

    /// See [`std::sync::Once::is_completed`].
    #[track_caller]
    pub fn is_completed(&self) -> bool {
        if let Some(run) = current().filter(|_| !self.real.is_completed()) {
            self.gate.point(run, Location::caller());
        }
        self.gate.observe();
        self.real.is_completed()
    }
}

default_is_new!(Once, OnceLock<T>);

impl fmt::Debug for Once {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.real.fmt(formatter)
    }
}

/// [`std::sync::OnceLock`], under the scheduler where a run is going on.
pub struct OnceLock<T> {
    gate: Gate,
    real: sync::OnceLock<T>,
}

impl<T> OnceLock<T> {
    /// See [`std::sync::OnceLock::new`].
    #[track_caller]
    pub const fn new() -> Self {
        OnceLock { gate: Gate::new(), real: sync::OnceLock::new() }
    }

    /// See [`std::sync::OnceLock::get`].
    #[track_caller]
    pub fn get(&self) -> Option<&T> {
        // What is there stays there, so only where nothing is can others come first.
        if let Some(run) = current().filter(|_| self.real.get().is_none()) {
            self.gate.point(run, Location::caller());
        }
        self.gate.observe();
        self.real.get()
    }

    /// See [`std::sync::OnceLock::get_mut`].
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.real.get_mut()
    }

    /// See [`std::sync::OnceLock::set`].
    #[track_caller]
    pub fn set(&self, value: T) -> Result<(), T> {
        let Some(run) = current() else { return self.real.set(value) };
        let is_done = || self.real.get().is_some();
        match self.gate.enter(run, is_done, Location::caller()) {
            Some(_turn) => self.real.set(value),
            None => Err(value),
        }
    }

    /// See [`std::sync::OnceLock::get_or_init`].
    #[track_caller]
    pub fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        if let Some(value) = self.real.get() {
            self.gate.observe();
            return value;
        }
        let Some(run) = current() else {
            let _turn = self.gate.enter_outside();
            return self.real.get_or_init(make);
        };
        let is_done = || self.real.get().is_some();
        if let Some(_turn) = self.gate.enter(run, is_done, Location::caller()) {
            let value = make();
            // Another thread of the system may have come first, and then its value is the one.
            let _ = self.real.set(value);
        }
        self.real.get().expect("it was initialised just now")
    }

    /// See [`std::sync::OnceLock::into_inner`].
    pub fn into_inner(self) -> Option<T> {
        self.real.into_inner()
    }

    /// See [`std::sync::OnceLock::take`].
    pub fn take(&mut self) -> Option<T> {
        self.real.take()
    }
}

impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.real.fmt(formatter)
    }
}

/// [`std::sync::LazyLock`], under the scheduler where a run is going on.
pub struct LazyLock<T, F = fn() -> T> {
    value: OnceLock<T>,
    make: Cell<Option<F>>,
}

// SAFETY: the function is taken by the one task or thread whose turn it is to initialise the value: a run and
// threads outside of it keep each other out.
unsafe impl<T: Send + Sync, F: Send> Sync for LazyLock<T, F> {}

impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    /// See [`std::sync::LazyLock::new`].
    #[track_caller]
    pub const fn new(make: F) -> Self {
        LazyLock { value: OnceLock::new(), make: Cell::new(Some(make)) }
    }

    /// See [`std::sync::LazyLock::force`].
    #[track_caller]
    pub fn force(this: &Self) -> &T {
        this.value.get_or_init(|| {
            let Some(make) = this.make.take() else {
                panic!("LazyLock instance has previously been poisoned");
            };
            let Some((run, again)) = current().zip(copy_of(&make)) else { return make() };
            // The run may be given up in the middle, and those after it find the lock as it was.
            this.make.set(Some(again));
            let made = catch_unwind(AssertUnwindSafe(make));
            if made.is_ok() || !run.is_ending() {
                this.make.set(None);
            }
            made.unwrap_or_else(|payload| resume_unwind(payload))
        })
    }
}

/// A copy of a function, if it is one without state: that of a static always is.
fn copy_of<T, F: FnOnce() -> T>(make: &F) -> Option<F> {
    let is_pointer = type_of::<F>() == type_of::<fn() -> T>();
    // SAFETY: a pointer to a function can be copied.
    is_pointer.then(|| unsafe { std::ptr::read(make) })
}

/// The type, whatever it borrows: lifetimes do not count.
fn type_of<T>() -> TypeId {
    trait Typed {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }

    impl<T> Typed for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }

    let typed: &dyn Typed = &PhantomData::<T>;
    // SAFETY: nothing is behind the reference that could be used for longer than it lives.
    let typed = unsafe { std::mem::transmute::<&dyn Typed, &(dyn Typed + 'static)>(typed) };
    typed.id()
}

impl<T, F: FnOnce() -> T> Deref for LazyLock<T, F> {
    type Target = T;

    #[track_caller]
    fn deref(&self) -> &T {
        LazyLock::force(self)
    }
}

impl<T: Default> Default for LazyLock<T> {
    #[track_caller]
    fn default() -> Self {
        LazyLock::new(T::default)
    }
}

impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}
