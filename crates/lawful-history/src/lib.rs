//! Histories of concurrent calls: is there an order of the calls that explains what they returned?
//!
//! Processes call an object at the same time. Each call takes effect at one moment between its
//! invocation and its return, or so the object promises. A [`History`] records when calls were invoked
//! and what they returned; a [`Specification`] says what calls may return one after the other; and
//! [`verify`] looks for an order of the calls that the specification allows.
//!
//! ```
//! use lawful::history::objects::{Register, RegisterCall};
//! use lawful::history::{Consistency, History, Verdict, verify};
//!
//! let mut history = History::new();
//! let write = history.invoke(0, RegisterCall::Write(1))?;
//! let early = history.invoke(1, RegisterCall::Read(Some(1)))?;
//! history.returned(early)?;
//! let late = history.invoke(1, RegisterCall::Read(None))?;
//! history.returned(late)?;
//! history.returned(write)?;
//!
//! // The value was seen, and then it was not there any more.
//! let verdict = verify(&Register, &history, Consistency::Linearizable);
//! assert_eq!(verdict, Verdict::Inconsistent { longest: vec![write, early], stuck: vec![late] });
//! # Ok::<(), lawful::history::Misuse>(())
//! ```
//!
//! - [`Consistency`] says which orders count: those that agree with real time (linearizability), or those that
//!   agree with the order of each process (sequential consistency).
//! - [`verify_by_key`] judges calls of different keys each on their own, which is much faster.
//! - [`Verifier`] has a limit of steps.
//! - [`Verdict::page`] makes a page for a report, which draws the history.
//! - [`objects`] has specifications that are ready: a register and a store of values under keys.
#![cfg_attr(feature = "formats", doc = "- [`formats`] reads recorded histories from files.")]

mod fingerprint;
#[cfg(feature = "formats")]
pub mod formats;
mod history;
mod misuse;
pub mod objects;
mod parts;
mod search;
mod shown;
mod specification;
mod verdict;
mod verify;

pub use fingerprint::fingerprint;
pub use history::{History, RecordedCall};
pub use misuse::Misuse;
pub use specification::{Effect, Specification};
pub use verdict::Verdict;
pub use verify::{Consistency, Verifier, verify, verify_by_key};
