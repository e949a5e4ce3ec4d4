//! `matching` without the feature `regex`: an error that names the feature.

use super::{Any, ListOf, Text, any, text, vec};

/// Implemented for nothing.
#[diagnostic::on_unimplemented(
    message = "`matching` and `matching_bytes` need the feature `regex` of `lawful`",
    label = "needs the feature `regex`",
    note = "in Cargo.toml: `lawful = {{ version = \"..\", features = [\"regex\"] }}`"
)]
pub trait FeatureRegex {}

/// Strings that match a regular expression, with the feature `regex`.
pub fn matching<P: FeatureRegex>(_: P) -> Text {
    text(..)
}

/// Bytes that match a regular expression, with the feature `regex`.
pub fn matching_bytes<P: FeatureRegex>(_: P) -> ListOf<Any<u8>> {
    vec(any(), ..)
}
