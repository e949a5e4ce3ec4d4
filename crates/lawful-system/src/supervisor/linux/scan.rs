//! Processes as /proc lists them, read without allocation.

use super::calls::{self, AT_CURRENT, O_DIRECTORY, O_RDONLY};
use std::ffi::CStr;

/// Returns the number at the beginning of some bytes, and the bytes after it.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = None;
    let mut rest = bytes;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        value = Some(value.unwrap_or(0u64).wrapping_mul(10).wrapping_add(digit));
        rest = after;
    }
    value.map(|value| (value, rest))
}

/// Sends the signal of death to all children of this process. Returns false if the system does not list them.
pub fn kill_children() -> bool {
    let path = c"/proc/thread-self/children";
    let Ok(list) = calls::open(AT_CURRENT, path, O_RDONLY) else { return false };
    let mut buffer = [0; 4096];
    let read = calls::read(list, &mut buffer);
    calls::close(list);
    // More children than the buffer lists are found at the next time, when these are reaped.
    let mut rest = buffer.get(..read.unwrap_or(0)).unwrap_or_default();
    // A number at the very end may be cut off: every one is followed by a space.
    while let Some((process, [b' ', after @ ..])) = number(rest) {
        if process > 1 {
            let _ = calls::kill(process as i32, calls::SIGKILL);
        }
        rest = after;
    }
    read.is_ok()
}

/// Returns the sum of the resident pages of all processes but the first one, which is this one. Pages that processes
/// share count for each.
pub fn resident_pages() -> u64 {
    let Ok(directory) = calls::open(AT_CURRENT, c"/proc", O_RDONLY | O_DIRECTORY) else {
        return 0;
    };
    let mut sum = 0u64;
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = calls::entries(directory, &mut buffer) {
        let mut rest = buffer.get(..read).unwrap_or_default();
        // An entry: two words, its length, a kind, and its name up to a zero.
        while let Some(&[low, high]) = rest.get(16..18) {
            let length = usize::from(u16::from_le_bytes([low, high]));
            let name = rest.get(19..length).unwrap_or_default();
            if let Some((2.., [0, ..])) = number(name) {
                sum = sum.saturating_add(resident_pages_of(directory, name));
            }
            rest = rest.get(length.max(1)..).unwrap_or_default();
        }
    }
    calls::close(directory);
    sum
}

fn resident_pages_of(directory: i32, name: &[u8]) -> u64 {
    let mut path = [0; 32];
    let digits = name.iter().take_while(|byte| byte.is_ascii_digit());
    let end = c"/statm".to_bytes_with_nul();
    for (to, from) in path.iter_mut().zip(digits.chain(end)) {
        *to = *from;
    }
    let Ok(path) = CStr::from_bytes_until_nul(&path) else { return 0 };
    let Ok(file) = calls::open(directory, path, O_RDONLY) else { return 0 };
    let mut buffer = [0; 128];
    let read = calls::read(file, &mut buffer).unwrap_or(0);
    calls::close(file);
    // The pages of the address space, then those in memory.
    match number(buffer.get(..read).unwrap_or_default()) {
        Some((_, [b' ', rest @ ..])) => number(rest).map_or(0, |(pages, _)| pages),
        _ => 0,
    }
}
