//! Memory that the parent and its supervisor process share, and what they say to each other over the socket.
//!
//! | area      | written by     | content |
//! |-----------|----------------|---------|
//! | header    | both           | lengths, the step of the supervisor, the outcome of a case |
//! | errors    | the supervisor | end of standard error |
//! | arguments | the parent     | strings, then the list of pointers to them |
//! | input     | the parent     | standard input, or the line |
//! | output    | the supervisor | standard output, or the line of the answer |
//!
//! The parent writes between cases and the supervisor during one; the bytes on the socket are the order. The mapping
//! has the same address in both, so that the pointers of the arguments can be given to `execve` as they are.

use super::calls;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, AtomicUsize};

/// Runs a case.
pub const RUN: u8 = b'r';
/// Asks a line.
pub const ASK: u8 = b'a';
/// Ends the case; ignored between cases, since the case may have ended at the same moment.
pub const CANCEL: u8 = b'c';
/// Begins, after users were mapped.
pub const BEGIN: u8 = b'b';
/// Tells the parent that what it asked for is done, or failed.
pub const DONE: u8 = b'd';

/// Largest input.
pub const INPUT: usize = 1 << 20;
/// Largest arguments, with their pointers.
pub const ARGUMENTS: usize = 256 << 10;
/// Bytes of standard error that are kept.
pub const ERRORS: usize = 4 << 10;
const HEADER: usize = 4 << 10;

/// Step of the supervisor process that may fail.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub enum Step {
    Begin,
    Streams,
    Subreaper,
    Private,
    Hide,
    Devices,
    Processes,
    ReadOnly,
    Scratch,
    MemoryFile,
    Spawn,
    Session,
    Limits,
    User,
    Filter,
    Directory,
    Execute,
}

/// Steps with the beginnings of their error messages.
const NAMES: [(Step, &str); 17] = [
    (Step::Begin, "cannot begin the supervisor process"),
    (Step::Streams, "cannot replace the streams of the supervisor process"),
    (Step::Subreaper, "cannot adopt orphans"),
    (Step::Private, "cannot make mounts private"),
    (Step::Hide, "cannot hide a path"),
    (Step::Devices, "cannot replace /dev"),
    (Step::Processes, "cannot mount /proc"),
    (Step::ReadOnly, "cannot make files read-only"),
    (Step::Scratch, "cannot mount the scratch directory"),
    (Step::MemoryFile, "cannot make a file in memory or a pipe"),
    (Step::Spawn, "cannot start a process"),
    (Step::Session, "cannot begin a session"),
    (Step::Limits, "cannot set limits"),
    (Step::User, "cannot become an unprivileged user"),
    (Step::Filter, "cannot set the filter of system calls"),
    (Step::Directory, "cannot enter the scratch directory"),
    (Step::Execute, "cannot execute the program"),
];

/// Returns the beginning of the error message of a step.
pub fn step_name(step: u32) -> &'static str {
    let found = NAMES.iter().find(|&&(named, _)| named as u32 == step);
    found.map_or("unknown step of the supervisor process", |&(_, name)| name)
}

/// Outcome of a case as it stands in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Outcome {
    /// The step in the header failed, with the error number that is the value.
    Failed,
    Exited,
    Answered,
    Signalled,
    TimedOut,
    TooMuchOutput,
    TooMuchMemory,
    NotStarted,
}

#[derive(Debug)]
#[repr(C)]
pub struct Header {
    pub step: AtomicU32,
    /// Error number of a program that could not be started, zero if it was.
    pub error: AtomicI32,
    /// An [`Outcome`].
    pub outcome: AtomicU32,
    /// Exit code, number of the signal, or error number.
    pub value: AtomicI32,
    pub output: AtomicUsize,
    pub errors: AtomicUsize,
    /// Nanoseconds.
    pub cpu: AtomicU64,
    pub input: AtomicUsize,
    /// Address of the list of arguments.
    pub arguments: AtomicUsize,
}

#[derive(Debug)]
pub struct Shared {
    start: NonNull<u8>,
    length: usize,
}

// SAFETY: the mapping belongs to nothing of the thread that made it. The areas are reached by raw pointers, by one
// thread at a time.
unsafe impl Send for Shared {}

impl Shared {
    /// Maps an area with room for `output` bytes of output, and one more by which too much is noticed.
    pub fn new(output: usize) -> calls::Outcome<Self> {
        const TOO_LONG: i32 = 12;
        let fixed = HEADER + ERRORS + ARGUMENTS + INPUT;
        let length = output.checked_add(fixed + 1).ok_or(TOO_LONG)?;
        let start = calls::map(length, true)?;
        let start = NonNull::new(start as *mut u8).ok_or(TOO_LONG)?;
        Ok(Shared { start, length })
    }

    pub fn header(&self) -> &Header {
        // SAFETY: the mapping begins with the header, which is aligned, smaller than its area, made of atomics, and
        // valid as zeros. It lives as long as `self`.
        unsafe { self.start.cast().as_ref() }
    }

    pub fn errors(&self) -> *mut u8 {
        self.start.as_ptr().wrapping_add(HEADER)
    }

    pub fn arguments(&self) -> *mut u8 {
        self.errors().wrapping_add(ERRORS)
    }

    pub fn input(&self) -> *mut u8 {
        self.arguments().wrapping_add(ARGUMENTS)
    }

    pub fn output(&self) -> *mut u8 {
        self.input().wrapping_add(INPUT)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length, and no reference into it outlives `self`.
        unsafe { calls::unmap(self.start.as_ptr() as usize, self.length) }
    }
}
