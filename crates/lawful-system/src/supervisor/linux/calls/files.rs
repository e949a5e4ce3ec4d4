//! System calls on files, mounts, sockets and pipes.

use super::{AT_CURRENT, EINTR, O_CLOEXEC, Outcome, call, number, plain};
use std::ffi::CStr;

pub fn close(file: i32) {
    let _ = plain!(CLOSE, file);
}

pub fn close_from(first: i32) -> Outcome {
    plain!(CLOSE_RANGE, first, u32::MAX, 0)
}

/// Makes `to` another number of `file`, which a program that is executed keeps.
pub fn duplicate(file: i32, to: i32) -> Outcome {
    plain!(DUP3, file, to, 0)
}

pub fn seek(file: i32, offset: i64, from: i32) -> Outcome {
    plain!(LSEEK, file, offset, from)
}

pub fn truncate(file: i32, length: u64) -> Outcome {
    plain!(FTRUNCATE, file, length)
}

/// Sets the flags of an open file.
pub fn set_flags(file: i32, flags: i32) -> Outcome {
    const SET_FLAGS: i32 = 4;
    plain!(FCNTL, file, SET_FLAGS, flags)
}

pub fn set_file_mask(mask: u32) {
    let _ = plain!(UMASK, mask);
}

pub fn open(directory: i32, path: &CStr, flags: i32) -> Outcome<i32> {
    let arguments =
        [directory as usize, path.as_ptr() as usize, (flags | O_CLOEXEC) as usize, 0o644];
    // SAFETY: the path ends with a zero and lives until the call returns.
    unsafe { call(number::OPENAT, &arguments) }.map(|file| file as i32)
}

pub fn change_directory(path: &CStr) -> Outcome {
    // SAFETY: as for `open`.
    unsafe { call(number::CHDIR, &[path.as_ptr() as usize]) }
}

pub fn make_directory(path: &CStr) -> Outcome {
    // SAFETY: as for `open`.
    unsafe { call(number::MKDIRAT, &[AT_CURRENT as usize, path.as_ptr() as usize, 0o755]) }
}

pub fn make_link(to: &CStr, path: &CStr) -> Outcome {
    let arguments = [to.as_ptr() as usize, AT_CURRENT as usize, path.as_ptr() as usize];
    // SAFETY: as for `open`, for both.
    unsafe { call(number::SYMLINKAT, &arguments) }
}

pub fn mount(kind: &CStr, path: &CStr, flags: u64, options: &CStr) -> Outcome {
    let arguments = [kind.as_ptr(), path.as_ptr(), kind.as_ptr()].map(|string| string as usize);
    let [source, path, kind] = arguments;
    // SAFETY: as for `open`, for all of them.
    unsafe { call(number::MOUNT, &[source, path, kind, flags as usize, options.as_ptr() as usize]) }
}

pub fn unmount(path: &CStr) -> Outcome {
    const DETACH: usize = 2;
    // SAFETY: as for `open`.
    unsafe { call(number::UMOUNT2, &[path.as_ptr() as usize, DETACH]) }
}

/// Returns a copy of the mount of a path, which is nowhere yet.
pub fn copy_mount(path: &CStr) -> Outcome<i32> {
    const CLONE: i32 = 1;
    let flags = (CLONE | O_CLOEXEC) as usize;
    // SAFETY: as for `open`.
    unsafe { call(number::OPEN_TREE, &[AT_CURRENT as usize, path.as_ptr() as usize, flags]) }
        .map(|mount| mount as i32)
}

/// Puts a mount that was copied over a path.
pub fn place_mount(mount: i32, path: &CStr) -> Outcome {
    const EMPTY_PATH: usize = 4;
    let (from, to) = (c"".as_ptr() as usize, path.as_ptr() as usize);
    // SAFETY: as for `open`.
    unsafe {
        call(number::MOVE_MOUNT, &[mount as usize, from, AT_CURRENT as usize, to, EMPTY_PATH])
    }
}

/// Sets and clears attributes of the mount of a path, and of all below it if `recursive`.
pub fn change_mount(path: &CStr, recursive: bool, set: u64, clear: u64) -> Outcome {
    const RECURSIVE: usize = 0x8000;
    let attributes = [set, clear, 0, 0];
    let flags = if recursive { RECURSIVE } else { 0 };
    let (path, at) = (path.as_ptr() as usize, attributes.as_ptr() as usize);
    // SAFETY: the path as for `open`; the attributes are a structure of 32 bytes that lives here.
    unsafe { call(number::MOUNT_SETATTR, &[AT_CURRENT as usize, path, flags, at, 32]) }
}

/// Status of a file: the words of the kernel's structure, and the length of the list of extended attributes.
pub type Status = ([u64; 18], usize);

pub fn status(path: &CStr) -> Outcome<Status> {
    let mut words = [0u64; 18];
    let (path, to) = (path.as_ptr() as usize, words.as_mut_ptr() as usize);
    // SAFETY: the path as for `open`; the structure has 18 words on x86-64 and 16 on ARM. A list of length zero is not
    // written to.
    unsafe {
        call(number::NEWFSTATAT, &[AT_CURRENT as usize, path, to, 0])?;
        let attributes = call(number::LISTXATTR, &[path, 0, 0]).unwrap_or(0);
        Ok((words, attributes))
    }
}

