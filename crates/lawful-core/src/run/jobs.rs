//! One law's tests on several threads, with the same outcome as on one.
//!
//! Every test has its own seed and size, so tests may run anywhere. The threads run ahead; what
//! they find is handed over in the order of the tests, as if it had been found one after the other.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::runner::Build;
use super::site::{Feed, Here, Judged, Site, Stretch};
use super::trail::Trail;
use crate::choice::{Gate, Tape};
use crate::generate::Misuse;
use crate::law::{Counters, threads};
use crate::shrink::Decider;

/// How long a thread should work before it hands over what it has.
const CHUNK_TIME: Duration = Duration::from_millis(1);
/// The most tests in a chunk.
const LARGEST_CHUNK: u64 = 1 << 14;
/// How many chunks may wait to be handed over; threads that are further ahead wait.
const AHEAD: usize = 64;

/// Runs `run` at a site whose tests are run on `jobs` threads.
pub(super) fn on_threads<T>(
    build: &Build<'_>,
    here: &mut Here<'_>,
    trail: &Trail,
    jobs: usize,
    run: impl FnOnce(&mut dyn Site) -> T,
) -> T {
    let shared = Shared::default();
    let (plan, settings, deadline) = (here.plan, here.settings.clone(), here.deadline);
    let backtraces = here.backtraces;
    let threads = threads::shared();
    std::thread::scope(|scope| {
        for slot in 0..jobs {
            let (shared, settings) = (&shared, settings.clone());
            let threads = threads.clone();
            scope.spawn(move || {
                let _running = threads::Running::beside(threads);
                build(&mut |law| {
                    let running = trail.slot(slot);
                    let settings = settings.clone();
                    let here = Here { law, plan, running, settings, deadline, backtraces };
                    Worker { here, shared }.work();
                });
            });
        }
        // The threads stop also when running unwinds.
        let _stop = StopAtEnd(&shared);
        run(&mut Jobs { here, shared: &shared, current: None })
    })
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The first test that nobody has taken.
    next: u64,
    /// The tests from here on are not wanted yet.
    horizon: u64,
    /// What is done and not handed over.
    done: Vec<Chunk>,
    stopped: bool,
}

/// A stretch of tests that one thread ran.
struct Chunk {
    start: u64,
    end: u64,
    /// The tests that need attention, in order.
    ended: VecDeque<Stretch>,
    /// What was counted after the last of them.
    counters: Counters,
    /// What ended the chunk early.
    misuse: Option<Misuse>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

struct StopAtEnd<'a>(&'a Shared);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
    }
}

struct Worker<'a> {
    here: Here<'a>,
    shared: &'a Shared,
}

impl Worker<'_> {
    fn work(mut self) {
        let mut length = 1;
        while let Some((start, end)) = self.take(length) {
            let started = Instant::now();
            let chunk = self.run(start, end);
            if started.elapsed() < CHUNK_TIME {
                length = (2 * length).min(LARGEST_CHUNK);
            } else {
                length = (length / 2).max(1);
            }
            self.shared.lock().done.push(chunk);
            self.shared.changed.notify_all();
        }
    }

    fn take(&self, length: u64) -> Option<(u64, u64)> {
        let mut state = self.shared.lock();
        while !state.stopped && (state.next >= state.horizon || state.done.len() >= AHEAD) {
            state = self.shared.wait(state);
        }
        let start = state.next;
        let end = (start + length).min(state.horizon);
        state.next = end;
        (!state.stopped).then_some((start, end))
    }

    fn run(&mut self, start: u64, end: u64) -> Chunk {
        let (ended, counters) = (VecDeque::new(), Counters::default());
        let mut chunk = Chunk { start, end, ended, counters, misuse: None };
        let mut next = start;
        while next < end {
            let stretch = match self.here.run_batch(next, end, end) {
                Ok(stretch) => stretch,
                Err(misuse) => {
                    chunk.misuse = Some(misuse);
                    break;
                }
            };
            next = stretch.upto + 1;
            if stretch.is_out_of_time {
                chunk.ended.push_back(stretch);
                break;
            }
            match stretch.ended {
                Some(_) => chunk.ended.push_back(stretch),
                None => chunk.counters = stretch.counters,
            }
        }
        chunk
    }
}

/// Hands over what the threads found, in the order of the tests; everything else runs here.
struct Jobs<'a, 'b> {
    here: &'a mut Here<'b>,
    shared: &'a Shared,
    current: Option<Chunk>,
}

impl Jobs<'_, '_> {
    /// The chunk that holds the test `start`.
    fn chunk(&mut self, start: u64, horizon: u64) -> &mut Chunk {
        if self.current.as_ref().is_none_or(|chunk| chunk.end <= start) {
            let mut state = self.shared.lock();
            state.horizon = state.horizon.max(horizon);
            self.shared.changed.notify_all();
            let chunk = loop {
                match state.done.iter().position(|chunk| chunk.start == start) {
                    Some(found) => break state.done.swap_remove(found),
                    None => state = self.shared.wait(state),
                }
            };
            self.current = Some(chunk);
            self.shared.changed.notify_all();
        }
        self.current.as_mut().expect("it was put there just now")
    }
}

impl Site for Jobs<'_, '_> {
    fn run_batch(&mut self, start: u64, _: u64, horizon: u64) -> Result<Stretch, Misuse> {
        let chunk = self.chunk(start, horizon);
        if let Some(stretch) = chunk.ended.pop_front() {
            return Ok(stretch);
        }
        match chunk.misuse.take() {
            Some(misuse) => Err(misuse),
            None => {
                let counters = std::mem::take(&mut chunk.counters);
                Ok(Stretch { upto: chunk.end, counters, ended: None, is_out_of_time: false })
            }
        }
    }

    fn judge(&mut self, feed: Feed) -> Judged {
        self.here.judge(feed)
    }

    fn judge_in_time(&mut self, feed: Feed) -> Judged {
        self.here.judge_in_time(feed)
    }

    fn draw_in_time(&mut self, feed: Feed) -> Judged {
        self.here.draw_in_time(feed)
    }

    fn draw(&mut self, feed: Feed) -> Judged {
        self.here.draw(feed)
    }

    fn show(&mut self, tape: &Tape, reported: bool) -> Judged {
        self.here.show(tape, reported)
    }

    fn show_arguments(&mut self, tape: &Tape) -> Judged {
        self.here.show_arguments(tape)
    }

    fn judge_decided(&mut self, tape: Tape, decider: Decider) -> Option<Judged> {
        self.here.judge_decided(tape, decider)
    }

    fn judge_behind(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Judged {
        self.here.judge_behind(feed, gate)
    }
}
