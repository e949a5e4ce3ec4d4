//! Temporal laws: properties of what happens over time.
#![cfg_attr(all(feature = "machine", feature = "pulse"), doc = "")]
#![cfg_attr(all(feature = "machine", feature = "pulse"), doc = include_str!("manual.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "laws")]
#[macro_use]
mod macros;

#[cfg(feature = "laws")]
mod arena;
#[cfg(feature = "laws")]
mod atom;
#[cfg(feature = "laws")]
mod automaton;
#[cfg(feature = "laws")]
mod bind;
#[cfg(feature = "laws")]
mod compile;
#[cfg(feature = "laws")]
mod deadlines;
#[doc(hidden)]
pub mod emit;
#[cfg(feature = "laws")]
mod evaluate;
#[cfg(feature = "laws")]
mod explain;
#[cfg(feature = "laws")]
mod facts;
#[cfg(feature = "laws")]
mod few_atoms;
#[cfg(feature = "laws")]
mod formula;
#[cfg(feature = "json-lines")]
#[cfg_attr(docsrs, doc(cfg(feature = "json-lines")))]
pub mod json_lines;
#[cfg(any(feature = "machine", feature = "pulse"))]
mod law;
#[cfg(feature = "machine")]
mod machine;
#[cfg(feature = "laws")]
mod monitor;
#[cfg(feature = "laws")]
mod normal;
#[cfg(feature = "laws")]
mod numbering;
#[cfg(feature = "pulse")]
mod pulse;
#[cfg(feature = "laws")]
mod slot;
#[cfg(feature = "laws")]
mod slots;
#[cfg(feature = "laws")]
mod stamp;
#[cfg(feature = "laws")]
mod text;
#[cfg(feature = "laws")]
mod trace;
#[cfg(feature = "tracing")]
#[cfg_attr(docsrs, doc(cfg(feature = "tracing")))]
pub mod tracing_events;

pub use emit::inherit;
#[cfg(feature = "laws")]
pub use emit::record;
#[cfg(feature = "laws")]
pub use explain::Explanation;
#[cfg(feature = "laws")]
pub use formula::{
    Formula, Limit, afterwards, all_of, always, any_of, at_least, at_most, empty, event_where,
    eventually, exactly, fails, holds, leads_to, never, next, nonempty, once, order, paper_until,
    rounds, stays, strong_next, weak_next, within,
};
#[cfg(any(feature = "machine", feature = "pulse"))]
#[cfg_attr(docsrs, doc(cfg(any(feature = "machine", feature = "pulse"))))]
pub use law::{OverTime, TraceLaw};
#[cfg(feature = "laws")]
pub use monitor::{Debt, Monitor, Owed, Verdict};
#[cfg(feature = "pulse")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulse")))]
pub use pulse::{Judge, Judges};
#[cfg(feature = "laws")]
pub use stamp::Stamp;
#[cfg(feature = "laws")]
pub use trace::{Ending, Entry, EventTrace};
#[cfg(feature = "tracing")]
#[cfg_attr(docsrs, doc(cfg(feature = "tracing")))]
pub use tracing_events::Tracing;

/// Items that the macros expand to.
#[cfg(feature = "laws")]
#[doc(hidden)]
pub mod __private {
    pub use crate::atom::{PatternText, guarded, pattern};
    pub use crate::bind::{Binder, bind};
}
