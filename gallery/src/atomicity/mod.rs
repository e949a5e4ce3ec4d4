//! Systems that many use at once, each with a mistake that shows only then, and put right.
//!
//! | system | the mistake |
//! |---|---|
//! | [`counter`] | adds with a load and a store |
//! | [`stack`] | takes a node that has come back for one that never left |
//! | [`queue`] | counts an item before it is in its place |
//! | [`cache`] | looks up under one lock, and says what was used under another |
//! | [`store`] | takes a value out of one shard, and then puts it into another |
//!
//! Each has a machine that says what its calls do one after the other, and one call after the other both versions
//! do that. Arguments are few, so that calls meet.

pub mod cache;
pub mod counter;
pub mod queue;
pub mod stack;
pub mod store;

#[cfg(test)]
mod tests;

/// Which version of a system it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// With the mistake.
    Mistaken,
    /// Put right.
    Right,
}

/// Both versions.
pub const VERSIONS: [Version; 2] = [Version::Mistaken, Version::Right];
