//! The macros of tokio, and what they are made of.

mod join;
mod select;

#[doc(hidden)]
pub use join::{Part, Step, poll_all};
#[doc(hidden)]
pub use select::{begin, first};
