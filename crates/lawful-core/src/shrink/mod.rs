//! Shrinking: one order of tapes, one loop that accepts candidates, and passes that propose them.
//!
//! The loop shrinks against a predicate on runs, not against a verdict, so that other rooms can
//! use it too: ranking shrinks while a test stays irredundant, discovery while it refutes.

mod creeping;
mod groups;
mod outline;
mod pass;
mod passes;
mod proof;
mod search;
mod shrinker;
mod steps;

pub(crate) use outline::Edit;
pub use outline::{At, List, Outline, SpanAt};
pub use pass::Pass;
pub use shrinker::{Budget, Decider, End, Ran, Shrinker, Shrunk, Stop, Subject};
