//! Supervisors on 64-bit Linux: the side of the parent.
//!
//! A case takes one process that is started by the supervisor process, which is small, has one thread, and knows
//! everything already; the parent copies the input to shared memory, sends a byte, and waits for one.

mod answer;
mod ask;
mod calls;
mod confine;
mod filter;
mod outcome;
mod prepared;
mod process;
mod scan;
mod shared;

use super::{EndedCase, Ending, Supervised};
use calls::{POLLIN, Polled};
use prepared::{NOBODY, Prepared, c_string};
use shared::{ARGUMENTS, INPUT, Outcome, Shared};
use std::ffi::{CString, OsString};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Longest time in which a supervisor process is ready, or has ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time in which a supervisor process ends a case, before it is ended itself.
const GRACE: Duration = Duration::from_secs(1);

const NAMESPACES: u64 = 0x0002_0000 // mounts
    | 0x0200_0000 // control groups
    | 0x0400_0000 // names of the machine
    | 0x0800_0000 // communication between processes
    | 0x1000_0000 // users
    | 0x2000_0000 // processes
    | 0x4000_0000; // network

#[derive(Debug)]
pub struct Supervisor {
    // Before the memory that it uses, so that it ends first.
    process: Option<SupervisorProcess>,
    prepared: Prepared,
    shared: Shared,
}

/// The process, as its parent sees it.
#[derive(Debug)]
struct SupervisorProcess {
    number: i32,
    /// Readable when the process has ended.
    descriptor: OwnedFd,
    socket: Option<OwnedFd>,
    confined: bool,
}

