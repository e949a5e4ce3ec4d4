//! The programs under the scheduler.

use lawful_pulse::tokio;

#[path = "programs.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each runtime")]
pub mod programs;
