//! System calls that Lawful needs and std does not have, behind a safe interface: words in a mapped file, which
//! outlive the process that wrote them, limits and groups of processes, handlers of exits, the stack that is left, and
//! (feature `supervisor`) a supervisor that runs untrusted programs, confined, for many short cases each.
//!
//! `libc` would be a dependency of every user for a dozen functions and a few constants, which have been the
//! same on 64-bit Linux and macOS since there were such systems; elsewhere the functions say that they are not
//! supported, or do nothing where that is safe. Supervisors are of 64-bit Linux alone.

#[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
mod unix;
#[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
use unix as system;

#[cfg(not(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64")))]
mod other;
#[cfg(not(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64")))]
use other as system;

#[cfg(feature = "supervisor")]
mod supervisor;

#[cfg(feature = "supervisor")]
pub use supervisor::{EndedCase, Ending, ProcessLimits, Supervised, Supervisor};

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

/// True if files can be mapped on this system.
pub const CAN_MAP: bool = system::CAN_MAP;

/// Words in a mapped file. A store to them is a store to memory, and yet what was stored is in the
/// file when the process is killed.
///
/// ```
/// use std::sync::atomic::Ordering;
///
/// # fn main() -> std::io::Result<()> {
/// # let path = std::env::temp_dir().join(format!("mapped-{}", std::process::id()));
/// let file = std::fs::File::options().read(true).write(true).create_new(true).open(&path)?;
/// if let Ok(mapped) = lawful_system::Mapped::create(&file, &[3, 4]) {
///     mapped.words()[1].store(7, Ordering::Relaxed);
///     assert_eq!((std::fs::read(&path)?[0], std::fs::read(&path)?[8]), (3, 7));
/// }
/// # std::fs::remove_file(&path)
/// # }
/// ```
#[derive(Debug)]
pub struct Mapped {
    mapping: system::Mapping,
}

impl Mapped {
    /// Writes words to the beginning of a file and maps them. They are written, and not made by setting the length: a
    /// mapped hole is allocated when it is touched, and a disk that is full then ends the process.
    ///
    /// # Errors
    ///
    /// If there is no room, or files cannot be mapped on this system.
    pub fn create(mut file: &File, words: &[u64]) -> io::Result<Self> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        io::Write::write_all(&mut file, &bytes)?;
        Mapped::open(file, words.len())
    }

    /// Maps the first `words` words of a file.
    ///
    /// # Errors
    ///
    /// If the file is shorter, or files cannot be mapped on this system.
    pub fn open(file: &File, words: usize) -> io::Result<Self> {
        if file.metadata()?.len() < 8 * words as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Mapped { mapping: system::Mapping::new(file, words)? })
    }

    /// The words, in the byte order of the machine.
    pub fn words(&self) -> &[AtomicU64] {
        self.mapping.words()
    }
}

/// Limits the address space of this process, so that one that asks for more and more memory ends
/// before the machine does. (macOS takes the limit and does not keep it.)
///
/// ```
/// // More than any process has: nothing changes.
/// let _ = lawful_system::limit_memory(1 << 60);
/// ```
///
/// # Errors
///
/// If the system refuses the limit or has none.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    system::limit_memory(bytes)
}

/// Takes standard input away from the program: returns what it was, closed in programs that this one starts, and
/// leaves an empty stream in its place. (On systems other than Linux and macOS the stream stays.)
///
/// ```no_run
/// let connection = lawful_system::take_stdin()?;
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
///
/// If the stream cannot be duplicated or replaced.
#[cfg(unix)]
pub fn take_stdin() -> io::Result<std::os::fd::OwnedFd> {
    use std::os::fd::AsFd;
    let taken = io::stdin().as_fd().try_clone_to_owned()?;
    let empty = File::open("/dev/null")?;
    system::replace_stdin(empty.as_fd())?;
    Ok(taken)
}

/// Kills every process of the group that `leader` began, if there is one.
///
/// ```
/// # #[cfg(unix)] {
/// use std::os::unix::process::CommandExt;
/// use std::process::Command;
///
/// let mut sleeping = Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
/// lawful_system::kill_group(sleeping.id());
/// # if cfg!(any(target_os = "linux", target_os = "macos")) {
/// assert!(!sleeping.wait().unwrap().success());
/// # }
/// # }
/// ```
pub fn kill_group(leader: u32) {
    system::kill_group(leader);
}

/// Lets the system kill the process that `command` starts when the thread that starts it ends, by which a program that is
/// killed leaves no processes behind. (On systems other than Linux such a process goes on.)
///
/// ```
/// # #[cfg(unix)] {
/// use std::process::Command;
///
/// let mut sleep = Command::new("sleep");
/// lawful_system::end_with_parent(sleep.arg("60"));
/// let mut sleeping = std::thread::spawn(move || sleep.spawn()).join().unwrap().unwrap();
/// if cfg!(all(target_os = "linux", target_pointer_width = "64")) {
///     assert!(!sleeping.wait().unwrap().success());
/// }
/// # let _ = sleeping.kill();
/// # }
/// ```
pub fn end_with_parent(command: &mut std::process::Command) {
    system::end_with_parent(command);
}

/// Ends this process at once, without handlers of exits, and with it the processes of its group if this one
/// began the group.
///
/// ```no_run
/// lawful_system::end_group(0);
/// ```
pub fn end_group(code: i32) -> ! {
    system::kill_own_group();
    exit_at_once(code)
}

/// Ends this process at once, without handlers of exits.
///
/// ```no_run
/// lawful_system::exit_at_once(101);
/// ```
pub fn exit_at_once(code: i32) -> ! {
    system::exit_at_once(code)
}

/// Calls `handler` when the process exits, before the handlers that were given earlier. Returns whether it will be
/// called. Signals, aborts and [`exit_at_once`] call no handlers.
///
/// ```
/// extern "C" fn farewell() {}
///
/// lawful_system::at_exit(farewell);
/// ```
pub fn at_exit(handler: extern "C" fn()) -> bool {
    system::at_exit(handler)
}

/// Returns whether little is left of this thread's stack: less than one part in eight, and less than 128 kB. It is not
/// known of a stack that the program made itself.
///
/// ```
/// assert!(!lawful_system::is_stack_nearly_used_up());
/// ```
pub fn is_stack_nearly_used_up() -> bool {
    let here = 0u8;
    let address = &raw const here as usize;
    let (lowest, end) = system::stack();
    (lowest..end).contains(&address) && address - lowest < ((end - lowest) / 8).min(128 << 10)
}
