//! Subjects `shuttle-*`: one for each way in which shuttle chooses schedules.
//!
//! Settings are shuttle's own, but that it does not print or keep failing schedules. Points are calls of its
//! scheduler's `next_task`.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ::shuttle::scheduler::{
    PctScheduler, RandomScheduler, Schedule, Scheduler, Task, TaskId, UrwRandomScheduler,
};
use ::shuttle::{Config, FailurePersistence, Runner};

use super::subject::{Counts, Ended, Hunt, Search, Subject};

mod imports {
    pub use ::shuttle::{future, sync, thread};
}
#[path = "workloads/futures.rs"]
mod futures;
#[path = "../../../gallery/src/races/programs/mod.rs"]
#[allow(dead_code, reason = "tests look at more than the suite does")]
pub mod programs;
#[path = "workloads/threads.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each scheduler")]
mod threads;

pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: "shuttle-random",
        workload,
        repeat: |run, runs| repeat(random(0, runs), run),
        hunt: Some(Hunt {
            program,
            search: |run, seed, most_runs| search(random(seed, most_runs), run),
        }),
    },
    Subject {
        name: "shuttle-pct2",
        workload: |_| None,
        repeat: |run, runs| repeat(pct(2, 0, runs), run),
        hunt: Some(Hunt {
            program,
            search: |run, seed, most_runs| search(pct(2, seed, most_runs), run),
        }),
    },
    Subject {
        name: "shuttle-pct",
        workload,
        repeat: |run, runs| repeat(pct(3, 0, runs), run),
        hunt: Some(Hunt {
            program,
            search: |run, seed, most_runs| search(pct(3, seed, most_runs), run),
        }),
    },
    Subject {
        name: "shuttle-urw",
        workload,
        repeat: |run, runs| repeat(urw(0, runs), run),
        hunt: Some(Hunt {
            program,
            search: |run, seed, most_runs| search(urw(seed, most_runs), run),
        }),
    },
];

fn workload(name: &str) -> Option<fn()> {
    Some(match name {
        "mutex_2x10" => threads::mutex_2x10,
        "philosophers_5x3" => threads::philosophers_5x3,
        "ping_pong_100" => threads::ping_pong_100,
        "atomic_2x10" => threads::atomic_2x10,
        "atomic_2x1000" => threads::atomic_2x1000,
        "async_ping_pong_100" => futures::async_ping_pong_100,
        _ => return None,
    })
}

fn program(name: &str) -> Option<fn()> {
    programs::PROGRAMS.iter().find(|program| program.name == name).map(|program| program.run)
}

fn random(seed: u64, runs: u64) -> RandomScheduler {
    RandomScheduler::new_from_seed(seed, runs as usize)
}

fn pct(depth: usize, seed: u64, runs: u64) -> PctScheduler {
    PctScheduler::new_from_seed(seed, depth, runs as usize)
}

fn urw(seed: u64, runs: u64) -> UrwRandomScheduler {
    UrwRandomScheduler::new_from_seed(seed, runs as usize)
}

fn repeat(scheduler: impl Scheduler + 'static, run: fn()) -> Counts {
    let counting = Counting::new(scheduler);
    let (runs, points) = (Rc::clone(&counting.runs), Rc::clone(&counting.points));
    Runner::new(counting, config()).run(run);
    Counts { runs: runs.get(), points: Some(points.get()) }
}

/// Each search has a thread of its own: a run in which a second task panics while the first still unwinds
/// leaves shuttle's thread counted as panicking, and every later run on it fails.
pub fn search(scheduler: impl Scheduler + Send + 'static, run: fn()) -> Search {
    std::thread::scope(|scope| {
        scope.spawn(|| search_here(scheduler, run)).join().expect("panics were caught")
    })
}

fn search_here(scheduler: impl Scheduler + 'static, run: fn()) -> Search {
    let counting = Counting::new(scheduler);
    let runs = Rc::clone(&counting.runs);
    let outcome = catch_unwind(AssertUnwindSafe(|| Runner::new(counting, config()).run(run)));
    let ended = match outcome {
        Ok(_) => Ended::Passed,
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or(payload.downcast_ref::<&str>().copied());
            classify(message.unwrap_or("a panic without a message"))
        }
    };
    Search { runs: runs.get(), ended }
}

/// Shuttle has no other way to tell a program's panic from a deadlock or from its own.
fn classify(message: &str) -> Ended {
    const OF_SHUTTLE: [&str; 3] =
        ["exceeded max_steps", "no task was scheduled", "did not exercise any concurrency"];
    if message.starts_with("deadlock!") {
        Ended::Deadlock
    } else if OF_SHUTTLE.iter().any(|known| message.contains(known)) {
        Ended::Otherwise(message.to_string())
    } else {
        Ended::Assertion
    }
}

fn config() -> Config {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.silence_warnings = true;
    config
}

/// Counts what another scheduler is asked for.
struct Counting<S> {
    inner: S,
    runs: Rc<Cell<u64>>,
    points: Rc<Cell<u64>>,
}

impl<S> Counting<S> {
    fn new(inner: S) -> Counting<S> {
        Counting { inner, runs: Rc::default(), points: Rc::default() }
    }
}

impl<S: Scheduler> Scheduler for Counting<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        let schedule = self.inner.new_execution()?;
        self.runs.set(self.runs.get() + 1);
        Some(schedule)
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        self.points.set(self.points.get() + 1);
        self.inner.next_task(runnable, current, is_yielding)
    }

    fn next_u64(&mut self) -> u64 {
        self.inner.next_u64()
    }
}
