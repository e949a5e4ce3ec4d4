//! Processes on threads of the system, outside of scheduled laws.

mod exits;
mod life;
mod outcomes;
mod receiving;
mod stress;

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// More time than anything here takes.
const MINUTE: Duration = Duration::from_secs(60);

/// Returns the result of a body that runs on a thread of its own, which is a process. It must come within a minute.
#[track_caller]
pub fn on_threads<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || {
        let _ = sender.send(body());
    });
    match receiver.recv_timeout(MINUTE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => panic!("no result after a minute"),
        Err(RecvTimeoutError::Disconnected) => match thread.join() {
            Ok(()) => unreachable!("a body that returns gives its result"),
            Err(payload) => resume_unwind(payload),
        },
    }
}
