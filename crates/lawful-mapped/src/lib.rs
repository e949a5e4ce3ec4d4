//! What Lawful needs of the system and std does not have: words in a mapped file, which outlive the
//! process that wrote them, and a limit on the memory of a process.
//!
//! All unsafe code of the toolkit is here. `libc` would be a dependency of every user for three
//! functions and a few constants, which have been the same on 64-bit Linux and macOS since there
//! were such systems; elsewhere both functions say that they are not supported.

#[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
mod unix;

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

/// Words in a mapped file. A store to them is a store to memory, and yet what was stored is in the
/// file when the process is killed.
///
/// ```
/// use std::sync::atomic::Ordering;
///
/// # fn main() -> std::io::Result<()> {
/// # let path = std::env::temp_dir().join(format!("mapped-{}", std::process::id()));
/// let file = std::fs::File::options().read(true).write(true).create_new(true).open(&path)?;
/// if let Ok(mapped) = lawful_mapped::Mapped::new(&file, 2) {
///     mapped.words()[1].store(7, Ordering::Relaxed);
///     assert_eq!(std::fs::read(&path)?[8], 7);
/// }
/// # std::fs::remove_file(&path)
/// # }
/// ```
#[derive(Debug)]
pub struct Mapped {
    #[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
    mapping: unix::Mapping,
}

#[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
impl Mapped {
    /// Makes the file `words` words long and maps it.
    pub fn new(file: &File, words: usize) -> io::Result<Self> {
        file.set_len(8 * words as u64)?;
        Ok(Mapped { mapping: unix::Mapping::new(file, words)? })
    }

    /// The words, in the byte order of the machine.
    pub fn words(&self) -> &[AtomicU64] {
        self.mapping.words()
    }
}

#[cfg(not(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64")))]
impl Mapped {
    /// Makes the file `words` words long and maps it.
    pub fn new(_: &File, _: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The words, in the byte order of the machine.
    pub fn words(&self) -> &[AtomicU64] {
        &[]
    }
}

/// Limits the address space of this process, so that one that asks for more and more memory ends
/// before the machine does. (macOS takes the limit and does not keep it.)
///
/// ```
/// // More than any process has: nothing changes.
/// let _ = lawful_mapped::limit_memory(1 << 60);
/// ```
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    #[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
    return unix::limit_memory(bytes);
    #[cfg(not(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64")))]
    {
        let _ = bytes;
        Err(io::ErrorKind::Unsupported.into())
    }
}
