//! Thread-locals: in a run each task has its own.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::thread::{self, AccessError};

use crate::run::current;

/// [`std::thread::LocalKey`], made by [`thread_local!`](crate::thread_local).
pub struct LocalKey<T: 'static> {
    real: &'static thread::LocalKey<T>,
    make: fn() -> T,
}

impl<T: 'static> LocalKey<T> {
    #[doc(hidden)]
    pub const fn new(real: &'static thread::LocalKey<T>, make: fn() -> T) -> Self {
        LocalKey { real, make }
    }

    /// See [`std::thread::LocalKey::with`].
    pub fn with<R>(&'static self, action: impl FnOnce(&T) -> R) -> R {
        if current().is_none() {
            return self.real.with(action);
        }
        let result = self.try_with(action);
        result.expect("cannot access a Thread Local Storage value during or after destruction")
    }

    /// See [`std::thread::LocalKey::try_with`].
    pub fn try_with<R>(&'static self, action: impl FnOnce(&T) -> R) -> Result<R, AccessError> {
        let Some(run) = current() else { return self.real.try_with(action) };
        let key = (&raw const *self).addr();
        let locals = &run.task(run.current()).locals;
        if !locals.borrow().iter().any(|(other, _)| *other == key) {
            // Making it may need other thread-locals.
            let made: Box<dyn Any> = Box::new((self.make)());
            locals.borrow_mut().push((key, Some(made)));
        }
        let borrowed = locals.borrow();
        let own = borrowed.iter().find(|(other, _)| *other == key);
        let value: *const T = match own.and_then(|(_, value)| value.as_ref()?.downcast_ref()) {
            Some(value) => value,
            None => return Err(destroyed()),
        };
        drop(borrowed);
        // SAFETY: the value is boxed, and is taken out only at the end of the task, which is running.
        Ok(action(unsafe { &*value }))
    }
}

/// What std says of a value that is gone. Nobody else can make it, so a thread of the system asks for one.
fn destroyed() -> AccessError {
    static ERROR: OnceLock<AccessError> = OnceLock::new();

    struct Probe;

    impl Drop for Probe {
        fn drop(&mut self) {
            if let Err(error) = PROBE.try_with(|_| ()) {
                let _ = ERROR.set(error);
            }
        }
    }

    std::thread_local! {
        static PROBE: Probe = const { Probe };
    }

    if ERROR.get().is_none() {
        let _ = thread::spawn(|| PROBE.with(|_| ())).join();
    }
    *ERROR.get().expect("a value is gone while it is dropped")
}

impl<T: 'static> LocalKey<Cell<T>> {
    /// See [`std::thread::LocalKey::set`].
    pub fn set(&'static self, value: T) {
        self.with(|cell| cell.set(value));
    }

    /// See [`std::thread::LocalKey::get`].
    pub fn get(&'static self) -> T
    where
        T: Copy,
    {
        self.with(Cell::get)
    }

    /// See [`std::thread::LocalKey::take`].
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(Cell::take)
    }

    /// See [`std::thread::LocalKey::replace`].
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> LocalKey<RefCell<T>> {
    /// See [`std::thread::LocalKey::with_borrow`].
    pub fn with_borrow<R>(&'static self, action: impl FnOnce(&T) -> R) -> R {
        self.with(|cell| action(&cell.borrow()))
    }

    /// See [`std::thread::LocalKey::with_borrow_mut`].
    pub fn with_borrow_mut<R>(&'static self, action: impl FnOnce(&mut T) -> R) -> R {
        self.with(|cell| action(&mut cell.borrow_mut()))
    }

    /// See [`std::thread::LocalKey::set`].
    pub fn set(&'static self, value: T) {
        self.with(|cell| *cell.borrow_mut() = value);
    }

    /// See [`std::thread::LocalKey::take`].
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(RefCell::take)
    }

    /// See [`std::thread::LocalKey::replace`].
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> std::fmt::Debug for LocalKey<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LocalKey").finish_non_exhaustive()
    }
}

/// [`std::thread_local!`]; in a run each task has a value of its own.
#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = const $init:block $(; $($rest:tt)*)?) => {
        $crate::thread_local!($(#[$attribute])* $visibility static $name: $type = $init $(; $($rest)*)?);
    };
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = const $init:expr $(; $($rest:tt)*)?) => {
        $crate::thread_local!($(#[$attribute])* $visibility static $name: $type = $init $(; $($rest)*)?);
    };
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = $init:expr $(; $($rest:tt)*)?) => {
        $(#[$attribute])*
        $visibility static $name: $crate::thread::LocalKey<$type> = {
            fn make() -> $type {
                $init
            }
            ::std::thread_local! {
                static REAL: $type = make();
            }
            $crate::thread::LocalKey::new(&REAL, make)
        };
        $($crate::thread_local!($($rest)*);)?
    };
}
