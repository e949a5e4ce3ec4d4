//! Plain data that a run tells: reasons, documents, cases and events.
//!
//! Reporters and tools read these types. They are numbers, texts and lists of them, and this module
//! imports nothing of the engine, so that it can become a crate that no tool has to link the engine for.

mod case;
mod document;
mod event;
mod json;
mod reason;
mod trace;

pub use case::{
    Assumption, CasePart, CaseRecord, DescribedVariant, Description, Label, Place, ShownValue,
    Starved, Verdict,
};
pub use document::{Block, Document, ShownCall};
pub use event::{About, Event, Notice, Problem, Target, Test};
pub use json::Json;
pub use reason::{Death, Reason};
pub use trace::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
