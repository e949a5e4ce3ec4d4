//! The types of other crates, one file for each crate, and generators that were written for other tools.
//! Each is behind a feature of the crate's name.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(any(feature = "chrono", feature = "jiff"))]
mod calendar;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "num-bigint")]
mod num_bigint;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "proptest")]
mod strategy;
#[cfg(feature = "arbitrary")]
mod unstructured;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "proptest")]
pub use strategy::{FromStrategy, from_strategy};
#[cfg(feature = "arbitrary")]
pub use unstructured::{FromUnstructured, from_unstructured};

/// Types that count as arguments by their hash.
#[cfg(any(
    feature = "bytes",
    feature = "chrono",
    feature = "jiff",
    feature = "num-bigint",
    feature = "rust_decimal",
    feature = "url",
    feature = "uuid"
))]
macro_rules! by_hash {
    ($($type:ty),*) => {$(
        impl crate::generate::FuncKey for $type {
            fn digest(&self, digest: &mut crate::choice::KeyDigest) {
                digest.hash(self);
            }
        }
    )*};
}
#[cfg(any(
    feature = "bytes",
    feature = "chrono",
    feature = "jiff",
    feature = "num-bigint",
    feature = "rust_decimal",
    feature = "url",
    feature = "uuid"
))]
use by_hash;
