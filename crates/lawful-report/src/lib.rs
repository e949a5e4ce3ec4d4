//! What a run looks like to a person. Everything here consumes events and summaries; nothing here
//! decides anything.
//!
//! - [`terminal`]: the report of a law under `cargo test`;
//! - [`literal`]: values as Rust that can be pasted.

pub mod literal;
pub mod terminal;
