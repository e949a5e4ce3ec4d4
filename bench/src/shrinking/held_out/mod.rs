//! Cases that nothing is tuned on, a third of all beyond the public challenge, chosen by lot. They run
//! only when asked for.

mod lists;
mod machines;
mod numbers;
mod texts;
mod trees;

use super::case::Case;

/// The cases, by theme.
pub const CASES: &[&[Case]] =
    &[numbers::CASES, texts::CASES, lists::CASES, trees::CASES, machines::CASES];
