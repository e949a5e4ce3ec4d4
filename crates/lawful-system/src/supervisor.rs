//! Untrusted programs, run for many short cases each, cheaply and confined.

#[cfg(all(
    target_os = "linux",
    target_pointer_width = "64",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod linux;
#[cfg(all(
    target_os = "linux",
    target_pointer_width = "64",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
use linux as system;

#[cfg(not(all(
    target_os = "linux",
    target_pointer_width = "64",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod unsupported;
#[cfg(not(all(
    target_os = "linux",
    target_pointer_width = "64",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
use unsupported as system;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A program to be run under a supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervised {
    /// Absolute path of the program. A confined program must not lie in `scratch`, which is covered.
    pub program: PathBuf,
    /// Arguments that come before those of a case.
    pub arguments: Vec<OsString>,
    /// Whole environment of the program: nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// Existing directory that is the working directory. A confined program sees an empty one in its place, which is
    /// in memory, and anew for every process that the supervisor starts; otherwise it is the directory itself.
    pub scratch: PathBuf,
    /// Files and directories that a confined program must not see; those that do not exist are passed over.
    pub hidden: Vec<PathBuf>,
    /// Runs the program in namespaces of its own: no network, no other processes, files that it can only read, an
    /// unprivileged user, and no sockets of other programs.
    pub confined: bool,
    /// Limits of the program.
    pub limits: ProcessLimits,
}

/// Limits of a program that runs under a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Bytes of memory. An allocation that would take a process above them fails; if the program is confined, a case
    /// ends whose processes have more in memory together.
    pub memory: u64,
    /// Bytes of standard output, and of the largest file.
    pub output: u64,
    /// Number of processes and threads at a time, if the program is confined.
    pub processes: u64,
    /// Bytes of all files in the scratch directory, if the program is confined.
    pub scratch: u64,
    /// CPU time of a process, rounded up to seconds; with [`Supervisor::ask`], its CPU time since the line.
    pub cpu: Duration,
}

/// End of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program exited with this code.
    Exited(i32),
    /// The program answered a line of [`Supervisor::ask`] by a line.
    Answered,
    /// A signal of this number ended the program.
    Signalled(i32),
    /// The program was ended because the time of the case or its CPU time was over.
    TimedOut,
    /// The program was ended because it wrote more than [`ProcessLimits::output`].
    TooMuchOutput,
    /// The program was ended because its processes had more than [`ProcessLimits::memory`] in memory. (An allocation
    /// that is refused is seen by the program alone, which mostly exits or aborts.)
    TooMuchMemory,
    /// The program could not be executed, with this error number of the system.
    NotStarted(i32),
}

/// Outcome of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedCase {
    /// End of the case.
    pub ending: Ending,
    /// Standard output; with [`Supervisor::ask`], the line of the answer without its line feed, or the output so far.
    pub output: Vec<u8>,
    /// Last 4 KiB of standard error.
    pub errors: Vec<u8>,
    /// CPU time of all processes of the case; of an answered line, that of the main process.
    pub cpu: Duration,
}

/// A process that runs a program for one case after the other, and ends everything that a case leaves behind.
///
/// Only 64-bit Linux on x86-64 and ARM has supervisors. Everything that a supervisor started ends when it is dropped,
/// and when the process that has it ends.
///
/// ```
/// use lawful_system::{Ending, ProcessLimits, Supervised, Supervisor};
/// use std::time::Duration;
///
/// # fn main() -> std::io::Result<()> {
/// let of = Supervised {
///     program: "/bin/cat".into(),
///     arguments: vec![],
///     environment: vec![],
///     scratch: std::env::temp_dir(),
///     hidden: vec![],
///     confined: false,
///     limits: ProcessLimits {
///         memory: 1 << 30,
///         output: 1 << 20,
///         processes: 64,
///         scratch: 1 << 24,
///         cpu: Duration::from_secs(5),
///     },
/// };
/// # if cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))) {
/// let mut supervisor = Supervisor::start(&of)?;
/// let ended = supervisor.run(&[], b"one case", Duration::from_secs(5))?;
/// assert_eq!((ended.ending, &ended.output[..]), (Ending::Exited(0), &b"one case"[..]));
/// let ended = supervisor.ask(b"another", Duration::from_secs(5))?;
/// assert_eq!((ended.ending, &ended.output[..]), (Ending::Answered, &b"another"[..]));
/// # }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Supervisor {
    system: system::Supervisor,
}

impl Supervisor {
    /// Starts a supervisor, and confines it if that is asked for. The program itself starts with the first case.
    ///
    /// # Errors
    ///
    /// If a step fails, which the error names ("no user namespaces: Operation not permitted"), if a path or string
    /// cannot be given to a program, and with [`io::ErrorKind::Unsupported`] on systems without supervisors.
    pub fn start(of: &Supervised) -> io::Result<Supervisor> {
        Ok(Supervisor { system: system::Supervisor::start(of)? })
    }

    /// Runs the program once: with these arguments after the fixed ones, and with `input` as its standard input. A
    /// process that [`ask`](Supervisor::ask) kept is ended first.
    ///
    /// # Errors
    ///
    /// With [`io::ErrorKind::InvalidInput`] if the input is longer than 1 MiB or the arguments than 256 KiB, and if the
    /// supervisor itself fails. The next case then has a new one.
    pub fn run(
        &mut self,
        arguments: &[OsString],
        input: &[u8],
        time: Duration,
    ) -> io::Result<EndedCase> {
        self.system.run(arguments, input, time)
    }

    /// Writes a line to the standard input of a process that lives for many cases, and returns the line that it
    /// writes to standard output in answer. Output before the line was sent is dropped.
    ///
    /// The process is started if there is none: before the first line, and after one at which it ended, was ended, or
    /// did not read the whole line. A process that ended after its last answer is an end of this case: it may as
    /// well have ended a moment later.
    ///
    /// # Errors
    ///
    /// With [`io::ErrorKind::InvalidInput`] if the line is longer than 1 MiB or has a line feed, and if the supervisor
    /// itself fails. The next case then has a new one.
    pub fn ask(&mut self, line: &[u8], time: Duration) -> io::Result<EndedCase> {
        self.system.ask(line, time)
    }
}
