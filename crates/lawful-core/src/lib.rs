//! The engine of Lawful: choices, generators, laws, shrinking and the runner.
//!
//! Most people import the crate `lawful`, which re-exports all of this with the macros and the
//! report. The layers, each of which depends only on those above it:
//!
//! - [`data`]: what a run tells, as plain types of a crate of its own that knows nothing of the engine;
//! - [`choice`]: every decision of a run is a choice on a tape; sources answer requests for them;
//! - [`generate`]: generators make values from choices;
//! - [`shrink`]: passes that make a tape smaller while a predicate on its runs holds;
//! - [`law`]: statements over values, their outcomes, and what a case says of itself;
//! - [`run`]: the loop that looks for a counterexample, and the events it emits.
//!
//! Components (machines, schedulers, and those of others) build on [`extend`], and on nothing else of the
//! engine.

pub mod choice;
pub mod extend;
pub mod generate;
pub mod law;
pub mod run;
pub mod shrink;

pub use lawful_data as data;
