//! The payload of processes and threads that were ended from outside.

/// Payload that unwinds a process or a thread that was killed, or that exits.
#[derive(Debug)]
pub struct Killed;
