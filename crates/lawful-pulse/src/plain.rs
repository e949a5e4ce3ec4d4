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
    use std::panic::Location;

    use crate::process::threads;

    /// Calls the body, unless an exit signal has ended the process of this thread.
    #[inline]
    #[track_caller]
    pub fn effect<T: Debug>(_: impl Display, body: impl FnOnce() -> T) -> T {
        check();
        body()
    }

    /// Unwinds the thread if an exit signal has ended its process.
    #[doc(hidden)]
    #[track_caller]
    pub fn check() {
        threads::check(Location::caller());
    }
}

/// Faults, which happen in scheduled runs only: here nothing goes wrong on purpose.
pub mod fault {
    use std::time::Duration;

    use crate::process::Pid;

    /// Messages may be lost, under the scheduler. Here it does nothing.
    #[inline(always)]
    pub fn may_lose_messages(_most: u64) {}

    /// Messages may be late, under the scheduler. Here it does nothing.
    #[inline(always)]
    pub fn may_delay_messages(_most: u64, _by: Duration) {}

    /// Locks may be poisoned, under the scheduler. Here it does nothing.
    #[inline(always)]
    pub fn may_poison_locks(_most: u64) {}

    /// A process or a thread may be killed, under the scheduler. Here it does nothing.
    #[inline(always)]
    pub fn may_kill(_victim: impl Into<Pid>) {}

    /// The process or thread that comes here may be killed, under the scheduler. Here it does nothing.
    #[inline(always)]
    pub fn may_die() {}
}

/// For [`fault::may_kill`], which takes threads under the scheduler.
impl<T> From<&std::thread::JoinHandle<T>> for crate::process::Pid {
    fn from(_: &std::thread::JoinHandle<T>) -> Self {
        panic!("only a thread of the run that is going on can be killed")
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
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        #[track_caller]
        $visibility fn $name($($argument: $type),*) $(-> $result)? {
            $crate::effect::check();
            $body
        }
    )*};
}
