//! Output of a child: read all the time, so that the child never waits, kept up to a bound, and passed on.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes that are kept of a stream until they are passed on.
const KEPT: usize = 1 << 16;
/// Bytes at the end of a stream that tell what the child died of.
const LAST_WORDS: usize = 1 << 14;
/// Maximum time for the end of a stream that another process may hold open, such as a daemon that the law started.
const GRACE: Duration = Duration::from_millis(200);
/// Maximum time for a mark. It is missing only where a law closed a stream that another process holds open.
const MARK_TIME: Duration = Duration::from_secs(2);

/// One stream of a child.
#[derive(Clone, Default)]
pub(super) struct Output(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    /// Bytes that are not passed on yet: the last of them.
    fresh: Vec<u8>,
    left_out: u64,
    last_words: Vec<u8>,
    /// Number of marks that were seen.
    marks: u64,
    is_closed: bool,
}

impl Output {
    /// Reads a stream on a thread of its own. Nothing is kept before the first line that is `mark`, which is what
    /// the test harness prints; that and later ones are left out and counted.
    pub fn read(mut stream: impl Read + Send + 'static, mark: String) -> Self {
        let output = Output::default();
        let shared = output.clone();
        // Without a thread the child would wait for ever for its output to be read.
        let spawned = std::thread::Builder::new().spawn(move || {
            let (mut pending, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                pending.extend_from_slice(&buffer[..count]);
                shared.take(&mut pending, mark.as_bytes());
            }
            shared.change(|state| {
                state.add(&pending);
                state.is_closed = true;
            });
        });
        if spawned.is_err() {
            output.change(|state| state.is_closed = true);
        }
        output
    }

    /// Takes what is certain to hold no mark that goes on later.
    fn take(&self, pending: &mut Vec<u8>, mark: &[u8]) {
        self.change(|state| {
            while let Some(at) = find(pending, mark) {
                // Of what comes before the first mark only the last words count.
                match state.marks {
                    0 => state.add_last_words(&pending[..at]),
                    _ => state.add(&pending[..at]),
                }
                state.marks += 1;
                pending.drain(..at + mark.len());
            }
            let certain = pending.len() - partial(pending, mark);
            match state.marks {
                0 => state.add_last_words(&pending[..certain]),
                _ => state.add(&pending[..certain]),
            }
            pending.drain(..certain);
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.0.1.notify_all();
    }

    fn wait_until(&self, time: Duration, is_there: impl Fn(&State) -> bool) -> bool {
        let end = Instant::now() + time;
        let mut state = self.lock();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if is_there(&state) || left.is_zero() {
                return is_there(&state);
            }
            state = self.0.1.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until so many marks were seen, and for a bounded time at most. Returns whether they were.
    pub fn wait_for_marks(&self, marks: u64) -> bool {
        self.wait_until(MARK_TIME, |state| state.marks >= marks || state.is_closed)
    }

    /// Waits for the end of the stream, for a bounded time at most.
    pub fn wait_for_end(&self) {
        self.wait_until(GRACE, |state| state.is_closed);
    }

    /// Takes what is not passed on yet, and the number of bytes that were left out before it.
    pub fn take_fresh(&self) -> (String, u64) {
        let mut state = self.lock();
        let fresh = std::mem::take(&mut state.fresh);
        let left_out = std::mem::take(&mut state.left_out);
        (String::from_utf8_lossy(&fresh).into_owned(), left_out)
    }

    /// The end of the stream.
    pub fn last_words(&self) -> String {
        String::from_utf8_lossy(&self.lock().last_words).into_owned()
    }
}

impl State {
    fn add(&mut self, bytes: &[u8]) {
        self.add_last_words(bytes);
        self.left_out += append(&mut self.fresh, bytes, KEPT);
    }

    fn add_last_words(&mut self, bytes: &[u8]) {
        append(&mut self.last_words, bytes, LAST_WORDS);
    }
}

/// Adds bytes to a buffer of which no more than `most` are kept. Returns the number of those that were dropped.
fn append(buffer: &mut Vec<u8>, bytes: &[u8], most: usize) -> u64 {
    buffer.extend_from_slice(bytes);
    // Not at every byte, or moving the rest would cost more than all else.
    if buffer.len() <= 2 * most {
        return 0;
    }
    let dropped = buffer.len() - most;
    buffer.drain(..dropped);
    dropped as u64
}

fn find(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    let mut from = 0;
    // Looking for its first byte is quicker than comparing at every place, without optimisation above all.
    while let Some(at) = bytes[from..].iter().position(|byte| *byte == mark[0]) {
        if bytes[from + at..].starts_with(mark) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// Length of the longest end of the bytes that a mark may begin with.
fn partial(bytes: &[u8], mark: &[u8]) -> usize {
    let longest = bytes.len().min(mark.len() - 1);
    (0..=longest).rev().find(|length| bytes.ends_with(&mark[..*length])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives its text in pieces of some length.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    #[test]
    fn marks_are_found_however_the_stream_is_cut() {
        for piece in 1..40 {
            let text = b"running 1 test\n\nword\none\ntwo\nword\nthree\nwo".to_vec();
            let output = Output::read(Pieces(text, piece), String::from("\nword\n"));
            assert!(output.wait_for_marks(2));
            output.wait_for_end();
            assert_eq!(output.take_fresh(), (String::from("one\ntwothree\nwo"), 0), "{piece}");
            assert!(output.last_words().starts_with("running"));
        }
    }

    #[test]
    fn a_stream_without_an_end_is_bounded() {
        let mut text = b"word\n".to_vec();
        text.extend((0..1 << 20).map(|byte: u32| b'a' + (byte % 26) as u8));
        let end = String::from_utf8(text[text.len() - 100..].to_vec()).unwrap();
        let output = Output::read(Pieces(text, 5_000), String::from("word\n"));
        output.wait_for_end();
        let (fresh, left_out) = output.take_fresh();
        assert_eq!(fresh.len() as u64 + left_out, 1 << 20);
        assert!(fresh.len() <= 2 * KEPT && fresh.ends_with(&end));
        assert!(output.last_words().len() <= 2 * LAST_WORDS);
    }
}
