//! 64-bit Linux and macOS.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::AtomicU64;

pub const CAN_MAP: bool = true;

const PROT_READ: c_int = 1;
const PROT_WRITE: c_int = 2;
const MAP_SHARED: c_int = 1;
const SIGKILL: c_int = 9;
#[cfg(target_os = "linux")]
const RLIMIT_AS: c_int = 9;
#[cfg(target_os = "macos")]
const RLIMIT_AS: c_int = 5;

#[repr(C)]
struct Limit {
    current: u64,
    greatest: u64,
}

// SAFETY: the declarations of POSIX, with the types that 64-bit Linux and macOS give them.
unsafe extern "C" {
    fn mmap(
        address: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn munmap(address: *mut c_void, length: usize) -> c_int;
    fn getrlimit(resource: c_int, limit: *mut Limit) -> c_int;
    fn setrlimit(resource: c_int, limit: *const Limit) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn getpid() -> c_int;
    fn getpgrp() -> c_int;
    fn _exit(code: c_int) -> !;
    fn atexit(handler: extern "C" fn()) -> c_int;
    fn pthread_self() -> usize;
}

#[cfg(target_os = "linux")]
// SAFETY: as above; glibc and musl have these.
unsafe extern "C" {
    fn pthread_getattr_np(thread: usize, attributes: *mut Attributes) -> c_int;
    fn pthread_attr_getstack(
        attributes: *const Attributes,
        lowest: *mut usize,
        length: *mut usize,
    ) -> c_int;
    fn pthread_attr_destroy(attributes: *mut Attributes) -> c_int;
}

#[cfg(target_os = "macos")]
// SAFETY: as above.
unsafe extern "C" {
    fn pthread_get_stackaddr_np(thread: usize) -> usize;
    fn pthread_get_stacksize_np(thread: usize) -> usize;
}

/// Room for `pthread_attr_t`, which has 64 bytes at most.
#[cfg(target_os = "linux")]
#[repr(C, align(16))]
struct Attributes([u64; 16]);

/// A mapping of a whole file.
#[derive(Debug)]
pub struct Mapping {
    start: NonNull<AtomicU64>,
    words: usize,
}

// SAFETY: the mapping is shared memory that is only ever used as atomics.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `words` words of a file, which has as many.
    pub fn new(file: &File, words: usize) -> io::Result<Self> {
        // SAFETY: a new mapping at an address of the system's choice overlaps nothing. It stays
        // valid when the file is closed. Were the file cut short by another process, touching it would
        // end the process; it is made by us under a name of our own.
        let start = unsafe {
            let protection = PROT_READ | PROT_WRITE;
            mmap(null_mut(), 8 * words, protection, MAP_SHARED, file.as_raw_fd(), 0)
        };
        match NonNull::new(start.cast::<AtomicU64>()) {
            Some(start) if start.as_ptr() as isize != -1 => Ok(Mapping { start, words }),
            _ => Err(io::Error::last_os_error()),
        }
    }

    pub fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is `words` words long, aligned to a page, lives as long as `self`,
        // and any bytes are an `AtomicU64`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.words) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: what was mapped, whole; no reference into it outlives `self`.
        unsafe {
            munmap(self.start.as_ptr().cast(), 8 * self.words);
        }
    }
}

pub fn limit_memory(bytes: u64) -> io::Result<()> {
    let mut limit = Limit { current: 0, greatest: 0 };
    // SAFETY: both calls read or write one `Limit`, which lives here.
    let result = unsafe {
        match getrlimit(RLIMIT_AS, &mut limit) {
            0 => {
                limit.current = bytes.min(limit.greatest);
                setrlimit(RLIMIT_AS, &limit)
            }
            failed => failed,
        }
    };
    match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

pub fn replace_stdin(by: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: the descriptor is open while it is borrowed. Standard input is not owned by any value of std, which
    // only ever reads from the descriptor of that number.
    match unsafe { dup2(by.as_raw_fd(), 0) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(target_os = "linux")]
pub fn end_with_parent(command: &mut std::process::Command) {
    use std::os::unix::process::CommandExt;

    const PR_SET_PDEATHSIG: c_int = 1;
    // SAFETY: the declaration of Linux.
    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
    }
    let set = || {
        // SAFETY: a system call with two numbers.
        match unsafe { prctl(PR_SET_PDEATHSIG, SIGKILL as std::ffi::c_ulong) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec the closure makes one system call, and allocates nothing.
    unsafe { command.pre_exec(set) };
}

#[cfg(target_os = "macos")]
pub fn end_with_parent(_: &mut std::process::Command) {}

pub fn kill_group(leader: u32) {
    // 0 and 1 would be this group and every process.
    if let Ok(leader @ 2..) = c_int::try_from(leader) {
        // SAFETY: the call touches no memory. A group that is gone is an error that changes nothing.
        unsafe {
            kill(-leader, SIGKILL);
        }
    }
}

pub fn kill_own_group() {
    // SAFETY: the calls touch no memory. A process that did not begin its group shares it with others, which are
    // left alone.
    unsafe {
        if getpid() == getpgrp() {
            kill(0, SIGKILL);
        }
    }
}

pub fn exit_at_once(code: i32) -> ! {
    // SAFETY: the process is over; nothing is touched after it.
    unsafe { _exit(code) }
}

pub fn at_exit(handler: extern "C" fn()) -> bool {
    // SAFETY: the handler lives as long as the program, and is a safe function.
    unsafe { atexit(handler) == 0 }
}

/// Lowest address of this thread's stack, and the end of it.
pub fn stack() -> (usize, usize) {
    thread_local! {
        // Asking the system takes microseconds, and more in the main thread.
        static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
    }
    STACK.get().unwrap_or_else(|| {
        let stack = ask_for_stack();
        STACK.set(Some(stack));
        stack
    })
}

#[cfg(target_os = "linux")]
fn ask_for_stack() -> (usize, usize) {
    // Of the main stack, which grows, musl knows only what is mapped at the moment.
    if cfg!(target_env = "musl") && std::thread::current().name() == Some("main") {
        return (0, 0);
    }
    let mut attributes = Attributes([0; 16]);
    let (mut lowest, mut length) = (0, 0);
    // SAFETY: the attributes are larger than what the system writes, and are given back once. The two
    // numbers live here.
    unsafe {
        if pthread_getattr_np(pthread_self(), &mut attributes) != 0 {
            return (0, 0);
        }
        if pthread_attr_getstack(&attributes, &mut lowest, &mut length) != 0 {
            (lowest, length) = (0, 0);
        }
        pthread_attr_destroy(&mut attributes);
    }
    (lowest, lowest.saturating_add(length))
}

#[cfg(target_os = "macos")]
fn ask_for_stack() -> (usize, usize) {
    // SAFETY: both calls only read what the system knows of this thread.
    let (end, length) = unsafe {
        (pthread_get_stackaddr_np(pthread_self()), pthread_get_stacksize_np(pthread_self()))
    };
    (end.saturating_sub(length), end)
}
