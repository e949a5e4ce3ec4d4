//! Shrinking: one order of tapes, one loop that accepts candidates, and passes that propose them.
//!
//! The loop shrinks against a predicate on runs, not against a verdict, so that components can
//! use it too: ranking shrinks while a test stays irredundant, discovery while it refutes.

mod creeping;
mod extension;
mod groups;
mod outline;
mod pass;
mod passes;
mod search;
mod shrinker;

pub use crate::data::{Size, Stop};
pub use extension::{Extension, Measure, Pass, Stage};
pub use outline::{At, Edit, List, Outline, SpanAt};
pub(crate) use shrinker::measured;
pub use shrinker::{Budget, Decider, End, Ran, Shrinker, Shrunk, Subject};
