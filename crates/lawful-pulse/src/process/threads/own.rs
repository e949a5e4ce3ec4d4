//! The process of a thread: made on demand, and ended with the thread.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard};
use std::thread;

use super::table::{Number, Table, Thread, table};
use crate::Killed;
use crate::process::{Place, Reason};

/// The process of this thread.
pub(super) struct Own {
    pub number: Number,
    pub shared: Arc<Thread>,
    /// True if the thread was spawned for it, so that its body is all that there is to unwind.
    spawned: bool,
    /// True if the thread was unwound out of it. One that was not spawned for it may go on after that, such as the
    /// thread of a runner with the next case, and is another process then.
    left: Cell<bool>,
}

thread_local! {
    static OWN: RefCell<Option<Rc<Own>>> = const { RefCell::new(None) };
}

impl Drop for Own {
    /// The thread ends. What a thread that was not spawned as a process came to is not known here.
    fn drop(&mut self) {
        table().end(self.number, Reason::Normal);
        for message in self.shared.take_left() {
            // A panic out of the destructor of a thread-local would abort the program.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(message)));
        }
    }
}

impl Own {
    fn adopt() -> Rc<Self> {
        let called = thread::current().name().unwrap_or("thread").into();
        let shared = Arc::<Thread>::default();
        let number = table().add(called, shared.clone());
        Rc::new(Own { number, shared, spawned: false, left: Cell::new(false) })
    }

    /// Unwinds the thread of a process that has ended. Returns if it unwinds already: a destructor came here, and to
    /// unwind out of that would abort the program.
    fn leave(&self, place: Place) {
        let Some(reason) = self.shared.ended.get().filter(|_| !thread::panicking()) else { return };
        if !self.spawned {
            // The panic hook has no part in this, and `main` would end without a word.
            let thread = thread::current();
            let name = thread.name().unwrap_or("<unnamed>");
            eprintln!("thread '{name}' exits with its process at {place}: {reason}");
            self.left.set(true);
        }
        resume_unwind(Box::new(Killed));
    }
}

/// The process of this thread, if it has one. It has none if its thread-locals are gone already.
fn existing() -> Option<Rc<Own>> {
    let own = OWN.try_with(|own| own.borrow().clone()).ok()??;
    // Its destructors run in the process that has ended; what comes after them does not.
    if !own.left.get() || thread::panicking() {
        return Some(own);
    }
    // It is dropped outside of the borrow, with its messages.
    let _ended = OWN.try_with(RefCell::take);
    None
}

/// Does something with the process of this thread, which is made now if there is none. Nothing is done if the
/// thread-locals of the thread are gone already, and its process with them.
fn with_own<T>(action: impl FnOnce(&Own) -> T) -> Option<T> {
    let own = match existing() {
        Some(own) => own,
        None => OWN.try_with(|own| own.borrow_mut().get_or_insert_with(Own::adopt).clone()).ok()?,
    };
    Some(action(&own))
}

/// Number of the process of this thread, also of one that has ended.
pub(super) fn number() -> Option<Number> {
    with_own(|own| own.number)
}

/// Takes a step of the process of this thread. If the process has ended, before or in that step, its thread unwinds;
/// in a destructor, which cannot, nothing is done.
///
/// The result is dropped by the caller, outside of the lock.
pub(super) fn step<T>(place: Place, action: impl FnOnce(&mut Table, Number) -> T) -> Option<T> {
    locked(place, |own, mut table| Some(action(&mut table, own.number)))
}

/// Takes a step as [`step`] does, which may let go of the lock to wait. It comes to nothing if the process has ended.
pub(super) fn locked<T>(
    place: Place,
    action: impl FnOnce(&Own, MutexGuard<'static, Table>) -> Option<T>,
) -> Option<T> {
    with_own(|own| {
        let table = table();
        let result = match table.lives(own.number) {
            true => action(own, table),
            false => {
                drop(table);
                None
            }
        };
        own.leave(place);
        result
    })?
}

/// Unwinds the thread if its process has ended; the thread may have none.
pub(crate) fn check(place: Place) {
    if let Some(own) = existing() {
        own.leave(place);
    }
}

/// Runs the body of a process that was added to the table, on a thread of its own.
pub(super) fn run(number: Number, shared: Arc<Thread>, body: impl FnOnce(), place: Place) {
    OWN.set(Some(Rc::new(Own { number, shared, spawned: true, left: Cell::new(false) })));
    let ended = catch_unwind(AssertUnwindSafe(|| {
        // It may have been killed before it began.
        check(place);
        body();
    }));
    let reason = match &ended {
        Ok(()) => Reason::Normal,
        // It has ended already, unless the program throws these itself.
        Err(payload) if payload.is::<Killed>() => Reason::Killed,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            Reason::Panicked(
                text.unwrap_or_else(|| String::from("a panic whose payload is not a text")),
            )
        }
    };
    table().end(number, reason);
}
