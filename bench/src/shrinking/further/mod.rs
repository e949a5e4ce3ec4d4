//! Further cases: what users write that the public challenge does not hold.

mod binds;
mod lists;
mod machines;
mod numbers;
mod texts;
mod trees;

use super::case::Case;

/// The cases, by theme.
pub const CASES: &[&[Case]] =
    &[numbers::CASES, texts::CASES, lists::CASES, trees::CASES, binds::CASES, machines::CASES];
