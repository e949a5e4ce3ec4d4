//! Small asynchronous programs with one known mistake each, and the same programs put right.
//!
//! As with the programs of threads, the folder is a module of whoever runs them under a scheduler. That
//! module has a sibling `imports` with `sync` and `tokio` in them, which have what `std` and tokio have under
//! those names.
//!
//! ```text
//! mod imports {
//!     pub use lawful_pulse::{sync, tokio};
//! }
//! pub mod asynchronous;
//! ```
//!
//! A run is one call, which makes its state anew and ends when all of its tasks do.

use super::imports;

pub mod async_lock_order;
pub mod dropped_message;
pub mod guard_across_await;
pub mod stale_balance;

/// A program with a mistake, and what is known of it.
pub struct Program {
    /// What the program is called in tables.
    pub name: &'static str,
    /// One run, which fails under some schedules.
    pub run: fn(),
    /// One run without the mistake, which fails under none.
    pub right: fn(),
    /// Part of what is told when a run fails.
    pub told: &'static str,
    /// The fewest choices, other than the simplest, with which a run fails.
    pub fewest_switches: u64,
}

/// All programs.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "dropped_message",
        run: dropped_message::run,
        right: dropped_message::run_right,
        told: "a message was lost",
        fewest_switches: 1,
    },
    Program {
        name: "guard_across_await",
        run: guard_across_await::run,
        right: guard_across_await::run_right,
        told: "which it holds itself",
        fewest_switches: 0,
    },
    Program {
        name: "async_lock_order",
        run: async_lock_order::run,
        right: async_lock_order::run_right,
        told: "wait for each other for ever",
        fewest_switches: 1,
    },
    Program {
        name: "stale_balance",
        run: stale_balance::run,
        right: stale_balance::run_right,
        told: "money was lost",
        fewest_switches: 1,
    },
];
