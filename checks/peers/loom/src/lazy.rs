//! Statics whose value belongs to one schedule.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use lawful_pulse::sync::OnceLock;

thread_local! {
    static SCHEDULE: Cell<u64> = const { Cell::new(0) };
}

/// Begins a schedule: the values of earlier ones are forgotten.
pub(crate) fn begin() {
    SCHEDULE.set(SCHEDULE.get() + 1);
}

/// Values of a static by the thread of the system that runs schedules, with the number of the schedule.
type Values<T> = HashMap<ThreadId, (u64, &'static OnceLock<T>)>;

/// A value that is made when it is first used in a schedule. Values are never dropped.
pub struct Lazy<T: 'static> {
    make: fn() -> T,
    values: LazyLock<Mutex<Values<T>>>,
}

impl<T> Lazy<T> {
    /// Returns a value that is made by a function.
    pub const fn new(make: fn() -> T) -> Self {
        Lazy { make, values: LazyLock::new(Mutex::default) }
    }

    /// Returns the value of the current schedule.
    pub fn value(this: &Self) -> &T {
        let fresh = || (SCHEDULE.get(), &*Box::leak(Box::new(OnceLock::new())));
        let mut values = this.values.lock().unwrap_or_else(PoisonError::into_inner);
        let own = values.entry(thread::current().id()).or_insert_with(fresh);
        if own.0 != SCHEDULE.get() {
            *own = fresh();
        }
        let cell = own.1;
        // Other tasks may come first when the value is made.
        drop(values);
        cell.get_or_init(this.make)
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        Lazy::value(self)
    }
}
