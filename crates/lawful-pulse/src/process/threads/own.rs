//! The process of a thread: made on demand, and ended with the thread.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, MutexGuard};
use std::thread;

use super::table::{Number, Table, Thread, table};
use crate::Killed;
use crate::process::{Place, Reason};

/// The process of this thread.
pub(super) struct Own {
    pub number: Number,
    pub shared: Arc<Thread>,
    /// Whether the thread was spawned for it, so that its body is all that there is to unwind.
    spawned: bool,
}

thread_local! {
    static OWN: OnceCell<Own> = const { OnceCell::new() };
}

impl Drop for Own {
    /// The thread ends. What a thread that was not spawned as a process came to is not known here.
    fn drop(&mut self) {
        table().end(self.number, Reason::Normal);
    }
}

impl Own {
    fn adopt() -> Self {
        let called = thread::current().name().unwrap_or("thread").into();
        let shared = Arc::<Thread>::default();
        let number = table().add(called, shared.clone());
        Own { number, shared, spawned: false }
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
        }
        resume_unwind(Box::new(Killed));
    }
}

/// Does something with the process of this thread, which is made now if there is none. Nothing is done if the
/// thread-locals of the thread are gone already, and its process with them.
fn with_own<T>(action: impl FnOnce(&Own) -> T) -> Option<T> {
    OWN.try_with(|own| action(own.get_or_init(Own::adopt))).ok()
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
    let _ = OWN.try_with(|own| own.get().inspect(|own| own.leave(place)).is_some());
}

/// Runs the body of a process that was added to the table, on a thread of its own.
pub(super) fn run(number: Number, shared: Arc<Thread>, body: impl FnOnce(), place: Place) {
    OWN.with(|own| {
        let _ = own.set(Own { number, shared, spawned: true });
    });
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
