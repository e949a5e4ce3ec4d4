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
use crate::choice::{Gate, Tape, Teller};
use crate::generate::Misuse;
use crate::law::{Counters, Outcome, attempt, threads};
use crate::shrink::Decider;

/// How long a thread should work before it hands over what it has.
const CHUNK_TIME: Duration = Duration::from_millis(1);
/// The most tests in a chunk.
const LARGEST_CHUNK: u64 = 1 << 14;
/// Number of threads that a law runs on at most; more would only wait for each other.
pub(super) const MOST_THREADS: usize = 256;
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
        let mut spawned = 0;
        for slot in 1..=jobs.min(MOST_THREADS) {
            let (shared, settings) = (&shared, settings.clone());
            let threads = threads.clone();
            let work = move || {
                let _running = threads::Running::beside(threads);
                let worked = attempt(|| {
                    build(&mut |law| {
                        let running = trail.slot(slot);
                        let settings = settings.clone();
                        let here = Here { law, plan, running, settings, deadline, backtraces };
                        Worker { here, shared }.work();
                    });
                    Outcome::Passed
                });
                shared.end_worker(worked);
            };
            // A thread more than the system has is one less that works.
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => spawned += 1,
                Err(_) => break,
            }
        }
        // The threads stop also when running unwinds.
        let _stop = StopAtEnd(&shared);
        match spawned {
            0 => run(here),
            _ => run(&mut Jobs { here, shared: &shared, spawned, current: None }),
        }
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
    /// Number of threads that made the law.
    made: usize,
    /// Why a thread ended before it was to: the tests that it took will never be done.
    broken: Option<Misuse>,
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

    /// Takes how a worker ended. Cases are judged inside of it, so one that did not end well failed outside of a case.
    fn end_worker(&self, worked: Result<Outcome, Misuse>) {
        let broken = match worked {
            Err(misuse) => misuse,
            Ok(Outcome::Failed(reason)) => Misuse::new(format!(
                "the law cannot run on several threads (`jobs`), since making it on another one panicked: {}; \
                 a law is made on every thread that runs it",
                reason.lines().join(" ")
            )),
            Ok(_) => return,
        };
        self.lock().broken.get_or_insert(broken);
        self.changed.notify_all();
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
        self.shared.lock().made += 1;
        self.shared.changed.notify_all();
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
    /// Number of threads.
    spawned: usize,
    current: Option<Chunk>,
}

impl Jobs<'_, '_> {
    /// The chunk that holds the test `start`.
    fn chunk(&mut self, start: u64, horizon: u64) -> Result<&mut Chunk, Misuse> {
        if self.current.as_ref().is_none_or(|chunk| chunk.end <= start) {
            let mut state = self.shared.lock();
            if state.horizon == 0 {
                // Nothing is taken yet. A part of a divided run begins with another test than the first.
                state.next = start;
            }
            state.horizon = state.horizon.max(horizon);
            self.shared.changed.notify_all();
            let chunk = loop {
                // All threads make the law or the run is misused, whichever of them is the fastest.
                let all_made = state.made == self.spawned;
                match state.done.iter().position(|chunk| chunk.start == start) {
                    Some(found) if all_made => break state.done.swap_remove(found),
                    _ => {}
                }
                if let Some(broken) = &state.broken {
                    return Err(broken.clone());
                }
                state = self.shared.wait(state);
            };
            self.current = Some(chunk);
            self.shared.changed.notify_all();
        }
        Ok(self.current.as_mut().expect("it was put there just now"))
    }
}

impl Site for Jobs<'_, '_> {
    fn run_batch(&mut self, start: u64, _: u64, horizon: u64) -> Result<Stretch, Misuse> {
        let chunk = self.chunk(start, horizon)?;
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

    fn judge_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        self.here.judge_told(feed, teller)
    }

    fn draw_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        self.here.draw_told(feed, teller)
    }

    fn draw_in_time(&mut self, feed: Feed) -> Judged {
        self.here.draw_in_time(feed)
    }

    fn draw(&mut self, feed: Feed) -> Judged {
        self.here.draw(feed)
    }

    fn show_feed(&mut self, feed: Feed, reported: bool) -> Judged {
        self.here.show_feed(feed, reported)
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
