//! Frames that one thread reads and another takes.
//!
//! A channel of the standard library would be 3 % of the code that every clean build of the engine
//! generates, for two queues of one type.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The taking end of a queue of frames.
#[derive(Clone, Default)]
pub(super) struct Lines(Arc<(Mutex<Queue>, Condvar)>);

#[derive(Default)]
struct Queue {
    lines: VecDeque<Vec<u8>>,
    is_closed: bool,
}

/// Why there is no line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    Yet,
    AnyMore,
}

impl Lines {
    /// Reads lines on a thread of its own, until `read` has no more; then `end` is called.
    pub fn read(
        mut read: impl FnMut() -> Option<Vec<u8>> + Send + 'static,
        end: impl FnOnce() + Send + 'static,
    ) -> Self {
        let lines = Lines::default();
        let queue = lines.clone();
        let spawned = std::thread::Builder::new().spawn(move || {
            while let Some(line) = read() {
                queue.change(|queue| queue.lines.push_back(line));
            }
            queue.change(|queue| queue.is_closed = true);
            end();
        });
        if spawned.is_err() {
            lines.change(|queue| queue.is_closed = true);
        }
        lines
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Queue)) {
        change(&mut self.lock());
        self.0.1.notify_all();
    }

    /// Returns whether no line waits to be taken.
    pub fn is_empty(&self) -> bool {
        self.lock().lines.is_empty()
    }

    /// Waits for the next line, for so long at most.
    pub fn next(&self, limit: Duration) -> Result<Vec<u8>, NoLine> {
        // A limit beyond what a clock can tell is none.
        let end = Instant::now().checked_add(limit);
        let mut queue = self.lock();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                return Ok(line);
            }
            if queue.is_closed {
                return Err(NoLine::AnyMore);
            }
            let left = end.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Err(NoLine::Yet);
            }
            let waited = self.0.1.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
