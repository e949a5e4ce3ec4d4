//! Subjects `lawful-*`: one for each strategy, and `lawful`, the portfolio that is the default.

use ::lawful_pulse::{Search as Strategy, scheduled};
use lawful::data::Reason;
use lawful::extend::mix;
use lawful_gallery::races::programs::PROGRAMS;

use super::subject::{Counts, Ended, Hunt, Search, Subject};

mod imports {
    pub use ::lawful_pulse::{future, sync, thread};
}
#[path = "workloads/futures.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each scheduler")]
mod futures;
#[path = "workloads/threads.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each scheduler")]
mod threads;

/// The schedules of a test, unless a law says otherwise.
const SCHEDULES: u64 = 64;

pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: "lawful",
        workload: |_| None,
        repeat: |run, runs| repeat(Strategy::Portfolio, run, runs),
        hunt: Some(Hunt {
            program,
            search: |run, seed, most| search(Strategy::Portfolio, run, seed, most),
        }),
    },
    Subject {
        name: "lawful-random",
        workload,
        repeat: |run, runs| repeat(Strategy::Random, run, runs),
        hunt: None,
    },
    Subject {
        name: "lawful-pct",
        workload,
        repeat: |run, runs| repeat(Strategy::Pct { depth: 3 }, run, runs),
        hunt: None,
    },
    Subject {
        name: "lawful-urw",
        workload,
        repeat: |run, runs| repeat(Strategy::UniformWalk, run, runs),
        hunt: None,
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
    PROGRAMS.iter().find(|program| program.name == name).map(|program| program.run)
}

fn repeat(strategy: Strategy, run: fn(), runs: u64) -> Counts {
    let explored = scheduled(run).search(strategy).schedules(runs).explore(1);
    assert_eq!(explored.broken, None);
    Counts { runs: explored.schedules, points: Some(explored.points) }
}

/// Test after test, each with as many schedules as a law tries by itself.
fn search(strategy: Strategy, run: fn(), seed: u64, most_runs: u64) -> Search {
    let mut runs = 0;
    for test in 0.. {
        if runs >= most_runs {
            break;
        }
        let schedules = SCHEDULES.min(most_runs - runs);
        let law = scheduled(run).search(strategy).schedules(schedules);
        let explored = law.explore(mix(seed, test));
        runs += explored.schedules;
        if let Some(reason) = explored.broken {
            return Search { runs, ended: classify(&reason) };
        }
    }
    Search { runs, ended: Ended::Passed }
}

fn classify(reason: &Reason) -> Ended {
    match (reason.component, reason.code) {
        ("pulse", "deadlock" | "leaked-thread") => Ended::Deadlock,
        (Reason::ENGINE, "panic") => Ended::Assertion,
        _ => Ended::Otherwise(format!("{reason:?}")),
    }
}
