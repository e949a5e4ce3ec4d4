//! The extension API: what a component builds on, and nothing else of the engine.
//!
//! A component is a kind of law: machines, schedules, parallel calls, or one of your own. It implements
//! [`Component`], and brings as much of the rest as it has a use for.
//!
//! | a component brings | with |
//! |---|---|
//! | drawing and running, in two steps | [`Component::draw`], [`Component::run`]; the engine decides between them |
//! | its outcome, by value | [`Outcome`], with a [`Reason`]: a stable code, named fields, a document |
//! | identity: which reasons are one failure | [`Reason::identified_by`], else the title |
//! | passes for shrinking | [`Extension::passes`], run by the engine's one loop |
//! | sizes that people understand, and proofs that they are minimal | [`Extension::measures`] |
//! | keyed choices, named by owner and count | [`Choices::keyed`], [`Choices::begin_keyed`], [`Choices::write_keyed`] |
//! | counters and tables, summed over threads and processes | [`Case::counters`] |
//! | settings in `#[law(..)]` and in the environment | [`Setting`], [`Case::setting`] |
//! | calls, traces, tables and pictures of a case | [`Case::show`], [`Block`] |
//!
//! The current case is the argument [`Case`]. What is shown of it is made only where [`Case::shows`] says that
//! it will be read. Shrinking, replay, isolation, jobs, the database and the reports need nothing more:
//!
//! ```
//! use lawful::extend::*;
//! use lawful::prelude::*;
//!
//! /// A list of numbers and an index into it, off by one.
//! struct Indexing;
//!
//! impl Component for Indexing {
//!     type Drawn = (Vec<u8>, usize);
//!
//!     fn draw(&self, case: &mut Case) -> Self::Drawn {
//!         let list: Vec<u8> = case.argument("list", &any());
//!         let index = case.argument("index", &(0..=list.len()));
//!         (list, index)
//!     }
//!
//!     fn run(&self, (list, index): Self::Drawn, case: &mut Case) -> Outcome {
//!         case.counters.add("lists", if list.is_empty() { "empty" } else { "filled" }, 1);
//!         match list.get(index) {
//!             Some(_) => Outcome::Passed,
//!             None => {
//!                 let reason = Reason::new("indexing", "out-of-bounds", "the index is out of bounds");
//!                 case.fail(reason, || format!("{index} of {}", list.len()))
//!             }
//!         }
//!     }
//! }
//!
//! let summary = Runner::named("indexing").run(&Indexing);
//! assert_eq!(summary.failure().unwrap().reason.code, "out-of-bounds");
//! ```
//!
//! A component may also use the shrinking loop for a question of its own: see
//! [`minimize`], and [`show`] for the run of a tape that is to be shown.

mod choices;

pub use choices::Choices;

pub use crate::choice::{
    Asked, Block as UnitBlock, Bytes, Enumeration, Feeder, Keyed, KeyedChoice, Kind, Lane, Mark,
    Neighbours, Ordered, Random, Recording, Scalar, Source, Tape, Token, mix, mix_bytes,
};
pub use crate::data::{
    Block, CasePart, Document, EventKind, Graph, Json, Page, Reason, ShownCall, ShownValue,
    Statement, TaskEnd, Tone, Trace, TracedEvent, TracedTask,
};
pub use crate::generate::{Made, Misuse, Sequence};
pub use crate::law::{
    Case, Component, Counter, Counters, IntoOutcome, Law, Outcome, Setting, Settings, StepCounts,
    attempt, muted, once_per_case, raise, shown_value, steps,
};
pub use crate::run::{Minimized, minimize, show};
pub use crate::shrink::{
    At, Budget, Decider, Edit, Extension, List, Measure, Outline, Pass, Shrinker, SpanAt, Stage,
};
