//! The case studies of the papers that Lawful stands on, rebuilt in Rust.
//!
//! | study | paper | what it is about |
//! |---|---|---|
//! | [`reverse`] | quickcheck-2000, 2.1, 2.2, 2.5 | lists, functions and infinite lists |
//! | [`insertion`] | quickcheck-2000, 2.3, 2.4 | conditions, and what they do to the cases |
//! | [`skew_heap`] | fun-and-profit-2007, 2 | shape, cost and behaviour of a data structure |
//! | [`mod@array`] | fun-and-profit-2007, 11 | a mistake that only large cases show |
//! | [`unification`] | quickcheck-2000, 5.1 | a wrong specification, and trivial cases |
//! | [`circuit`] | quickcheck-2000, 5.2 | laws for arbitrary circuits; forgotten sizes |
//! | [`proving`] | quickcheck-2000, 5.3 | two methods that check each other |
//! | [`pretty`] | quickcheck-2000, 5.4 | two printers that check each other |
//! | [`registry`] | fun-and-profit-2007, 6 | wrong models of a system that is right |
//!
//! A study has the code under test, with the mistakes that the paper tells of, and its laws. Each
//! law is an [`Exhibit`]: it holds or is broken, as it says, and the tests see to it that it does
//! for every seed. What the smallest broken cases are, the tests find out by going through all
//! small ones, or take from the paper.

pub mod array;
#[cfg(test)]
mod checking;
pub mod circuit;
mod exhibit;
pub mod insertion;
pub mod media_proxy;
pub mod pretty;
pub mod proving;
pub mod registry;
pub mod reverse;
pub mod skew_heap;
pub mod unification;

pub use exhibit::{Count, Exhibit, Expected, Soak};

/// All exhibits, in reading order.
pub fn all() -> Vec<Exhibit> {
    let studies = [
        reverse::exhibits,
        insertion::exhibits,
        skew_heap::exhibits,
        array::exhibits,
        unification::exhibits,
        circuit::exhibits,
        proving::exhibits,
        pretty::exhibits,
        registry::exhibits,
    ];
    studies.into_iter().flat_map(|exhibits| exhibits()).collect()
}

/// All counts that take too long for a test.
pub fn soak() -> Vec<Soak> {
    skew_heap::soak()
}
