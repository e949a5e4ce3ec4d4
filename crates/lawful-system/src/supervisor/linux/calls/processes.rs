//! System calls on processes, their limits, users and memory.

use super::{
    __errno_location, CLONE_PIDFD, CLONE_VFORK, CLONE_VM, EINTR, O_CLOEXEC, O_NONBLOCK, Outcome,
    SIGCHLD, WAIT_ALL, WNOHANG, call, clone, number, plain,
};
use std::ffi::{CStr, c_int, c_void};

pub fn exit(code: i32) -> ! {
    loop {
        let _ = plain!(EXIT_GROUP, code);
    }
}

pub fn kill(process: i32, signal: i32) -> Outcome {
    plain!(KILL, process, signal)
}

pub fn effective_user() -> u32 {
    plain!(GETEUID).map_or(u32::MAX, |user| user as u32)
}

pub fn effective_group() -> u32 {
    plain!(GETEGID).map_or(u32::MAX, |group| group as u32)
}

pub fn begin_session() -> Outcome {
    plain!(SETSID)
}

/// Leaves all supplementary groups, and makes `id` the only user and group of this thread.
pub fn become_user(id: u32) -> Outcome {
    plain!(SETGROUPS, 0, 0)?;
    plain!(SETRESGID, id, id, id)?;
    plain!(SETRESUID, id, id, id)
}

/// Calls `prctl` for an option whose arguments are numbers.
pub fn control(option: i32, second: usize, third: usize) -> Outcome {
    plain!(PRCTL, option, second, third, 0, 0)
}

/// Keeps the capabilities of a set, and no other, in all three sets of this thread.
pub fn keep_capabilities(kept: u64) -> Outcome {
    const VERSION_3: u32 = 0x2008_0522;
    let header = [VERSION_3, 0];
    let (low, high) = (kept as u32, (kept >> 32) as u32);
    let sets = [low, low, low, high, high, high];
    // SAFETY: the header is a version and a thread, the sets are two times three words, and both live here.
    unsafe { call(number::CAPSET, &[header.as_ptr() as usize, sets.as_ptr() as usize]) }
}

/// Lets the filter decide about every system call from here on.
pub fn set_filter(filter: &[u64]) -> Outcome {
    const SET_FILTER: usize = 1;
    // Kernels before 5.16 switch branch prediction off for a process with a filter otherwise, which takes much time.
    const KEEP_SPECULATION: usize = 4;
    let program = [filter.len(), filter.as_ptr() as usize];
    // SAFETY: the program is a 16-bit length, padded, and a pointer to as many instructions of 8 bytes (both
    // architectures are little-endian). The kernel copies it.
    unsafe { call(number::SECCOMP, &[SET_FILTER, KEEP_SPECULATION, program.as_ptr() as usize]) }
}

/// Sets the action for a signal: 0 the default one, 1 none.
pub fn set_signal(signal: i32, action: usize) {
    let action = [action, 0, 0, 0];
    // SAFETY: the kernel's structure has four words on both architectures, beginning with the action; a set of signals
    // has 8 bytes.
    let _ =
        unsafe { call(number::RT_SIGACTION, &[signal as usize, action.as_ptr() as usize, 0, 8]) };
}

/// Sets the blocked signals of this thread, and returns those that were.
pub fn block_signals(blocked: u64) -> u64 {
    const SET: usize = 2;
    let mut old = 0u64;
    // SAFETY: both sets are 8 bytes that live here.
    let _ = unsafe {
        let (new, old) = (&raw const blocked as usize, &raw mut old as usize);
        call(number::RT_SIGPROCMASK, &[SET, new, old, 8])
    };
    old
}

/// Blocks the signal of a child that ended, and returns a file that is readable when there is one.
pub fn child_signals() -> Outcome<i32> {
    let signals = 1u64 << (SIGCHLD - 1);
    block_signals(signals);
    let arguments = [usize::MAX, &raw const signals as usize, 8, (O_CLOEXEC | O_NONBLOCK) as usize];
    // SAFETY: a set of signals has 8 bytes, which live here.
    unsafe { call(number::SIGNALFD4, &arguments) }.map(|file| file as i32)
}

/// Returns a child that ended and can be waited for, zero if there is none.
pub fn ended_child() -> i32 {
    const ANY: usize = 0;
    const EXITED: i32 = 4;
    const LEAVE: i32 = 0x0100_0000;
    let options = (EXITED | LEAVE | WNOHANG | WAIT_ALL) as usize;
    let mut signal = [0i32; 32];
    // SAFETY: information on a signal has 128 bytes, which live here. The process is its fifth word.
    let result =
        unsafe { call(number::WAITID, &[ANY, 0, signal.as_mut_ptr() as usize, options, 0]) };
    result.map_or(0, |_| signal[4])
}

pub fn sleep_millisecond() {
    let time = [0i64, 1_000_000];
    // SAFETY: the time is two words that live here.
    let _ = unsafe { call(number::NANOSLEEP, &[time.as_ptr() as usize, 0]) };
}

/// A child that ended.
#[derive(Clone, Copy)]
pub struct Reaped {
    /// Zero if no child has ended yet.
    pub process: i32,
    pub status: i32,
    /// CPU time of the child and of those children that it waited for, in nanoseconds.
    pub cpu: u64,
}