/// Returns a new file in memory.
pub fn memory_file() -> Outcome<i32> {
    const CLOSED_IN_PROGRAMS: usize = 1;
    let name = c"stream".as_ptr() as usize;
    // SAFETY: as for `open`.
    unsafe { call(number::MEMFD_CREATE, &[name, CLOSED_IN_PROGRAMS]) }.map(|file| file as i32)
}

/// Returns the two ends of a new pipe: to read from, and to write to.
pub fn pipe() -> Outcome<[i32; 2]> {
    let mut ends = [0i32; 2];
    // SAFETY: the ends are two numbers that live here.
    unsafe { call(number::PIPE2, &[ends.as_mut_ptr() as usize, O_CLOEXEC as usize]) }?;
    Ok(ends)
}

/// Returns two connected sockets that keep the bounds of messages, and notice when the other one is closed.
pub fn sockets() -> Outcome<[i32; 2]> {
    const UNIX: usize = 1;
    const SEQUENCED_PACKETS: usize = 5;
    let mut ends = [0i32; 2];
    let kind = SEQUENCED_PACKETS | O_CLOEXEC as usize;
    // SAFETY: the ends are two numbers that live here.
    unsafe { call(number::SOCKETPAIR, &[UNIX, kind, 0, ends.as_mut_ptr() as usize]) }?;
    Ok(ends)
}

pub fn send(socket: i32, byte: u8) -> Outcome {
    const NO_SIGNAL: usize = 0x4000;
    // SAFETY: one byte, which lives here.
    unsafe {
        call(number::SENDTO, &[socket as usize, &raw const byte as usize, 1, NO_SIGNAL, 0, 0])
    }
}

/// Receives a byte; `None` if the other end is closed.
pub fn receive(socket: i32) -> Outcome<Option<u8>> {
    let mut byte = [0];
    loop {
        match read(socket, &mut byte) {
            Err(EINTR) => {}
            Ok(0) => return Ok(None),
            result => return result.map(|_| Some(byte[0])),
        }
    }
}

pub fn read(file: i32, into: &mut [u8]) -> Outcome {
    // SAFETY: the kernel writes into the slice at most.
    unsafe { read_raw(file, into.as_mut_ptr(), into.len()) }
}

/// # Safety
///
/// There must be `length` bytes to write to.
pub unsafe fn read_raw(file: i32, into: *mut u8, length: usize) -> Outcome {
    // SAFETY: promised by the caller.
    unsafe { call(number::READ, &[file as usize, into as usize, length]) }
}

/// Reads from an offset until `length` bytes are there or the file ends, and returns their number.
///
/// # Safety
///
/// There must be `length` bytes to write to.
pub unsafe fn read_at(file: i32, into: *mut u8, length: usize, offset: u64) -> Outcome {
    let mut done = 0;
    while done < length {
        let (to, left) = (into.wrapping_add(done) as usize, length.wrapping_sub(done));
        let from = (offset as usize).wrapping_add(done);
        // SAFETY: promised by the caller: what is left lies in those bytes.
        match unsafe { call(number::PREAD64, &[file as usize, to, left, from]) } {
            Ok(0) => break,
            Ok(read) => done = done.wrapping_add(read),
            Err(EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// # Safety
///
/// There must be `length` bytes to read from.
pub unsafe fn write_raw(file: i32, from: *const u8, length: usize) -> Outcome {
    // SAFETY: promised by the caller.
    unsafe { call(number::WRITE, &[file as usize, from as usize, length]) }
}

pub fn write(file: i32, bytes: &[u8]) -> Outcome {
    // SAFETY: the bytes are a slice.
    unsafe { write_raw(file, bytes.as_ptr(), bytes.len()) }
}

/// Reads entries of an open directory, in the kernel's format.
pub fn entries(directory: i32, into: &mut [u8]) -> Outcome {
    let arguments = [directory as usize, into.as_mut_ptr() as usize, into.len()];
    // SAFETY: the kernel writes into the slice at most.
    unsafe { call(number::GETDENTS64, &arguments) }
}

/// A file to be polled.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Polled {
    pub file: i32,
    pub events: i16,
    pub happened: i16,
}

impl Polled {
    /// Polls a file for events; a negative one is passed over.
    pub fn new(file: i32, events: i16) -> Self {
        Polled { file, events, happened: 0 }
    }
}

/// Waits for events, and returns the number of files with some. An interruption is like an end of the time.
pub fn poll(files: &mut [Polled], seconds: u64, nanoseconds: u32) -> Outcome {
    let time = [seconds.min(1 << 32) as i64, i64::from(nanoseconds)];
    let (first, time) = (files.as_mut_ptr() as usize, time.as_ptr() as usize);
    // SAFETY: as many files as the slice has, and a time of two words that lives here.
    match unsafe { call(number::PPOLL, &[first, files.len(), time, 0, 0]) } {
        Err(EINTR) => Ok(0),
        result => result,
    }
}
