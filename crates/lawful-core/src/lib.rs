//! The engine of Lawful: choices, generators, laws, shrinking and the runner.
//!
//! Most people import the crate `lawful`, which re-exports all of this with the macros and the
//! report. The layers, each of which depends only on those above it:
//!
//! - [`choice`]: every decision of a run is a choice on a tape; sources answer requests for them;
//! - [`generate`]: generators make values from choices;
//! - [`law`]: statements over values, their verdicts, and what a case says of itself;
//! - [`shrink`]: passes that make a tape smaller while the law stays broken;
//! - [`run`]: the loop that looks for a broken case, and the events it emits.

pub mod choice;
pub mod generate;
pub mod law;
pub mod run;
pub mod shrink;
