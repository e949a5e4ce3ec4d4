//! The supervisor process: waits for cases, starts processes, watches them, and ends everything they left.
//!
//! ```text
//!            BEGIN            RUN ----> case of one process ----.
//! cloned ---------> idle --<                                     >-- end everything -- DONE --> idle
//!         confine            ASK ----> line, no answer --------'
//!                               '----> line, answer ------------------------------- DONE --> idle, with a process
//! ```
//!
//! The process was cloned from one with many threads: no allocation, no locks, no panics. If the socket is closed the
//! parent is gone, and it ends with everything it started.

use super::answer::{Launch, answer};
use super::calls::{self, O_RDWR, POLLIN, Polled};
use super::confine::{Scratch, confine};
use super::prepared::Prepared;
use super::scan;
use super::shared::{self, Outcome, Shared, Step};
use std::ffi::c_void;
use std::sync::atomic::Ordering::Relaxed;

/// Number of the socket.
pub const SOCKET: i32 = 3;
/// Nanoseconds between two looks at the memory of a running case.
pub const TICK: u32 = 25_000_000;
/// Nanoseconds between two looks at a process that waits for a line.
const IDLE_TICK: u32 = 250_000_000;
const STACK: usize = 64 << 10;

/// Process that was started by the supervisor.
#[derive(Clone, Copy)]
pub struct Child {
    pub process: i32,
    /// Descriptor that is readable when the process has ended.
    pub descriptor: i32,
}

/// Processes that ended.
pub struct Ended {
    /// Status of the main process.
    pub status: i32,
    /// Nanoseconds of all.
    pub cpu: u64,
}

pub struct Process<'a> {
    pub prepared: &'a Prepared,
    pub shared: &'a Shared,
    stack: usize,
    /// Readable when a child ended, if the process is confined; otherwise -1.
    pub signals: i32,
    /// CPU time of orphans that were reaped during this case, in nanoseconds.
    pub orphans: u64,
    /// Time of the next look at the processes, zero if it is not set yet.
    next_look: u64,
    pub asked: Option<super::ask::Asked>,
    /// The scratch directory, if the process is confined.
    scratch: Option<Scratch>,
}

/// Becomes the supervisor process.
pub fn supervise(prepared: &Prepared, shared: &Shared, socket: i32) -> ! {
    match begin(prepared, shared, socket) {
        Ok(mut process) => {
            process.shared.header().outcome.store(Outcome::Exited as u32, Relaxed);
            process.done();
            process.serve()
        }
        Err(error) => {
            shared.header().value.store(error, Relaxed);
            shared.header().outcome.store(Outcome::Failed as u32, Relaxed);
            let _ = calls::send(SOCKET, shared::DONE);
            calls::exit(1)
        }
    }
}

fn begin<'a>(
    prepared: &'a Prepared,
    shared: &'a Shared,
    socket: i32,
) -> calls::Outcome<Process<'a>> {
    let step = |step: Step| shared.header().step.store(step as u32, Relaxed);
    step(Step::Begin);
    // First of all: a pipe of the parent that stays open here would keep its readers waiting.
    if socket != SOCKET {
        calls::duplicate(socket, SOCKET)?;
    }
    calls::close_from(SOCKET + 1)?;
    for signal in 1..=64 {
        calls::set_signal(signal, 0);
    }
    // A program that ends before it read its input is no reason to end.
    calls::set_signal(calls::SIGPIPE, 1);
    calls::block_signals(0);
    calls::set_file_mask(0o022);
    // Keys pressed at the terminal are for the parent, whose end this process notices anyway.
    let _ = calls::begin_session();

    // Users are mapped from outside; before that this process may open next to nothing.
    if calls::receive(SOCKET)? != Some(shared::BEGIN) {
        calls::exit(0);
    }

    step(Step::Streams);
    let null = calls::open(calls::AT_CURRENT, c"/dev/null", O_RDWR)?;
    for stream in (0..3).filter(|&stream| stream != null) {
        calls::duplicate(null, stream)?;
    }
    if null > 2 {
        calls::close(null);
    }
    calls::change_directory(c"/")?;

    let scratch = match &prepared.confinement {
        Some(with) => Some(confine(prepared, with, shared.header())?),
        None => {
            const SET_CHILD_SUBREAPER: i32 = 36;
            step(Step::Subreaper);
            calls::control(SET_CHILD_SUBREAPER, 1, 0)?;
            None
        }
    };
    // The memory of this process is a copy of the parent's. A program of the same user must not look into it.
    const SET_DUMPABLE: i32 = 4;
    calls::control(SET_DUMPABLE, 0, 0)?;
    step(Step::Spawn);
    let stack = calls::map(STACK, false)?;
    let signals = if scratch.is_some() { calls::child_signals()? } else { -1 };
    Ok(Process { prepared, shared, stack, signals, orphans: 0, next_look: 0, asked: None, scratch })
}

