//! The server: a thread that knows its next number, and answers over a channel.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};

/// How a server counts: the first number, and each one from the one before it.
pub type Count = Box<dyn FnMut(Option<u64>) -> u64 + Send>;

/// From 0 on, one by one.
pub fn one_by_one() -> Count {
    Box::new(|before| before.map_or(0, |number| number + 1))
}

/// The same, but it does not get beyond 4.
pub fn getting_stuck() -> Count {
    Box::new(|before| before.map_or(0, |number| (number + 1).min(4)))
}

/// Always up, by 1 to 10. As in the paper nobody can know by how much.
pub fn by_leaps() -> Count {
    let chance = RandomState::new();
    Box::new(move |before| match before {
        Some(number) => number + 1 + chance.hash_one(number) % 10,
        None => chance.hash_one(()) % 10,
    })
}

/// Up by 3, and from 5 on down by 5.
pub fn falling_back() -> Count {
    Box::new(|before| match before {
        Some(number @ 5..) => number - 5,
        Some(number) => number + 3,
        None => 0,
    })
}

/// A server that runs. It is stopped when it is dropped, if it was not before.
pub struct Server {
    requests: Sender<Request>,
    thread: Option<JoinHandle<()>>,
}

enum Request {
    Next(Sender<u64>),
    Stop,
}

/// The server does not run any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Server {
    /// Starts a server that counts in a way of its own.
    pub fn start(mut count: Count) -> Self {
        let (requests, received) = channel();
        let thread = spawn(move || {
            let mut before = None;
            while let Ok(Request::Next(answer)) = received.recv() {
                let number = count(before);
                before = Some(number);
                // Whoever asked may be gone, which is no concern of the server's.
                let _ = answer.send(number);
            }
        });
        Server { requests, thread: Some(thread) }
    }

    /// The next number.
    pub fn next(&self) -> Result<u64, Stopped> {
        let (answer, answered) = channel();
        self.requests.send(Request::Next(answer)).map_err(|_| Stopped)?;
        answered.recv().map_err(|_| Stopped)
    }

    /// Stops the server, and does not wait until it has.
    pub fn stop(&self) {
        let _ = self.requests.send(Request::Stop);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Server").finish_non_exhaustive()
    }
}
