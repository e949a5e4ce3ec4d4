#![doc = include_str!("manual.md")]
//!
//! # As a library
//!
//! Each command is a type with its options, and a function that runs it: [`run::RunOptions`], [`list::ListOptions`],
//! [`replay::ReplayOptions`], [`failures::FailuresOptions`], [`merge::MergeOptions`], [`report::ReportOptions`], [`trace::TraceOptions`], [`init::InitOptions`], [`discover::LawsOptions`],
//! [`uncontrolled::UncontrolledOptions`]. [`stored`] finds the stored failures of a workspace, and [`laws`] its laws. The
//! ranking of `cargo lawful rank` is in `lawful-rank`.

pub mod cargo;
pub mod cli;
pub mod discover;
pub mod duration;
pub mod error;
pub mod failures;
pub mod init;
pub mod laws;
pub mod list;
pub mod merge;
mod outline;
pub mod package;
pub mod rank;
pub mod replay;
pub mod report;
pub mod results;
pub mod run;
pub mod shard;
pub mod stored;
pub mod style;
pub mod trace;
pub mod uncontrolled;