/// Waits for a child, -1 for any.
pub fn wait(process: i32, options: i32) -> Outcome<Reaped> {
    let (mut status, mut usage) = (0i32, [0i64; 18]);
    let (at, usage_at) = (&raw mut status as usize, usage.as_mut_ptr() as usize);
    loop {
        let arguments = [process as usize, at, (options | WAIT_ALL) as usize, usage_at];
        // SAFETY: the status and the usage, which has 18 words, live here.
        match unsafe { call(number::WAIT4, &arguments) } {
            Err(EINTR) => {}
            Err(error) => return Err(error),
            Ok(process) => {
                let [seconds, micros, system_seconds, system_micros, ..] = usage.map(|n| n as u64);
                let seconds = seconds.wrapping_add(system_seconds);
                let micros = micros.wrapping_add(system_micros);
                let cpu =
                    seconds.wrapping_mul(1_000_000_000).wrapping_add(micros.wrapping_mul(1000));
                return Ok(Reaped { process: process as i32, status, cpu });
            }
        }
    }
}

/// Returns the CPU time of a process in nanoseconds, zero if there is none.
pub fn cpu_of(process: i32) -> u64 {
    // The clock of a process has the complement of its number above three bits, of which 2 is for CPU time.
    clock((!process).wrapping_shl(3) | 2)
}

/// Returns a time in nanoseconds that only grows.
pub fn now() -> u64 {
    const MONOTONIC: i32 = 1;
    clock(MONOTONIC)
}

fn clock(clock: i32) -> u64 {
    let mut time = [0u64; 2];
    // SAFETY: the time is two words that live here.
    match unsafe { call(number::CLOCK_GETTIME, &[clock as usize, time.as_mut_ptr() as usize]) } {
        Ok(_) => time[0].wrapping_mul(1_000_000_000).wrapping_add(time[1]),
        Err(_) => 0,
    }
}

/// Limits a resource of this process, to no more than what it is allowed anyway.
pub fn limit(resource: i32, soft: u64, hard: u64) -> Outcome {
    let mut old = [0u64; 2];
    let old_at = old.as_mut_ptr() as usize;
    // SAFETY: a limit is two words; both live here.
    unsafe {
        call(number::PRLIMIT64, &[0, resource as usize, 0, old_at])?;
        let new = [soft.min(old[1]), hard.min(old[1])];
        call(number::PRLIMIT64, &[0, resource as usize, new.as_ptr() as usize, 0])
    }
}

/// Clones this process with a copy of its memory, like `fork`. Returns the child's number and a descriptor of it, or
/// zero in the child.
///
/// # Safety
///
/// Of a process with more than one thread, the child must make nothing but raw system calls.
pub unsafe fn fork(flags: u64) -> Outcome<(i32, i32)> {
    let mut descriptor = -1i32;
    let flags = (flags | CLONE_PIDFD) as usize;
    // SAFETY: without another stack and without sharing memory the child goes on here, on its copy. The descriptor is
    // a number that lives here.
    let process = unsafe { call(number::CLONE, &[flags, 0, &raw mut descriptor as usize, 0, 0]) }?;
    Ok((process as i32, descriptor))
}

/// Starts a process that calls `function` in the memory of this one, which goes on when the child has executed a
/// program or ended. Returns the child's number and a descriptor of it.
///
/// A copy of the memory would cost time in proportion to what the parent had in memory, for every case.
///
/// # Safety
///
/// `stack` must be the end of a stack that nothing else uses, `argument` what the function expects; and the function
/// must make nothing but raw system calls, and not return before a program was executed.
pub unsafe fn spawn(
    function: extern "C" fn(*mut c_void) -> c_int,
    stack: *mut c_void,
    argument: *mut c_void,
) -> Outcome<(i32, i32)> {
    let mut descriptor = -1i32;
    let flags = (CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD as u64) as c_int;
    // SAFETY: promised by the caller; the descriptor is a number that lives here.
    unsafe {
        match clone(function, stack, flags, argument, &raw mut descriptor) {
            -1 => Err(*__errno_location()),
            process => Ok((process, descriptor)),
        }
    }
}

/// Replaces the program of this process; returns the error number if that fails.
///
/// # Safety
///
/// Both lists must be pointers to strings and end with a null pointer.
pub unsafe fn execute(program: &CStr, arguments: usize, environment: usize) -> i32 {
    // SAFETY: promised by the caller.
    let result =
        unsafe { call(number::EXECVE, &[program.as_ptr() as usize, arguments, environment]) };
    result.err().unwrap_or(0)
}

/// Maps memory: shared with processes that are cloned from this one, or private.
pub fn map(length: usize, shared: bool) -> Outcome {
    const READ_WRITE: usize = 3;
    const SHARED: usize = 1;
    const PRIVATE: usize = 2;
    const ANONYMOUS: usize = 0x20;
    // Room that is never touched must not count as used.
    const NO_RESERVE: usize = 0x4000;
    let flags = ANONYMOUS | NO_RESERVE | if shared { SHARED } else { PRIVATE };
    // SAFETY: a new mapping at an address of the system's choice overlaps nothing.
    unsafe { call(number::MMAP, &[0, length, READ_WRITE, flags, usize::MAX, 0]) }
}

/// # Safety
///
/// The mapping must be one of this length, and not used again.
pub unsafe fn unmap(start: usize, length: usize) {
    // SAFETY: promised by the caller.
    let _ = unsafe { call(number::MUNMAP, &[start, length]) };
}
