//! System calls of a process that was cloned from one with many threads.
//!
//! They are raw: the functions of the C library may take locks that another thread of the parent held at that moment,
//! and some of them (`setresuid`) want to tell all threads that it knows of. Nothing here allocates or panics.

mod constants;
mod files;
mod processes;

pub use constants::*;
pub use files::*;
pub use processes::*;

use std::ffi::{c_int, c_long, c_void};

/// Result of a system call, with the error number.
pub type Outcome<T = usize> = Result<T, i32>;

// SAFETY: the declarations of the C libraries of Linux, glibc and musl. `clone` is the one that calls a function on
// another stack, which cannot be written with `syscall` alone.
unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn __errno_location() -> *mut c_int;
    fn clone(
        function: extern "C" fn(*mut c_void) -> c_int,
        stack: *mut c_void,
        flags: c_int,
        argument: *mut c_void,
        ...
    ) -> c_int;
}

/// Makes a system call.
///
/// # Safety
///
/// The arguments must be what the call of this number asks for, with pointers to memory that lives until it returns.
pub unsafe fn call(number: i64, arguments: &[usize]) -> Outcome {
    let at = |index: usize| arguments.get(index).copied().unwrap_or(0);
    // SAFETY: promised by the caller. A call takes as many of the six arguments as it has. The error number is memory
    // of this thread; a cloned process has a copy of it.
    unsafe {
        match syscall(number, at(0), at(1), at(2), at(3), at(4), at(5)) {
            -1 => Err(*__errno_location()),
            result => Ok(result as usize),
        }
    }
}

/// Makes a system call without pointers among its arguments.
macro_rules! plain {
    ($number:ident $(, $argument:expr)*) => {
        // SAFETY: the call takes numbers alone, and touches no memory of this process.
        unsafe { call(number::$number, &[$($argument as usize),*]) }
    };
}
use plain;
