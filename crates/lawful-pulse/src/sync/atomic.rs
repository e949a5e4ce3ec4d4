//! Atomics.
//!
//! In a run they are what they are outside of one, with a point before every operation: whoever shares one
//! with threads that are not in the run sees the right values. All operations take effect in one order,
//! whatever order they ask for; what a weaker order allows beyond that is not explored.

use std::fmt;
use std::panic::Location;
use std::sync::atomic;

pub use std::sync::atomic::{Ordering, compiler_fence};

use crate::run::{Object, Operation, Place, Run, Verb, current};

/// A point before an operation on the atomic at `address`.
#[inline(always)]
fn point(verb: Verb, address: *const (), made: Place, order: Ordering, place: Place) {
    if let Some(run) = current() {
        let object = Object { address: address.addr(), made: Some(made) };
        run.point(|| Operation { verb, object, order: Some(order) }, place);
    }
}

/// Adds the outcome of an operation to its event.
#[inline(always)]
fn outcome(text: impl FnOnce() -> String) {
    if let Some(run) = current().filter(|run| run.is_careful()) {
        run.outcome(text);
    }
}

/// The same of an operation that wrote. Where a cell may have been published by it, the task can be held here.
#[inline(always)]
fn wrote(text: impl FnOnce() -> String, place: Place) {
    if let Some(run) = current().filter(|run| run.is_careful()) {
        run.outcome(text);
        after(run, place);
    }
}

#[cold]
fn after(run: &Run, place: Place) {
    if run.needs().afters {
        run.point(|| Operation::new(Verb::After, Object::EVERYTHING), place);
    }
}

/// See [`std::sync::atomic::fence`]. What it orders is seen by a [cell](crate::cell).
#[track_caller]
pub fn fence(order: Ordering) {
    // First, since it refuses `Relaxed`.
    atomic::fence(order);
    if let Some(run) = current() {
        run.fence(order, Location::caller());
    }
}

macro_rules! atomics {
    ($($name:ident of $type:ty: $($fetch:ident)+;)+) => { $(
        #[doc = concat!("[`std::sync::atomic::", stringify!($name), "`], with a point before every operation in a run.")]
        pub struct $name {
            value: atomic::$name,
            made: Place,
        }

        impl $name {
            common!($name, $type);

            $(
                /// See std's.
                #[track_caller]
                #[inline]
                pub fn $fetch(&self, value: $type, order: Ordering) -> $type {
                    let place = Location::caller();
                    self.point(Verb::Update, order, place);
                    let old = self.value.$fetch(value, order);
                    wrote(|| format!(": {old:?} to {:?}", self.value.load(Ordering::Relaxed)), place);
                    old
                }
            )+
        }

        traits!($name, $type, <$type>::default());
    )+ };
}

macro_rules! integers {
    ($($name:ident of $type:ty),+ $(,)?) => {
        atomics! { $(
            $name of $type: fetch_add fetch_sub fetch_and fetch_nand fetch_or fetch_xor fetch_max fetch_min;
        )+ }
    };
}

