//! Choices, tapes and sources: every decision of a run is a number on one tape.
//!
//! This layer knows nothing of values. It cannot fail, and it touches no file, clock or thread.

mod bytes;
mod enumeration;
pub mod float;
mod lane;
mod near;
mod random;
mod recording;
mod replay;
mod room;
mod source;
mod spare;

pub use bytes::Bytes;
pub use enumeration::Enumeration;
pub(crate) use lane::own_choices;
pub use lane::{DEFAULT_ROW, KeyDigest, Lane, Notes};
pub use lawful_data::Ordered;
pub use lawful_data::tape::{
    Block, KeyedChoice, Kind, RowKey, Scalar, Tape, Token, Weight, mix, mix_bytes,
};
pub(crate) use lawful_data::tape::{digest_of, order_values};
pub use near::Neighbours;
pub use random::Random;
pub(crate) use random::{label_bytes, mix_index};
pub use recording::Recording;
pub(crate) use room::{CHARACTER, ELEMENT, ONE_GOES_ON, Room};
pub use source::{Asked, Feeder, Finished, Gate, Keyed, Mark, Source};
pub(crate) use source::{Closed, Growth, Teller, Watch, Witness, Written};
