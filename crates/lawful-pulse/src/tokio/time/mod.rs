//! `tokio::time`, on the virtual clock where a run is going on.
//!
//! Time stands still there while anybody can go on: it jumps to the next timer when nobody can, or when the
//! schedule says so. So a time-out may come before what it limits, and that without a wait.

mod interval;
mod sleep;
mod timeout;
mod timers;

pub use std::time::Duration;

pub use crate::time::Instant;
pub use interval::{Interval, MissedTickBehavior, interval, interval_at};
pub use sleep::{Sleep, sleep, sleep_until};
pub use timeout::{Timeout, timeout, timeout_at};

/// Errors of this module.
pub mod error {
    pub use super::timeout::Elapsed;
}
