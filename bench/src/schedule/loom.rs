//! Subject `loom`: as many runs of its exhaustive search as were asked for.
//!
//! Loom tells runs and no points. It has at most five threads, the first among them, which leaves out the
//! philosophers, and does not spawn futures. It takes no part in looking for failures: it has no seed, needs
//! more runs than anybody waits for once a program is not tiny, and ends the process on a deadlock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::loom::model::Builder;

use super::subject::{Counts, Subject};

mod imports {
    pub use ::loom::{sync, thread};
}
#[path = "workloads/threads.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each scheduler")]
#[allow(dead_code, reason = "not all of it can be run")]
mod threads;

pub const SUBJECTS: &[Subject] = &[Subject { name: "loom", workload, repeat, hunt: None }];

fn workload(name: &str) -> Option<fn()> {
    Some(match name {
        "mutex_2x10" => threads::mutex_2x10,
        "ping_pong_100" => threads::ping_pong_100,
        "atomic_2x10" => threads::atomic_2x10,
        "atomic_2x1000" => threads::atomic_2x1000,
        _ => return None,
    })
}

fn repeat(run: fn(), runs: u64) -> Counts {
    let mut builder = Builder::new();
    // By default a run of more than a thousand branches is refused.
    builder.max_branches = 10_000;
    // It looks at the limit each time it would write a checkpoint.
    builder.max_permutations = Some(runs as usize + 1);
    builder.checkpoint_interval = runs as usize + 1;
    let ran = Arc::new(AtomicU64::new(0));
    // A program with few schedules is at its end before the limit, and begins again.
    while ran.load(Ordering::Relaxed) < runs {
        let counter = Arc::clone(&ran);
        builder.check(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            run();
        });
    }
    Counts { runs: ran.load(Ordering::Relaxed), points: None }
}
