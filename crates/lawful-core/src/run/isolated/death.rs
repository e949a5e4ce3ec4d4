//! What ended a process.

use std::process::ExitStatus;

use crate::data::Death;

/// Cause of the death of a process, from its exit status and what it wrote last.
///
/// A stack overflow and an allocation that fails end in an abort, after a line that std writes. A law may print
/// anything, so the line counts only as the last of an aborted process.
pub(super) fn cause(status: Option<ExitStatus>, last_words: &str) -> Death {
    let Some(status) = status else { return Death::Unknown };
    if signal(status) == Some(ABORT) {
        let lines = last_words.lines().rev().filter(|line| !line.trim().is_empty());
        let mut last = lines.skip_while(|line| is_of_backtrace(line));
        let last: [&str; 2] = std::array::from_fn(|_| last.next().unwrap_or_default());
        if is_overflow(last) {
            return Death::StackOverflow;
        }
        if is_failed_allocation(last[0]) {
            return Death::OutOfMemory;
        }
    }
    match (signal(status), status.code()) {
        (Some(signal), _) => Death::Signal(signal),
        (None, Some(code)) => Death::Exit(code),
        (None, None) => Death::Unknown,
    }
}

const ABORT: i32 = 6;

/// `thread 'laws' has overflowed its stack`, and then `fatal runtime error: stack overflow, aborting`.
fn is_overflow([last, before]: [&str; 2]) -> bool {
    let line = if last.starts_with("fatal runtime error: stack overflow") { before } else { last };
    line.contains("has overflowed its stack")
}

/// A line that std writes after the message, if `RUST_BACKTRACE` asks for it.
fn is_of_backtrace(line: &str) -> bool {
    let said = ["stack backtrace:", "skipping backtrace printing", "note: "];
    line.starts_with("  ") || said.iter().any(|said| line.starts_with(said))
}

/// `memory allocation of 1024 bytes failed`.
fn is_failed_allocation(line: &str) -> bool {
    let bytes = line.trim().strip_prefix("memory allocation of ");
    let bytes = bytes.and_then(|rest| rest.strip_suffix(" bytes failed"));
    bytes.is_some_and(|bytes| bytes.parse::<u64>().is_ok())
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
