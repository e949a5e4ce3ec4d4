//! The programs on the real tokio.

use ::tokio;

#[path = "programs.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled once for each runtime")]
pub mod programs;
