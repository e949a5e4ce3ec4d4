//! The types of std that have a generator of their own, one file for each kind.
//!
//! Left out are those that have no value (`Infallible`), whose values can only be read off something
//! outside of the run (`Instant`, `ThreadId`), and those that few would draw (`Layout`).
//!
//! The methods of types that few laws are about are `#[inline]`: they are compiled where they are used,
//! and not in every clean build.

mod addresses;
mod containers;
mod numbers;
mod paths;
mod ranges;
mod simple;
mod time;
mod wrappers;
