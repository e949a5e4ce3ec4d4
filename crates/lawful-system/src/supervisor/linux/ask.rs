//! Lines asked of a process that lives for many cases.

use super::calls::{self, O_APPEND, O_NONBLOCK, POLLIN, POLLOUT, Polled};
use super::process::{Child, Process, SOCKET, TICK};
use super::shared::{Outcome, Step};
use std::sync::atomic::Ordering::Relaxed;

/// The process that lives for many cases.
#[derive(Clone, Copy)]
pub struct Asked {
    pub child: Child,
    /// Pipes to standard input and from standard output, which never block here.
    input: i32,
    output: i32,
    /// File in memory that is emptied before every line.
    errors: i32,
    /// CPU time of the process when it got its line, in nanoseconds.
    cpu_before: u64,
    /// Reason why it is to be ended, found between two lines.
    exceeded: Option<Outcome>,
}

impl Process<'_> {
    /// Looks at a process that waits for a line.
    pub fn watch_idle(&mut self) {
        let exceeded = self.asked.as_ref().and_then(|asked| self.exceeded(asked));
        if let Some(asked) = &mut self.asked
            && asked.exceeded.is_none()
            && exceeded.is_some()
        {
            asked.exceeded = exceeded;
            // The rest is ended with the next line, which is told the reason.
            let whole = if self.prepared.confinement.is_some() { -1 } else { -asked.child.process };
            let _ = calls::kill(whole, calls::SIGKILL);
        }
    }

    /// Returns the limit that a process exceeds.
    fn exceeded(&self, asked: &Asked) -> Option<Outcome> {
        let cpu = calls::cpu_of(asked.child.process).saturating_sub(asked.cpu_before);
        if cpu / 1_000_000_000 >= self.prepared.cpu_seconds() {
            Some(Outcome::TimedOut)
        } else {
            self.is_memory_exceeded().then_some(Outcome::TooMuchMemory)
        }
    }

    /// Ends the process that lives for many cases, if there is one.
    pub fn end_asked(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.end_everything(asked.child);
            asked.close();
        }
    }

    /// Sends a line, and takes the answer.
    pub fn ask(&mut self) -> calls::Outcome<()> {
        let header = self.shared.header();
        header.output.store(0, Relaxed);
        header.errors.store(0, Relaxed);
        header.cpu.store(0, Relaxed);
        let (mut asked, is_new) = match self.asked {
            Some(asked) => (asked, false),
            None => match self.start_asked()? {
                Some(asked) => (asked, true),
                None => return Ok(()),
            },
        };
        self.step(Step::MemoryFile);
        calls::truncate(asked.errors, 0)?;
        if is_new {
            // Its start counts for the first line.
            asked.cpu_before = 0;
        } else {
            asked.cpu_before = calls::cpu_of(asked.child.process);
        }
        self.asked = Some(asked);
        self.orphans = 0;

        let mut exchange = Exchange { sent: 0, received: 0, sends: true, receives: true };
        let outcome = match asked.exceeded {
            Some(exceeded) => Some(exceeded),
            None if !is_new && self.drop_output(&asked) => Some(Outcome::TooMuchOutput),
            None => self.exchange(&asked, &mut exchange),
        };
        header.output.store(exchange.received, Relaxed);

        let is_whole = exchange.sent == header.input.load(Relaxed);
        if outcome == Some(Outcome::Answered) {
            let cpu = calls::cpu_of(asked.child.process);
            header.cpu.store(cpu.saturating_sub(asked.cpu_before), Relaxed);
            self.collect_errors(asked.errors)?;
            self.tell(Outcome::Answered, 0);
            // The rest of a line would be read as the beginning of the next one.
            if !is_whole {
                self.end_asked();
            }
            return Ok(());
        }
        self.asked = None;
        let mut ended = self.end_everything(asked.child);
        ended.cpu = ended.cpu.saturating_sub(asked.cpu_before);
        header.cpu.store(ended.cpu, Relaxed);
        let collected = self.collect_errors(asked.errors);
        asked.close();
        match outcome {
            Some(outcome) => self.tell(outcome, 0),
            None => self.tell_status(&ended),
        }
        collected
    }

    fn start_asked(&mut self) -> calls::Outcome<Option<Asked>> {
        self.renew_scratch()?;
        self.step(Step::MemoryFile);
        let [to_read, input] = calls::pipe()?;
        let [output, to_write] = calls::pipe()?;
        let errors = calls::memory_file()?;
        calls::set_flags(input, O_NONBLOCK)?;
        calls::set_flags(output, O_NONBLOCK)?;
        // So that the process goes on at the beginning when the file was emptied.
        calls::set_flags(errors, O_APPEND)?;
        let started = self.spawn([to_read, to_write, errors], true);
        calls::close(to_read);
        calls::close(to_write);
        let child = Child { process: 0, descriptor: -1 };
        let mut asked = Asked { child, input, output, errors, cpu_before: 0, exceeded: None };
        match started {
            Ok(Some(child)) => {
                asked.child = child;
                Ok(Some(asked))
            }
            Ok(None) => {
                asked.close();
                Ok(None)
            }
            Err(error) => {
                asked.close();
                Err(error)
            }
        }
    }

    /// Drops output that was not asked for. Returns true if it is more than a process may write.
    fn drop_output(&self, asked: &Asked) -> bool {
        let limit = self.prepared.limits.output as usize;
        let mut dropped = 0usize;
        while dropped <= limit {
            // SAFETY: the output area has room for one byte more than the limit.
            match unsafe {
                calls::read_raw(asked.output, self.shared.output(), limit.wrapping_add(1))
            } {
                Ok(0) | Err(_) => return false,
                Ok(read) => dropped = dropped.wrapping_add(read),
            }
        }
        true
    }

    /// Writes the line and reads the answer at the same time, since a process that does neither must not keep this one
    /// from watching it. Returns why it ended; `None` if the process did.
    fn exchange(&mut self, asked: &Asked, exchange: &mut Exchange) -> Option<Outcome> {
        let header = self.shared.header();
        let length = header.input.load(Relaxed);
        let mut happened = Ok(1);
        loop {
            // Before the line is sent as well: a program that answers at once leaves no later moment.
            if self.is_time_to_look(happened)
                && let Some(exceeded) = self.exceeded(asked)
            {
                return Some(exceeded);
            }
            // Mostly there is room, and no need to ask for it.
            if exchange.sends && exchange.sent < length {
                let from = self.shared.input().wrapping_add(exchange.sent);
                // SAFETY: the parent wrote as many bytes as the header says, and waits.
                let sent = unsafe {
                    calls::write_raw(asked.input, from, length.wrapping_sub(exchange.sent))
                };
                match sent {
                    Ok(sent) => exchange.sent = exchange.sent.wrapping_add(sent),
                    Err(calls::EAGAIN) => {}
                    Err(_) => exchange.sends = false,
                }
            }
            let is_left = exchange.sends && exchange.sent < length;
            let mut polled = [
                Polled::new(SOCKET, POLLIN),
                Polled::new(asked.child.descriptor, POLLIN),
                Polled::new(if exchange.receives { asked.output } else { -1 }, POLLIN),
                Polled::new(if is_left { asked.input } else { -1 }, POLLOUT),
                Polled::new(self.signals, POLLIN),
            ];
            happened = calls::poll(&mut polled, 0, TICK);
            let [socket, ended, output, _, signals] = polled;
            if socket.happened != 0 && self.is_cancelled() {
                return Some(Outcome::TimedOut);
            }
            if output.happened != 0 {
                // An answer before the end of the process is an answer: the end is looked at when all is read.
                if let Some(outcome) = self.take_output(asked, exchange) {
                    return Some(outcome);
                }
            } else if ended.happened != 0 {
                return None;
            }
            if signals.happened != 0 {
                self.reap_orphans(asked.child);
            }
        }
    }

    /// Reads output, and returns an outcome if there is a line or too much.
    fn take_output(&self, asked: &Asked, exchange: &mut Exchange) -> Option<Outcome> {
        let limit = self.prepared.limits.output as usize;
        let to = self.shared.output().wrapping_add(exchange.received);
        let room = limit.wrapping_add(1).wrapping_sub(exchange.received);
        // SAFETY: the output area has room for one byte more than the limit, of which some are used.
        match unsafe { calls::read_raw(asked.output, to, room) } {
            Ok(0) => exchange.receives = false,
            Ok(read) => {
                // SAFETY: the bytes were just read, and nothing else writes there during a case.
                let new = unsafe { std::slice::from_raw_parts(to, read) };
                if let Some(at) = new.iter().position(|&byte| byte == b'\n') {
                    exchange.received = exchange.received.wrapping_add(at);
                    return Some(Outcome::Answered);
                }
                exchange.received = exchange.received.wrapping_add(read);
                if exchange.received > limit {
                    exchange.received = limit;
                    return Some(Outcome::TooMuchOutput);
                }
            }
            Err(calls::EAGAIN | calls::EINTR) => {}
            Err(_) => exchange.receives = false,
        }
        None
    }
}

/// Bytes of a line and of its answer so far.
struct Exchange {
    sent: usize,
    received: usize,
    /// False once the process no longer reads.
    sends: bool,
    /// False once the process no longer writes.
    receives: bool,
}

impl Asked {
    fn close(&self) {
        calls::close(self.input);
        calls::close(self.output);
        calls::close(self.errors);
    }
}
