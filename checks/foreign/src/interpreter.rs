//! The table behind a program that reads calls and writes results.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::specification::Store;
use crate::table::Mistake;

/// A process of the interpreter, which ends with this value.
#[derive(Debug)]
pub struct Interpreter {
    process: Child,
    calls: ChildStdin,
    /// The lines of the answers.
    answers: Receiver<String>,
    limit: Duration,
}

/// Why the interpreter has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It said nothing for so long.
    Within(Duration),
    /// It ended, as the text says.
    Ended(String),
    /// It said something that is none.
    NotUnderstood(String),
}

impl Interpreter {
    /// Starts one. It is given up when it does not answer within the limit.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start(mistake: Mistake, limit: Duration) -> Self {
        Interpreter::with_arguments(&[&(mistake as u32).to_string()], limit)
    }

    /// Starts one that gives a sign to the first digit of a number only.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start_signing_one_digit(limit: Duration) -> Self {
        Interpreter::with_arguments(&["0", "signs_one_digit"], limit)
    }

    fn with_arguments(arguments: &[&str], limit: Duration) -> Self {
        let mut command = Command::new(env!("FOREIGN_INTERPRETER"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the interpreter can be started");
        let calls = process.stdin.take().expect("its input is a pipe");
        let output = process.stdout.take().expect("its output is a pipe");
        // To read from a pipe is to wait for as long as it takes, so it is done by somebody who can be
        // left behind. The end of the process is the end of the pipe and of the thread.
        let (sender, answers) = channel();
        thread::spawn(move || read(output, sender));
        Interpreter { process, calls, answers, limit }
    }

    /// Sends a line and waits for the line that answers it.
    fn ask(&mut self, call: &str) -> Result<String, NoAnswer> {
        // An interpreter that has ended does not read. It is noticed when it does not answer.
        let _ = self.calls.write_all(format!("{call}\n").as_bytes());
        self.answers.recv_timeout(self.limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoAnswer::Within(self.limit),
            RecvTimeoutError::Disconnected => NoAnswer::Ended(match self.process.wait() {
                Ok(status) => status.to_string(),
                Err(error) => error.to_string(),
            }),
        })
    }

    /// A call whose answer is a number, or that there is none.
    fn find(&mut self, call: &str) -> Result<Option<i32>, NoAnswer> {
        match self.ask(call)?.as_str() {
            "none" => Ok(None),
            number => number.parse().map(Some).map_err(|_| NoAnswer::NotUnderstood(number.into())),
        }
    }
}

fn read(output: ChildStdout, answers: Sender<String>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { return };
        if answers.send(line).is_err() {
            return;
        }
    }
}

impl Store for Interpreter {
    type Failure = NoAnswer;

    fn get(&mut self, key: i32) -> Result<Option<i32>, NoAnswer> {
        self.find(&format!("get {key}"))
    }

    fn put(&mut self, key: i32, value: i32) -> Result<Option<i32>, NoAnswer> {
        self.find(&format!("put {key} {value}"))
    }

    fn delete(&mut self, key: i32) -> Result<Option<i32>, NoAnswer> {
        self.find(&format!("delete {key}"))
    }

    fn count(&mut self) -> Result<u32, NoAnswer> {
        let answer = self.ask("count")?;
        answer.parse().map_err(|_| NoAnswer::NotUnderstood(answer))
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        // It may have ended already; one that loops would not end by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
