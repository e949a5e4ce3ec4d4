//! A process of a generated interpreter: calls as lines, replies as lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::call::{Call, Reply, Value};
use crate::description::Api;

/// A process of the interpreter of an API. The process ends with this value.
#[derive(Debug)]
pub struct Process {
    api: &'static Api,
    process: Child,
    calls: ChildStdin,
    /// The lines of the replies.
    replies: Receiver<String>,
    limit: Duration,
}

/// Why the interpreter has no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The process said nothing for so long.
    Within(Duration),
    /// The process ended, as the text says.
    Ended(String),
    /// The process said something that is no reply to the call.
    NotUnderstood(String),
}

impl Process {
    /// Starts the interpreter of an API. A call fails if it takes longer than the limit.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start(api: &'static Api, arguments: &[&str], limit: Duration) -> Self {
        let directory = std::path::Path::new(env!("FOREIGN_INTERPRETERS"));
        let mut command = Command::new(directory.join(format!("{}_interpreter", api.name)));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the interpreter can be started");
        let calls = process.stdin.take().expect("its input is a pipe");
        let output = process.stdout.take().expect("its output is a pipe");
        // A read from a pipe has no time limit, so a thread does it that can be left behind. The end of the process is
        // the end of the pipe and of the thread.
        let (sender, replies) = channel();
        thread::spawn(move || read(output, sender));
        Process { api, process, calls, replies, limit }
    }

    /// Calls the function of that name.
    ///
    /// # Panics
    ///
    /// If the API is not described to have that function with such arguments.
    pub fn call(&mut self, function: &str, given: Vec<Value>) -> Result<Reply, NoAnswer> {
        self.ask(&Call::new(self.api.function(function), given))
    }

    /// Makes a call.
    pub fn ask(&mut self, call: &Call) -> Result<Reply, NoAnswer> {
        // An interpreter that has ended does not read. It is noticed when it does not answer.
        let _ = self.calls.write_all(format!("{call}\n").as_bytes());
        let line = self.replies.recv_timeout(self.limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoAnswer::Within(self.limit),
            RecvTimeoutError::Disconnected => NoAnswer::Ended(match self.process.wait() {
                Ok(status) => status.to_string(),
                Err(error) => error.to_string(),
            }),
        })?;
        call.reply(&line).ok_or(NoAnswer::NotUnderstood(line))
    }
}

fn read(output: ChildStdout, replies: Sender<String>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { return };
        if replies.send(line).is_err() {
            return;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; one that loops would not end by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
