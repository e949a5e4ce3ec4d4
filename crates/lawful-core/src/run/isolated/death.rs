//! What ended a process.

use std::process::ExitStatus;

use crate::data::Death;

/// Reads it off the exit status and what the process wrote last.
pub(super) fn cause(status: Option<ExitStatus>, last_words: &str) -> Death {
    if last_words.contains("has overflowed its stack") {
        return Death::StackOverflow;
    }
    if last_words.contains("memory allocation of") {
        return Death::OutOfMemory;
    }
    match status {
        None => Death::Unknown,
        Some(status) => match (signal(status), status.code()) {
            (Some(signal), _) => Death::Signal(signal),
            (None, Some(code)) => Death::Exit(code),
            (None, None) => Death::Unknown,
        },
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