/// What every atomic can do.
macro_rules! common {
    ($real:ident, $type:ty) => {
        /// See std's.
        #[track_caller]
        pub const fn new(value: $type) -> Self {
            let made = Location::caller();
            Self { value: atomic::$real::new(value), made }
        }

        #[inline(always)]
        fn point(&self, verb: Verb, order: Ordering, place: Place) {
            point(verb, (&raw const *self).cast(), self.made, order, place);
        }

        /// See std's.
        pub fn get_mut(&mut self) -> &mut $type {
            self.value.get_mut()
        }

        /// See std's.
        pub fn into_inner(self) -> $type {
            self.value.into_inner()
        }

        /// See std's.
        pub const fn as_ptr(&self) -> *mut $type {
            self.value.as_ptr()
        }

        /// See std's.
        #[track_caller]
        #[inline]
        pub fn load(&self, order: Ordering) -> $type {
            self.point(Verb::Load, order, Location::caller());
            let value = self.value.load(order);
            outcome(|| format!(": {value:?}"));
            value
        }

        /// See std's.
        #[track_caller]
        #[inline]
        pub fn store(&self, value: $type, order: Ordering) {
            let place = Location::caller();
            self.point(Verb::Store, order, place);
            self.value.store(value, order);
            wrote(|| format!(": {value:?}"), place);
        }

        /// See std's.
        #[track_caller]
        #[inline]
        pub fn swap(&self, value: $type, order: Ordering) -> $type {
            let place = Location::caller();
            self.point(Verb::Update, order, place);
            let old = self.value.swap(value, order);
            wrote(|| format!(": {old:?} to {value:?}"), place);
            old
        }

        /// See std's.
        #[track_caller]
        #[inline]
        pub fn compare_exchange(
            &self,
            expected: $type,
            new: $type,
            success: Ordering,
            failure: Ordering,
        ) -> Result<$type, $type> {
            let place = Location::caller();
            self.point(Verb::Exchange, success, place);
            let result = self.value.compare_exchange(expected, new, success, failure);
            if let Some(run) = current().filter(|run| run.is_careful()) {
                let object = Object { address: (&raw const *self).addr(), made: Some(self.made) };
                let order = Some(if result.is_ok() { success } else { failure });
                let operation = Operation { verb: Verb::Exchange, object, order };
                run.exchanged(&operation, result.is_ok(), place);
                match result {
                    Ok(old) => wrote(|| format!(": {old:?} to {new:?}"), place),
                    Err(found) => outcome(|| format!(": {found:?}, not {expected:?}")),
                }
            }
            result
        }

        /// See std's. It does not fail for no reason.
        #[track_caller]
        #[inline]
        pub fn compare_exchange_weak(
            &self,
            expected: $type,
            new: $type,
            success: Ordering,
            failure: Ordering,
        ) -> Result<$type, $type> {
            self.compare_exchange(expected, new, success, failure)
        }

        /// See std's.
        #[track_caller]
        pub fn fetch_update(
            &self,
            set_order: Ordering,
            fetch_order: Ordering,
            mut update: impl FnMut($type) -> Option<$type>,
        ) -> Result<$type, $type> {
            let mut old = self.load(fetch_order);
            while let Some(new) = update(old) {
                match self.compare_exchange(old, new, set_order, fetch_order) {
                    Ok(old) => return Ok(old),
                    Err(found) => old = found,
                }
            }
            Err(old)
        }
    };
}

macro_rules! traits {
    ($name:ident $(<$parameter:ident>)?, $type:ty, $default:expr) => {
        impl $(<$parameter>)? fmt::Debug for $name $(<$parameter>)? {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(formatter)
            }
        }

        impl $(<$parameter>)? From<$type> for $name $(<$parameter>)? {
            #[track_caller]
            fn from(value: $type) -> Self {
                Self::new(value)
            }
        }

        impl $(<$parameter>)? Default for $name $(<$parameter>)? {
            #[track_caller]
            fn default() -> Self {
                Self::new($default)
            }
        }
    };
}

atomics! { AtomicBool of bool: fetch_and fetch_nand fetch_or fetch_xor; }
integers! {
    AtomicI8 of i8, AtomicI16 of i16, AtomicI32 of i32, AtomicI64 of i64, AtomicIsize of isize,
    AtomicU8 of u8, AtomicU16 of u16, AtomicU32 of u32, AtomicU64 of u64, AtomicUsize of usize,
}

impl AtomicBool {
    /// See [`std::sync::atomic::AtomicBool::fetch_not`].
    #[track_caller]
    pub fn fetch_not(&self, order: Ordering) -> bool {
        self.fetch_xor(true, order)
    }
}

/// [`std::sync::atomic::AtomicPtr`], with a point before every operation in a run.
pub struct AtomicPtr<T> {
    value: atomic::AtomicPtr<T>,
    made: Place,
}

impl<T> AtomicPtr<T> {
    common!(AtomicPtr, *mut T);
}

traits!(AtomicPtr<T>, *mut T, std::ptr::null_mut());