fn named(step: &str, error: i32) -> io::Error {
    let error = io::Error::from_raw_os_error(error);
    io::Error::new(error.kind(), format!("{step}: {error}"))
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Waits until a file is readable; false if the time is over.
fn wait_until(file: &OwnedFd, deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut polled = [Polled::new(file.as_raw_fd(), POLLIN)];
        let happened = calls::poll(&mut polled, left.as_secs(), left.subsec_nanos());
        if happened.map_err(|error| named("cannot wait for the supervisor process", error))? > 0 {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
    }
}

impl Supervisor {
    pub fn start(of: &Supervised) -> io::Result<Self> {
        let prepared = Prepared::new(of)?;
        let output = usize::try_from(of.limits.output).unwrap_or(usize::MAX);
        let shared = Shared::new(output).map_err(|error| named("cannot map memory", error))?;
        let mut supervisor = Supervisor { process: None, prepared, shared };
        supervisor.write_arguments(&[])?;
        supervisor.begin()?;
        Ok(supervisor)
    }

    /// Starts a supervisor process.
    fn begin(&mut self) -> io::Result<()> {
        let ends = calls::sockets().map_err(|error| named("no sockets", error))?;
        // SAFETY: both are new, and belong to nothing else.
        let [ours, theirs] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });

        let confined = self.prepared.confinement.is_some();
        // Without a signal at its end, so that a wait for any child elsewhere in the program does not take it away.
        let flags = if confined { NAMESPACES } else { 0 };
        // A handler of the parent must not run in the child, where its locks may be taken for ever.
        let blocked = calls::block_signals(u64::MAX);
        // SAFETY: the child makes raw system calls alone, on what was prepared, and never returns.
        let forked = unsafe { calls::fork(flags) };
        if let Ok((0, _)) = forked {
            process::supervise(&self.prepared, &self.shared, theirs.as_raw_fd());
        }
        calls::block_signals(blocked);
        drop(theirs);
        let step = if confined { "no user namespaces" } else { "cannot start a process" };
        let (number, descriptor) = forked.map_err(|error| named(step, error))?;
        // SAFETY: the descriptor is new, and belongs to nothing else.
        let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
        let process = SupervisorProcess { number, descriptor, socket: Some(ours), confined };

        if confined {
            process.map_users()?;
        }
        process.send(shared::BEGIN)?;
        let begun = match process.is_done(Instant::now() + PATIENCE) {
            Ok(false) => Err(io::Error::new(io::ErrorKind::TimedOut, "still not done")),
            done => done,
        };
        begun.map_err(|error| {
            let step = shared::step_name(self.shared.header().step.load(Relaxed));
            io::Error::new(error.kind(), format!("{step}: {error}"))
        })?;
        self.check_failure()?;
        self.process = Some(process);
        Ok(())
    }

    fn check_failure(&self) -> io::Result<()> {
        let header = self.shared.header();
        if header.outcome.load(Relaxed) == Outcome::Failed as u32 {
            let step = shared::step_name(header.step.load(Relaxed));
            return Err(named(step, header.value.load(Relaxed)));
        }
        Ok(())
    }

    /// Writes the fixed arguments and those of a case to the shared memory.
    fn write_arguments(&self, more: &[OsString]) -> io::Result<()> {
        let more = more.iter().map(|string| c_string(string)).collect::<io::Result<Vec<_>>>()?;
        let all = || self.prepared.arguments.iter().chain(&more).map(CString::as_bytes_with_nul);
        let length = all().map(<[u8]>::len).sum::<usize>().next_multiple_of(8);
        let words = all().count() + 1;
        if length + 8 * words > ARGUMENTS {
            return Err(invalid("the arguments are longer than 256 KiB"));
        }
        let start = self.shared.arguments();
        let list = start.wrapping_add(length).cast::<usize>();
        let mut at = start;
        for (index, string) in all().enumerate() {
            // SAFETY: all strings and the list after them are in the area, as was just seen, and aligned; the
            // supervisor process does not look at it between cases.
            unsafe {
                at.copy_from_nonoverlapping(string.as_ptr(), string.len());
                list.add(index).write(at as usize);
                at = at.add(string.len());
            }
        }
        // SAFETY: as above; it has room for one word more than there are strings.
        unsafe { list.add(words - 1).write(0) };
        self.shared.header().arguments.store(list as usize, Relaxed);
        Ok(())
    }

    fn write_input(&self, parts: [&[u8]; 2], message: &str) -> io::Result<()> {
        let length = parts[0].len() + parts[1].len();
        if length > INPUT {
            return Err(invalid(message));
        }
        let mut at = self.shared.input();
        for part in parts {
            // SAFETY: both parts fit the area; the supervisor process does not look at it between cases.
            unsafe {
                at.copy_from_nonoverlapping(part.as_ptr(), part.len());
                at = at.add(part.len());
            }
        }
        self.shared.header().input.store(length, Relaxed);
        Ok(())
    }

    pub fn run(
        &mut self,
        arguments: &[OsString],
        input: &[u8],
        time: Duration,
    ) -> io::Result<EndedCase> {
        self.write_arguments(arguments)?;
        self.write_input([input, b""], "the input is longer than 1 MiB")?;
        self.case(shared::RUN, time)
    }

    pub fn ask(&mut self, line: &[u8], time: Duration) -> io::Result<EndedCase> {
        if line.contains(&b'\n') {
            return Err(invalid("the line has a line feed in it"));
        }
        self.write_arguments(&[])?;
        self.write_input([line, b"\n"], "the line is longer than 1 MiB")?;
        self.case(shared::ASK, time)
    }

    fn case(&mut self, command: u8, time: Duration) -> io::Result<EndedCase> {
        if self.process.is_none() {
            self.begin()?;
        }
        let result = self.exchange(command, time);
        // After an error nothing is known of the process.
        if result.is_err() {
            self.process = None;
        }
        result
    }

    fn exchange(&mut self, command: u8, time: Duration) -> io::Result<EndedCase> {
        const LONGEST: Duration = Duration::from_secs(1 << 30);
        let Some(process) = &self.process else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        process.send(command)?;
        if !process.is_done(Instant::now() + time.min(LONGEST))? {
            // The supervisor process knows the output so far, the CPU time, and outside of a process namespace all
            // that is to be ended.
            process.send(shared::CANCEL)?;
            if !process.is_done(Instant::now() + GRACE)? {
                self.process = None;
                let (ending, output, errors) = (Ending::TimedOut, vec![], vec![]);
                return Ok(EndedCase { ending, output, errors, cpu: Duration::ZERO });
            }
        }
        self.check_failure()?;
        self.ended_case()
    }

    fn ended_case(&self) -> io::Result<EndedCase> {
        let header = self.shared.header();
        let value = header.value.load(Relaxed);
        let outcome = header.outcome.load(Relaxed);
        let endings = [
            (Outcome::Exited, Ending::Exited(value)),
            (Outcome::Answered, Ending::Answered),
            (Outcome::Signalled, Ending::Signalled(value)),
            (Outcome::TimedOut, Ending::TimedOut),
            (Outcome::TooMuchOutput, Ending::TooMuchOutput),
            (Outcome::TooMuchMemory, Ending::TooMuchMemory),
            (Outcome::NotStarted, Ending::NotStarted(value)),
        ];
        let Some(&(_, ending)) = endings.iter().find(|&&(known, _)| known as u32 == outcome) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let copy = |area: *mut u8, length: usize| {
            // SAFETY: the supervisor process wrote as many bytes to the area, and waits for the next case.
            unsafe { std::slice::from_raw_parts(area, length) }.to_vec()
        };
        let output = copy(self.shared.output(), header.output.load(Relaxed));
        let errors = copy(self.shared.errors(), header.errors.load(Relaxed));
        let cpu = Duration::from_nanos(header.cpu.load(Relaxed));
        Ok(EndedCase { ending, output, errors, cpu })
    }
}

