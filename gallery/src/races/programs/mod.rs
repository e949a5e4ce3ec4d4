//! Small programs with one known concurrency mistake each, and the same programs put right.
//!
//! The folder is a module of whoever runs the programs under a scheduler. That module has a sibling
//! `imports` with `sync` and `thread` in them, which have what `std` has under those names; so one source
//! is compiled for several schedulers, and they are compared on the very same programs.
//!
//! ```text
//! mod imports {
//!     pub use lawful_pulse::{sync, thread};
//! }
//! pub mod programs;
//! ```
//!
//! A run is one call. It makes all of its state anew, joins all of its tasks, and never waits in a loop
//! that spins. Every access to shared data goes through `sync`, with `SeqCst` where there is a choice, so
//! that the order of the tasks is all that a run depends on.

use super::imports;

pub mod aba;
pub mod barrier_reuse;
pub mod bounded_buffer;
pub mod cas_chain;
pub mod check_then_act;
pub mod double_checked;
pub mod lock_order;
pub mod lost_update;
pub mod lost_wake_up;
pub mod message_order;
pub mod once_race;
pub mod philosophers;
pub mod publication;
pub mod read_write;
pub mod sctbench;
pub mod stalled_reader;
pub mod wait_without_loop;
pub mod work_stealing;
pub mod wrong_notify;

/// A program with a mistake, and what is known of it.
pub struct Program {
    /// What the program is called in tables.
    pub name: &'static str,
    /// One run, which fails under some schedules.
    pub run: fn(),
    /// One run without the mistake, which fails under none.
    pub right: Option<fn()>,
    /// How a run fails, most often where there are two ways.
    pub failure: Failure,
    /// The fewest switches with which a run fails, if known. A switch is a decision for another task
    /// than the current one or, where that one cannot go on, than the next that can, in the order in
    /// which tasks were spawned and from the first again after the last. Where the current task can go
    /// on and is not left, nothing is counted.
    pub fewest_switches: Option<u32>,
}

/// How a run fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A task panics, since what it asserts is false.
    Assertion,
    /// No task can go on, and not all have ended.
    Deadlock,
}

