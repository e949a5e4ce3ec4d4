//! Everything that a run of Lawful tells, as plain data, and the codec that it is written and read with.
//!
//! Reporters and tools read these types. They are numbers, texts and lists of them, and this crate depends on nothing, so
//! that a tool that reads results never links the engine. A [`Summary`] is what a run of a law came to, with each
//! [`Failure`] at its minimal case; an [`Event`] is what happens meanwhile; a [`Document`] is what a component shows.
//!
//! ```
//! use lawful::data::codec::{from_json, to_json};
//! use lawful::data::{About, Summary};
//! use lawful::prelude::*;
//!
//! let law = for_all(any::<Vec<u8>>(), |list| list.len() < 3);
//! let summary = Runner::named("short lists").seed(1).run(&law);
//! let line = to_json(&summary);
//! let read: Summary = from_json(&line).unwrap();
//! assert_eq!(read.failures()[0].arguments[0].debug, "[0, 0, 0]");
//! assert_eq!(to_json(&read), line);
//! ```
//!
//! - [`codec`]: one description of each type, which the child process of an isolated law, the database of failures, JSON
//!   lines and files of results all use; in a short binary form, and as JSON;
//! - [`file`](mod@file): files of ours, which say what they are and are refused when they are damaged or of another version;
//! - [`format`](mod@format): the format of those files, for readers in other languages;
//! - [`settings`]: the file `lawful.toml`, with the settings of a whole workspace;
//! - [`tape`]: the choices of a case, from which the engine makes the case again;
//! - [`merge`](mod@merge): joins the summaries of parts of a run.

mod case;
pub mod codec;
mod coded;
mod counter;
mod document;
mod event;
mod failure;
pub mod file;
#[doc = include_str!("../FORMAT.md")]
pub mod format {}
mod graph;
mod history;
mod identity;
mod json;
mod lists;
pub mod merge;
mod ordered;
mod page;
mod reason;
mod reporter;
mod results;
pub mod settings;
mod shape;
mod statement;
mod stored;
mod summary;
mod tables;
pub mod tape;
mod token;
mod trace;

pub use case::{
    Assumption, CasePart, CaseRecord, DescribedVariant, Description, Label, Place, ShownValue,
    Starved, Verdict,
};
pub use counter::{CountedStep, Counter};
pub use document::{Block, Document, ShownCall};
pub use event::{About, Event, LAW_MARK, LAW_MARK_END, Notice, Problem, Target, Test};
pub use failure::{
    Explanation, Failure, Found, FreePart, NearestPassing, Original, Rate, Size, Stop, Unstable,
};
pub use graph::{Graph, GraphEdge, GraphNode, Tone};
pub use history::{HistoryCall, ShownHistory};
pub use identity::Identity;
pub use json::Json;
#[doc(hidden)]
pub use lists::{Listed, sort_by};
pub use ordered::Ordered;
pub use page::Page;
pub use reason::{Death, Reason};
pub use reporter::{Reporter, Watcher, Watchers};
pub use results::{Record, RecordedEvent, Results, Shard, Unfinished};
pub use shape::Shape;
pub use statement::{Mark, Statement};
pub use stored::StoredFailure;
pub use summary::{Distribution, Exhausted, Feature, Limit, Misuse, Stopped, Summary, Warning};
pub use tables::{Coverage, KnownBug, Table, Tables};
pub use token::{ReplayToken, TokenError};
pub use trace::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
