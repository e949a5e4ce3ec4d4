//! The outcome of a case, as the supervisor process tells it to the parent.

use super::calls;
use super::process::{Ended, Process};
use super::shared::{ERRORS, Outcome};
use std::sync::atomic::Ordering::Relaxed;

/// Seeks from the end of a file.
const END: i32 = 2;

impl Process<'_> {
    /// Tells the end of a case, or that its step failed.
    pub fn tell(&self, outcome: Outcome, value: i32) {
        self.shared.header().outcome.store(outcome as u32, Relaxed);
        self.shared.header().value.store(value, Relaxed);
    }

    /// Tells an end by the status of the main process.
    pub fn tell_status(&self, ended: &Ended) {
        let (code, signal) = (ended.status >> 8 & 0xff, ended.status & 0x7f);
        let seconds = ended.cpu / 1_000_000_000;
        match signal {
            0 => self.tell(Outcome::Exited, code),
            calls::SIGXFSZ => self.tell(Outcome::TooMuchOutput, 0),
            calls::SIGXCPU => self.tell(Outcome::TimedOut, 0),
            // The hard limit of CPU time, after a first signal that the program ignored.
            calls::SIGKILL if seconds >= self.prepared.cpu_seconds() => {
                self.tell(Outcome::TimedOut, 0);
            }
            _ => self.tell(Outcome::Signalled, signal),
        }
    }

    /// Copies standard output to the shared memory, and returns whether it is too much.
    pub fn collect_output(&self, file: i32) -> calls::Outcome<bool> {
        let length = calls::seek(file, 0, END)?;
        let limit = self.prepared.limits.output as usize;
        // SAFETY: the output area has room for the limit.
        let read = unsafe { calls::read_at(file, self.shared.output(), length.min(limit), 0) }?;
        self.shared.header().output.store(read, Relaxed);
        Ok(length > limit)
    }

    /// Copies the end of standard error to the shared memory.
    pub fn collect_errors(&self, file: i32) -> calls::Outcome<()> {
        let length = calls::seek(file, 0, END)?;
        let kept = length.min(ERRORS);
        let from = length.wrapping_sub(kept) as u64;
        // SAFETY: the area of errors has room for as many.
        let read = unsafe { calls::read_at(file, self.shared.errors(), kept, from) }?;
        self.shared.header().errors.store(read, Relaxed);
        Ok(())
    }
}
