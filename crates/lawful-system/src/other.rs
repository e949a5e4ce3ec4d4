//! Systems other than 64-bit Linux and macOS.

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

pub const CAN_MAP: bool = false;

#[derive(Debug)]
pub struct Mapping;

impl Mapping {
    pub fn new(_: &File, _: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn words(&self) -> &[AtomicU64] {
        &[]
    }
}

pub fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Does nothing: the stream stays what it was, and works for a program that does not read it.
#[cfg(unix)]
pub fn replace_stdin(_: std::os::fd::BorrowedFd<'_>) -> io::Result<()> {
    Ok(())
}

pub fn kill_group(_: u32) {}

pub fn end_with_parent(_: &mut std::process::Command) {}

pub fn kill_own_group() {}

pub fn exit_at_once(code: i32) -> ! {
    std::process::exit(code)
}

pub fn at_exit(_: extern "C" fn()) -> bool {
    false
}

pub fn stack() -> (usize, usize) {
    (0, 0)
}
