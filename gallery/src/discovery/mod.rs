//! Code whose laws are to be discovered: the examples and case studies of quickspec-2011, rebuilt in
//! Rust.
//!
//! | module | section | functions |
//! |---|---|---|
//! | [`booleans`] | 2.2 to 2.6 | connectives |
//! | [`lists`] | 1.1, 2.10, 3.1.2 | lists, sorting, merging, mapping, monotone functions |
//! | [`queues`] | 1.2 | Erlang's double-ended queues |
//! | [`arrays`] | 1.3 | Erlang's functional arrays |
//! | [`sets`] | 2.7.2, 2.8 | finite sets |
//! | [`heaps`] | 3.1 | leftist heaps |
//! | [`fixed_point`] | 3.2 to 3.4 | fixed-point arithmetic |
//! | [`pretty`] | the thesis's introduction | pretty-printing combinators |
//!
//! All functions are pure. Where the paper has `undefined`, they panic. The tests of each module are
//! the laws that the paper prints, and the counterexamples to those that it reports missing.
//!
//! [`signatures`] has what discovery is run on, in the steps of the paper; its tests expect that the laws
//! that are found prove those of the paper, and in some steps that there are no others. `expected` has laws that people would list for
//! types of the standard library, and `lists_laws.rs` those of one signature as discovery keeps them.

pub mod arrays;
pub mod booleans;
mod exhibits;
pub mod fixed_point;
pub mod heaps;
pub mod lists;
#[cfg(test)]
mod lists_laws;
pub mod pretty;
pub mod queues;
pub mod sets;
pub mod signatures;
#[cfg(test)]
mod tests;

pub use exhibits::exhibits;

/// Returns the value of a term, or `None` where it panics: all panics are equal, as in the paper.
#[cfg(test)]
fn value_of<T>(term: impl FnOnce() -> T) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(term)).ok()
}
