//! Cells whose races are found.

use lawful_pulse::cell::RaceCell;

pub use std::cell::Cell;

/// `loom::cell::UnsafeCell` over [`RaceCell`].
#[derive(Debug)]
pub struct UnsafeCell<T: ?Sized>(RaceCell<T>);

impl<T> UnsafeCell<T> {
    /// Returns a cell with a value.
    #[track_caller]
    pub fn new(value: T) -> Self {
        UnsafeCell(RaceCell::new(value))
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    /// Calls a function that reads.
    #[track_caller]
    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        self.0.with(read)
    }

    /// Calls a function that writes.
    #[track_caller]
    pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        self.0.with_mut(write)
    }
}
