//! 64-bit Linux and macOS.

use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::AtomicU64;

const PROT_READ: c_int = 1;
const PROT_WRITE: c_int = 2;
const MAP_SHARED: c_int = 1;
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
}

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
    /// Maps a file that is `words` words long.
    pub fn new(file: &File, words: usize) -> io::Result<Self> {
        // SAFETY: a new mapping at an address of the system's choice overlaps nothing. It stays
        // valid when the file is closed. Were the file cut short by someone else, touching it would
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
        getrlimit(RLIMIT_AS, &mut limit);
        limit.current = bytes.min(limit.greatest);
        setrlimit(RLIMIT_AS, &limit)
    };
    match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