/// All programs, those from SCTBench last.
pub const PROGRAMS: &[Program] = &[
    asserts("lost_update", lost_update::run, Some(lost_update::run_right), Some(1)),
    asserts("check_then_act", check_then_act::run, Some(check_then_act::run_right), Some(1)),
    deadlocks("wrong_notify", wrong_notify::run, Some(wrong_notify::run_right), Some(0)),
    deadlocks("lost_wake_up", lost_wake_up::run, Some(lost_wake_up::run_right), Some(1)),
    asserts(
        "wait_without_loop",
        wait_without_loop::run,
        Some(wait_without_loop::run_right),
        Some(1),
    ),
    deadlocks("bounded_buffer", bounded_buffer::run, Some(bounded_buffer::run_right), Some(0)),
    asserts("work_stealing", work_stealing::run, Some(work_stealing::run_right), Some(2)),
    deadlocks(
        "philosophers_3",
        || philosophers::run(3),
        Some(|| philosophers::run_right(3)),
        Some(2),
    ),
    deadlocks(
        "philosophers_5",
        || philosophers::run(5),
        Some(|| philosophers::run_right(5)),
        Some(4),
    ),
    asserts(
        "stalled_reader_10",
        || stalled_reader::run(10),
        Some(|| stalled_reader::run_right(10)),
        Some(1),
    ),
    asserts(
        "stalled_reader_20",
        || stalled_reader::run(20),
        Some(|| stalled_reader::run_right(20)),
        Some(1),
    ),
    asserts("cas_chain", cas_chain::run, None, Some(3)),
    asserts("double_checked", double_checked::run, Some(double_checked::run_right), Some(1)),
    deadlocks("lock_order", lock_order::run, Some(lock_order::run_right), Some(1)),
    asserts("read_write", read_write::run, Some(read_write::run_right), Some(1)),
    asserts("barrier_reuse", barrier_reuse::run, Some(barrier_reuse::run_right), Some(0)),
    asserts("once_race", once_race::run, Some(once_race::run_right), Some(1)),
    asserts("message_order", message_order::run, Some(message_order::run_right), Some(0)),
    asserts("publication", publication::run, Some(publication::run_right), Some(1)),
    asserts("aba", aba::run, Some(aba::run_right), Some(1)),
    asserts("account_bad", sctbench::account::run, Some(sctbench::account::run_right), Some(1)),
    asserts(
        "bluetooth_driver_bad",
        sctbench::bluetooth_driver::run,
        Some(sctbench::bluetooth_driver::run_right),
        Some(1),
    ),
    deadlocks(
        "carter01_bad",
        sctbench::carter01::run,
        Some(sctbench::carter01::run_right),
        Some(1),
    ),
    asserts(
        "circular_buffer_bad",
        sctbench::circular_buffer::run,
        Some(sctbench::circular_buffer::run_right),
        Some(2),
    ),
    deadlocks(
        "deadlock01_bad",
        sctbench::deadlock01::run,
        Some(sctbench::deadlock01::run_right),
        Some(1),
    ),
    asserts("din_phil2_sat", || sctbench::din_phil::run(2), None, Some(0)),
    asserts("din_phil3_sat", || sctbench::din_phil::run(3), None, Some(0)),
    asserts("din_phil4_sat", || sctbench::din_phil::run(4), None, Some(0)),
    asserts("din_phil5_sat", || sctbench::din_phil::run(5), None, Some(0)),
    asserts("din_phil6_sat", || sctbench::din_phil::run(6), None, Some(0)),
    asserts("din_phil7_sat", || sctbench::din_phil::run(7), None, Some(0)),
    asserts("lazy01_bad", sctbench::lazy01::run, None, Some(0)),
    deadlocks("phase01_bad", sctbench::phase01::run, Some(sctbench::phase01::run_right), Some(0)),
    asserts("queue_bad", sctbench::queue::run, Some(sctbench::queue::run_right), Some(2)),
    asserts(
        "reorder_3_bad",
        || sctbench::reorder::run(3),
        Some(|| sctbench::reorder::run_right(3)),
        Some(1),
    ),
    asserts(
        "reorder_4_bad",
        || sctbench::reorder::run(4),
        Some(|| sctbench::reorder::run_right(4)),
        Some(1),
    ),
    asserts(
        "reorder_5_bad",
        || sctbench::reorder::run(5),
        Some(|| sctbench::reorder::run_right(5)),
        Some(1),
    ),
    asserts(
        "reorder_10_bad",
        || sctbench::reorder::run(10),
        Some(|| sctbench::reorder::run_right(10)),
        Some(1),
    ),
    asserts(
        "reorder_20_bad",
        || sctbench::reorder::run(20),
        Some(|| sctbench::reorder::run_right(20)),
        Some(1),
    ),
    asserts("stack_bad", sctbench::stack::run, Some(sctbench::stack::run_right), Some(1)),
    deadlocks("sync01_bad", sctbench::sync01::run, Some(sctbench::sync01::run_right), Some(0)),
    deadlocks("sync02_bad", sctbench::sync02::run, Some(sctbench::sync02::run_right), Some(0)),
    asserts("token_ring_bad", sctbench::token_ring::run, None, Some(1)),
    asserts("twostage_bad", sctbench::twostage::run, Some(sctbench::twostage::run_right), Some(1)),
    asserts(
        "wronglock_3_bad",
        || sctbench::wronglock::run(3),
        Some(|| sctbench::wronglock::run_right(3)),
        Some(1),
    ),
    asserts(
        "wronglock_bad",
        || sctbench::wronglock::run(7),
        Some(|| sctbench::wronglock::run_right(7)),
        Some(1),
    ),
];

const fn asserts(
    name: &'static str,
    run: fn(),
    right: Option<fn()>,
    fewest_switches: Option<u32>,
) -> Program {
    Program { name, run, right, failure: Failure::Assertion, fewest_switches }
}

const fn deadlocks(
    name: &'static str,
    run: fn(),
    right: Option<fn()>,
    fewest_switches: Option<u32>,
) -> Program {
    Program { name, run, right, failure: Failure::Deadlock, fewest_switches }
}
