//! `shuttle::sync::atomic`, with the names that std does not have on stable Rust.

use std::fmt;
use std::ops::{Deref, DerefMut};

use lawful_pulse::sync::Mutex;

pub use lawful_pulse::sync::atomic::*;

/// `update` and `try_update`.
pub trait Update<T> {
    /// Replaces the value by what a function makes of it, and returns the one before.
    fn update(&self, set: Ordering, fetch: Ordering, update: impl FnMut(T) -> T) -> T;

    /// Replaces the value by what a function makes of it, if it makes something.
    fn try_update(
        &self,
        set: Ordering,
        fetch: Ordering,
        update: impl FnMut(T) -> Option<T>,
    ) -> Result<T, T>;
}

macro_rules! update {
    ($($name:ident: $type:ty;)+) => {$(
        impl Update<$type> for $name {
            #[track_caller]
            fn update(
                &self,
                set: Ordering,
                fetch: Ordering,
                mut update: impl FnMut($type) -> $type,
            ) -> $type {
                self.fetch_update(set, fetch, |value| Some(update(value))).unwrap_or_else(|old| old)
            }

            #[track_caller]
            fn try_update(
                &self,
                set: Ordering,
                fetch: Ordering,
                update: impl FnMut($type) -> Option<$type>,
            ) -> Result<$type, $type> {
                self.fetch_update(set, fetch, update)
            }
        }
    )+};
}

update! {
    AtomicBool: bool;
    AtomicI8: i8;
    AtomicI16: i16;
    AtomicI32: i32;
    AtomicI64: i64;
    AtomicI128: i128;
    AtomicIsize: isize;
    AtomicU8: u8;
    AtomicU16: u16;
    AtomicU32: u32;
    AtomicU64: u64;
    AtomicU128: u128;
    AtomicUsize: usize;
}

/// `AtomicPtr` with arithmetic, which std's has.
pub struct AtomicPtr<T>(lawful_pulse::sync::atomic::AtomicPtr<T>);

impl<T> AtomicPtr<T> {
    /// Returns an atomic with a pointer.
    #[track_caller]
    pub const fn new(pointer: *mut T) -> Self {
        AtomicPtr(lawful_pulse::sync::atomic::AtomicPtr::new(pointer))
    }

    /// Returns the pointer.
    pub fn into_inner(self) -> *mut T {
        self.0.into_inner()
    }
}

impl<T> Deref for AtomicPtr<T> {
    type Target = lawful_pulse::sync::atomic::AtomicPtr<T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for AtomicPtr<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        AtomicPtr::new(std::ptr::null_mut())
    }
}

impl<T> From<*mut T> for AtomicPtr<T> {
    fn from(pointer: *mut T) -> Self {
        AtomicPtr::new(pointer)
    }
}

impl<T> fmt::Debug for AtomicPtr<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<T> fmt::Pointer for AtomicPtr<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.load(Ordering::SeqCst).fmt(formatter)
    }
}

/// Methods that replace the pointer by one that a function makes of it and of an argument.
macro_rules! arithmetic {
    ($($name:ident = $change:expr;)+) => {
        impl<T> AtomicPtr<T> {$(
            #[doc = concat!("`", stringify!($name), "`.")]
            #[track_caller]
            pub fn $name(&self, value: usize, order: Ordering) -> *mut T {
                let change: fn(*mut T, usize) -> *mut T = $change;
                self.update(order, Ordering::SeqCst, |pointer| change(pointer, value))
            }
        )+}
    };
}

arithmetic! {
    fetch_ptr_add = |pointer, count| pointer.wrapping_add(count);
    fetch_ptr_sub = |pointer, count| pointer.wrapping_sub(count);
    fetch_byte_add = |pointer, count| pointer.wrapping_byte_add(count);
    fetch_byte_sub = |pointer, count| pointer.wrapping_byte_sub(count);
    fetch_or = |pointer, bits| pointer.map_addr(|address| address | bits);
    fetch_and = |pointer, bits| pointer.map_addr(|address| address & bits);
    fetch_xor = |pointer, bits| pointer.map_addr(|address| address ^ bits);
}

impl<T> AtomicPtr<T> {
    /// Replaces the pointer by what a function makes of it, and returns the one before.
    #[track_caller]
    pub fn update(
        &self,
        set: Ordering,
        fetch: Ordering,
        mut update: impl FnMut(*mut T) -> *mut T,
    ) -> *mut T {
        self.fetch_update(set, fetch, |pointer| Some(update(pointer))).unwrap_or_else(|old| old)
    }

    /// Replaces the pointer by what a function makes of it, if it makes something.
    #[track_caller]
    pub fn try_update(
        &self,
        set: Ordering,
        fetch: Ordering,
        update: impl FnMut(*mut T) -> Option<*mut T>,
    ) -> Result<*mut T, *mut T> {
        self.fetch_update(set, fetch, update)
    }
}

/// Atomics of 128 bits, which are locks: an operation is one scheduling point all the same.
macro_rules! large {
    ($($name:ident of $type:ty),+) => {$(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[derive(Debug, Default)]
        pub struct $name(Mutex<$type>);

        impl $name {
            /// Returns an atomic with a value.
            pub const fn new(value: $type) -> Self {
                $name(Mutex::new(value))
            }

            /// Returns the value.
            pub fn into_inner(self) -> $type {
                self.0.into_inner().unwrap()
            }

            fn change(&self, change: impl FnOnce($type) -> $type) -> $type {
                let mut value = self.0.lock().unwrap();
                let old = *value;
                *value = change(old);
                old
            }

            /// Returns the value.
            pub fn load(&self, _: Ordering) -> $type {
                self.change(|value| value)
            }

            /// Replaces the value.
            pub fn store(&self, value: $type, _: Ordering) {
                self.change(|_| value);
            }

            /// Adds to the value.
            pub fn fetch_add(&self, more: $type, _: Ordering) -> $type {
                self.change(|value| value.wrapping_add(more))
            }

            /// Replaces the value if it is as expected.
            pub fn compare_exchange(
                &self,
                expected: $type,
                new: $type,
                _: Ordering,
                _: Ordering,
            ) -> Result<$type, $type> {
                let old = self.change(|value| if value == expected { new } else { value });
                if old == expected { Ok(old) } else { Err(old) }
            }

            /// Replaces the value if it is as expected.
            pub fn compare_exchange_weak(
                &self,
                expected: $type,
                new: $type,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$type, $type> {
                self.compare_exchange(expected, new, success, failure)
            }

            /// Replaces the value by what a function makes of it, if it makes something.
            pub fn fetch_update(
                &self,
                set: Ordering,
                fetch: Ordering,
                mut update: impl FnMut($type) -> Option<$type>,
            ) -> Result<$type, $type> {
                let mut old = self.load(fetch);
                while let Some(new) = update(old) {
                    match self.compare_exchange(old, new, set, fetch) {
                        Ok(old) => return Ok(old),
                        Err(found) => old = found,
                    }
                }
                Err(old)
            }
        }
    )+};
}

large!(AtomicI128 of i128, AtomicU128 of u128);