impl Process<'_> {
    pub fn step(&self, step: Step) {
        self.shared.header().step.store(step as u32, Relaxed);
    }

    fn done(&self) {
        if calls::send(SOCKET, shared::DONE).is_err() {
            self.leave();
        }
    }

    /// Ends with everything that was started: the parent is gone.
    pub fn leave(&self) -> ! {
        // Of a process namespace the kernel ends everything with this process.
        if self.prepared.confinement.is_none() {
            if let Some(asked) = &self.asked {
                let _ = calls::kill(-asked.child.process, calls::SIGKILL);
            }
            while scan::kill_children() && calls::wait(-1, 0).is_ok() {}
        }
        calls::exit(0)
    }

    fn serve(&mut self) -> ! {
        loop {
            if let Some(asked) = self.asked {
                let mut polled = [Polled::new(SOCKET, POLLIN), Polled::new(self.signals, POLLIN)];
                let happened = calls::poll(&mut polled, 0, IDLE_TICK);
                let [socket, signals] = polled;
                if signals.happened != 0 {
                    self.reap_orphans(asked.child);
                }
                if self.is_time_to_look(happened) {
                    self.watch_idle();
                }
                if socket.happened == 0 {
                    continue;
                }
            }
            let result = match calls::receive(SOCKET) {
                Ok(Some(shared::RUN)) => self.run(),
                Ok(Some(shared::ASK)) => self.ask(),
                Ok(Some(_)) => continue,
                Ok(None) | Err(_) => self.leave(),
            };
            if let Err(error) = result {
                self.tell(Outcome::Failed, error);
            }
            self.done();
            // While the parent looks at the outcome, which must not be a failure: this overwrites its step. An error
            // is seen by the next case, which does this as well.
            if result.is_ok() && self.asked.is_none() {
                let _ = self.renew_scratch();
            }
        }
    }

    /// Runs one process for one case.
    fn run(&mut self) -> calls::Outcome<()> {
        self.end_asked();
        let header = self.shared.header();
        header.output.store(0, Relaxed);
        header.errors.store(0, Relaxed);
        header.cpu.store(0, Relaxed);
        self.renew_scratch()?;

        self.step(Step::MemoryFile);
        let input = calls::memory_file()?;
        let length = header.input.load(Relaxed);
        let mut written = 0;
        while written < length {
            let from = self.shared.input().wrapping_add(written);
            // SAFETY: the parent wrote as many bytes as the header says, and waits.
            let more = unsafe { calls::write_raw(input, from, length.wrapping_sub(written)) }?;
            written = written.wrapping_add(more);
        }
        calls::seek(input, 0, 0)?;
        let output = calls::memory_file()?;
        let errors = calls::memory_file()?;
        let started = self.spawn([input, output, errors], false);
        calls::close(input);
        if let Some(child) = started? {
            let stopped = self.watch(child);
            let ended = self.end_everything(child);
            header.cpu.store(ended.cpu, Relaxed);
            let too_much = self.collect_output(output)?;
            self.collect_errors(errors)?;
            match stopped {
                _ if too_much => self.tell(Outcome::TooMuchOutput, 0),
                Some(outcome) => self.tell(outcome, 0),
                None => self.tell_status(&ended),
            }
        }
        calls::close(output);
        calls::close(errors);
        Ok(())
    }

    /// Gives the next process an empty scratch directory.
    pub fn renew_scratch(&mut self) -> calls::Outcome<()> {
        if let (Some(with), Some(scratch)) = (&self.prepared.confinement, &mut self.scratch) {
            self.shared.header().step.store(Step::Scratch as u32, Relaxed);
            scratch.renew(self.prepared, with)?;
        }
        Ok(())
    }

    /// Starts the program. `None` if it could not be executed, which is told.
    pub fn spawn(&mut self, streams: [i32; 3], long: bool) -> calls::Outcome<Option<Child>> {
        self.step(Step::Spawn);
        self.orphans = 0;
        self.next_look = 0;
        let header = self.shared.header();
        header.error.store(0, Relaxed);
        let launch = Launch { prepared: self.prepared, shared: self.shared, streams, long };
        let stack = self.stack.wrapping_add(STACK) as *mut c_void;
        // SAFETY: the stack is used by one process at a time, since this call returns when the child no longer uses it,
        // and so does `launch`. The function makes raw system calls alone.
        let (process, descriptor) =
            unsafe { calls::spawn(answer, stack, (&raw const launch).cast_mut().cast()) }?;
        let child = Child { process, descriptor };
        let error = header.error.load(Relaxed);
        if error == 0 {
            return Ok(Some(child));
        }
        self.end_everything(child);
        if header.step.load(Relaxed) == Step::Execute as u32 {
            self.tell(Outcome::NotStarted, error);
            Ok(None)
        } else {
            Err(error)
        }
    }

    /// Waits until the process of a case ends, or is to be ended for the returned reason.
    fn watch(&mut self, child: Child) -> Option<Outcome> {
        loop {
            let mut polled = [
                Polled::new(SOCKET, POLLIN),
                Polled::new(child.descriptor, POLLIN),
                Polled::new(self.signals, POLLIN),
            ];
            let happened = calls::poll(&mut polled, 0, TICK);
            let [socket, ended, signals] = polled;
            if ended.happened != 0 {
                return None;
            }
            if socket.happened != 0 && self.is_cancelled() {
                return Some(Outcome::TimedOut);
            }
            if signals.happened != 0 {
                self.reap_orphans(child);
            }
            if self.is_time_to_look(happened) && self.is_memory_exceeded() {
                return Some(Outcome::TooMuchMemory);
            }
        }
    }

    /// Returns whether the memory of the processes should be looked at: after a poll in which nothing happened, and in
    /// time even if something happens all the time. The first time is not read before something has happened, so that
    /// a short case does not pay for it.
    pub fn is_time_to_look(&mut self, happened: calls::Outcome) -> bool {
        let now = calls::now();
        let is_time = happened == Ok(0) || (self.next_look != 0 && now >= self.next_look);
        if is_time || self.next_look == 0 {
            self.next_look = now.wrapping_add(u64::from(TICK));
        }
        is_time
    }

    /// Reaps children that ended, other than `child`: in a process namespace this is the process that does it, and
    /// zombies count as processes.
    pub fn reap_orphans(&mut self, child: Child) {
        let mut signals = [0; 128];
        while calls::read(self.signals, &mut signals).is_ok() {}
        loop {
            let ended = calls::ended_child();
            if ended == 0 || ended == child.process {
                return;
            }
            if let Ok(reaped) = calls::wait(ended, calls::WNOHANG) {
                self.orphans = self.orphans.wrapping_add(reaped.cpu);
            }
        }
    }

    /// Receives a byte during a case, and returns whether it ends the case.
    pub fn is_cancelled(&self) -> bool {
        match calls::receive(SOCKET) {
            Ok(Some(byte)) => byte == shared::CANCEL,
            Ok(None) | Err(_) => self.leave(),
        }
    }

    pub fn is_memory_exceeded(&self) -> bool {
        self.prepared.confinement.is_some()
            && scan::resident_pages().saturating_mul(self.prepared.page)
                > self.prepared.limits.memory
    }

    /// Ends all processes of a case, of which `child` was the first, and reaps them.
    pub fn end_everything(&mut self, child: Child) -> Ended {
        calls::close(child.descriptor);
        let confined = self.prepared.confinement.is_some();
        let mut ended = Ended { status: 0, cpu: self.orphans };
        // A process group, as the child began a session; it has not been reaped, so that the number is its own.
        let everything = if confined { -1 } else { -child.process };
        let _ = calls::kill(everything, calls::SIGKILL);
        let mut main_is_left = true;
        loop {
            // Outside of a process namespace, orphans of other groups are children of this process. Without a list of
            // children they are left alone.
            let all = confined || scan::kill_children();
            let options = if all || main_is_left { 0 } else { calls::WNOHANG };
            match calls::wait(if main_is_left { child.process } else { -1 }, options) {
                Ok(reaped) if reaped.process != 0 => {
                    ended.cpu = ended.cpu.wrapping_add(reaped.cpu);
                    if reaped.process == child.process {
                        ended.status = reaped.status;
                        main_is_left = false;
                    }
                }
                _ if main_is_left => main_is_left = false,
                _ => return ended,
            }
        }
    }
}
