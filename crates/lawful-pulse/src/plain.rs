//! What a program may use without the scheduler that std has no name for: each is what it costs to do
//! nothing.

/// Gives something a name, under the scheduler. Here it does nothing.
#[inline(always)]
pub fn name<T: ?Sized>(_: &T, _: &str) {}

/// `std::sync`, with a module for `Arc`s that the scheduler sees.
pub mod sync {
    pub use std::sync::*;

    /// `Arc` and `Weak`, whose counts have scheduling points under the scheduler. Here they are std's.
    pub mod tracked {
        pub use std::sync::{Arc, Weak};
    }
}

/// Steps that are one under the scheduler.
pub mod effect {
    use std::fmt::{Debug, Display};

    /// Calls the body.
    #[inline(always)]
    pub fn effect<T: Debug>(_: impl Display, body: impl FnOnce() -> T) -> T {
        body()
    }
}

/// Cells whose races are detected under the scheduler.
pub mod cell {
    use std::cell::UnsafeCell;

    /// Plain memory that is shared under a protocol of the program: a [`std::cell::UnsafeCell`] that can be
    /// shared.
    #[derive(Debug)]
    #[repr(transparent)]
    pub struct RaceCell<T: ?Sized>(UnsafeCell<T>);

    // SAFETY: it gives pointers, and to use them is unsafe.
    unsafe impl<T: ?Sized + Send> Sync for RaceCell<T> {}

    impl<T> RaceCell<T> {
        /// A cell that holds a value.
        pub const fn new(value: T) -> Self {
            RaceCell(UnsafeCell::new(value))
        }

        /// The value.
        pub fn into_inner(self) -> T {
            self.0.into_inner()
        }
    }

    impl<T: ?Sized> RaceCell<T> {
        /// Reads: the pointer is good for that until `read` returns.
        #[inline(always)]
        pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
            read(self.0.get())
        }

        /// Reads and writes: the pointer is good for that until `write` returns.
        #[inline(always)]
        pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
            write(self.0.get())
        }

        /// The value, of a cell that nobody else has.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut()
        }
    }
}

/// Declares functions each of which is one step under the scheduler. Here they are functions.
#[macro_export]
macro_rules! effects {
    ($($function:item)*) => {
        $($function)*
    };
}
