//! Reports of runs for people and for programs. Everything here consumes events and summaries; nothing here
//! decides anything.
//!
//! - [`terminal`]: the report of a law under `cargo test`;
//! - [`literal`]: values as Rust that can be pasted;
//! - `trace` (feature `traces`): events of several tasks over time, as a table or a picture;
//! - [`observe`]: every case as a line of JSON, as Hypothesis and Tyche read it.

pub mod literal;
pub mod observe;
pub mod pictures;
pub mod sequence;
pub mod terminal;
#[cfg(feature = "traces")]
pub mod trace;
