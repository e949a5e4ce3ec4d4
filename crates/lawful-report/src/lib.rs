//! Reports of runs for people and for programs. Everything here consumes events and summaries; nothing here
//! decides anything.
//!
//! - [`terminal`]: the report of a law under `cargo test`;
//! - [`literal`]: values as Rust that can be pasted;
//! - `trace` (feature `traces`): events of several tasks over time, as a table or a picture;
//! - [`lines`]: events and summaries as lines of JSON;
//! - [`junit`](mod@junit): the results of laws as JUnit XML;
//! - [`html`](mod@html): laws and other results as one page of HTML;
//! - [`texts`]: stored failures as text, beside the files that are committed;
//! - [`observe`]: every case as a line of JSON, as Hypothesis and Tyche read it.

pub mod html;
pub mod junit;
pub mod lines;
pub mod literal;
pub mod observe;
mod outcome;
pub mod pictures;
pub mod sequence;
pub mod terminal;
pub mod texts;
#[cfg(feature = "traces")]
pub mod trace;