impl SupervisorProcess {
    /// Maps the users and groups that the process may have.
    fn map_users(&self) -> io::Result<()> {
        let write = |name: &str, text: &str| {
            // In one write, as the kernel asks for.
            let path = format!("/proc/{}/{name}", self.number);
            let result = OpenOptions::new().write(true).open(path);
            result.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
                io::Error::new(error.kind(), format!("cannot map users ({name}): {error}"))
            })
        };
        let (user, group) = (calls::effective_user(), calls::effective_group());
        if user == 0 {
            let both = format!("0 0 1\n{NOBODY} {NOBODY} 1\n");
            write("uid_map", &both)?;
            return write("gid_map", &both);
        }
        // Without this a user could leave a group that keeps files from its members.
        write("setgroups", "deny")?;
        write("uid_map", &format!("{user} {user} 1\n"))?;
        write("gid_map", &format!("{group} {group} 1\n"))
    }

    fn send(&self, byte: u8) -> io::Result<()> {
        let socket = self.socket.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        let sent = calls::send(socket.as_raw_fd(), byte);
        sent.map(drop).map_err(|error| named("the supervisor process is gone", error))
    }

    /// Waits until the process is done with what it was sent; false if the time is over.
    fn is_done(&self, deadline: Instant) -> io::Result<bool> {
        let socket = self.socket.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        if !wait_until(socket, deadline)? {
            return Ok(false);
        }
        match calls::receive(socket.as_raw_fd()) {
            Ok(Some(_)) => Ok(true),
            Ok(None) => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the supervisor process ended by itself",
            )),
            Err(error) => Err(named("the supervisor process is gone", error)),
        }
    }
}

impl Drop for SupervisorProcess {
    fn drop(&mut self) {
        // Only the process itself knows orphans, unless it is the first one of a process namespace: then the kernel
        // ends them all with it.
        self.socket = None;
        if !self.confined {
            let _ = wait_until(&self.descriptor, Instant::now() + GRACE);
        }
        // Not reaped, so that the number is still its own.
        let _ = calls::kill(self.number, calls::SIGKILL);
        // A process that the kernel cannot end stays a zombie rather than keep this one waiting.
        let _ = wait_until(&self.descriptor, Instant::now() + PATIENCE);
        let _ = calls::wait(self.number, calls::WNOHANG);
    }
}
