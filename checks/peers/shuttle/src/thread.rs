//! `shuttle::thread`.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::time::Duration;

use lawful_pulse::sync::atomic::{AtomicBool, Ordering};

pub use lawful_pulse::thread::{
    AccessError, Builder, JoinHandle, Scope, ScopedJoinHandle, Thread, ThreadId, current,
    panicking, park, park_timeout, scope, spawn, yield_now,
};
pub use std::thread::Result;

/// Passes a scheduling point. Shuttle's threads do not sleep: no time passes.
#[track_caller]
pub fn sleep(_: Duration) {
    static POINT: AtomicBool = AtomicBool::new(false);
    POINT.load(Ordering::Relaxed);
}

/// Values of the thread-locals of a task, by the address of their keys.
type Values = RefCell<Vec<(usize, &'static dyn Any)>>;

/// Drops the values of a task in the order in which they were made.
struct Slots(Values);

impl Drop for Slots {
    fn drop(&mut self) {
        for (_, value) in self.0.take() {
            // SAFETY: the value was leaked by `try_with`, and its task is at its end.
            drop(unsafe { Box::from_raw((&raw const *value).cast_mut()) });
        }
    }
}

lawful_pulse::thread_local! {
    static SLOTS: Slots = Slots(RefCell::default());
}

/// `shuttle::thread::LocalKey`, whose fields tests use.
pub struct LocalKey<T: 'static> {
    #[doc(hidden)]
    pub init: fn() -> T,
    #[doc(hidden)]
    pub _p: PhantomData<T>,
}

// SAFETY: it has a function and no value.
unsafe impl<T> Send for LocalKey<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for LocalKey<T> {}

impl<T> UnwindSafe for LocalKey<T> {}
impl<T> RefUnwindSafe for LocalKey<T> {}

impl<T: 'static> LocalKey<T> {
    /// Calls a function with the value of the current task.
    pub fn with<R>(&'static self, action: impl FnOnce(&T) -> R) -> R {
        self.try_with(action)
            .expect("cannot access a Thread Local Storage value during or after destruction")
    }

    /// Calls a function with the value of the current task, if it is not destroyed.
    pub fn try_with<R>(
        &'static self,
        action: impl FnOnce(&T) -> R,
    ) -> std::result::Result<R, AccessError> {
        let key = (&raw const *self).addr();
        let find = |slots: &Slots| {
            let slots = slots.0.borrow();
            slots.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
        };
        let value = match SLOTS.try_with(find)? {
            Some(value) => value,
            None => {
                // Making it may need other thread-locals.
                let made: &'static dyn Any = Box::leak(Box::new((self.init)()));
                SLOTS.try_with(|slots| slots.0.borrow_mut().push((key, made)))?;
                made
            }
        };
        Ok(action(value.downcast_ref().expect("the type of the key")))
    }
}
