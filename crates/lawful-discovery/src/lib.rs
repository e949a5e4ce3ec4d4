//! Law discovery: which equations do these functions obey?
//!
//! Given plain functions, discovery finds the equations between terms of them that hold, without false ones and without
//! those that others imply, in milliseconds. It is QuickSpec (Claessen, Smallbone and Hughes) for Rust: for code without
//! a specification, for seeing what a change did to behaviour, and for finding misconceptions.
//!
//! ```
//! use lawful::discovery::sig;
//! use std::collections::VecDeque;
//!
//! type Queue = VecDeque<i32>;
//!
//! let found = sig![
//!     Queue::new,
//!     Queue::push_back,
//!     Queue::push_front,
//!     Queue::pop_front,
//!     Queue::front,
//!     "Some" = Some::<i32>,
//! ]
//! .discover();
//! println!("{found}");
//! assert!(found.proves("pop_front(push_front(q, x)) = q"));
//! assert!(found.proves("front(push_front(q, x)) = Some(x)"));
//! assert!(found.proves("push_back(push_front(q, x), y) = push_front(push_back(q, y), x)"));
//! ```
//!
//! # What it prints
//!
//! ```text
//! 8 laws of new, push_back, push_front, pop_front, front, Some
//!
//!   push_back(new, x) = push_front(new, x)
//!   push_back(push_front(q, x), y) = push_front(push_back(q, y), x)
//!
//!   pop_front(push_front(q, x)) = q   (pop_front undoes push_front)
//!   pop_front(new) = new
//!
//!   pop_front?(q) = front(q)
//!
//!   front(push_front(q, x)) = Some(x)
//!   ..
//! ```
//!
//! The best laws come first, by how little there is to read and how much they say, grouped by function; properties of an
//! operator (commutative, associative, unit ..) share a line. Then follow laws under conditions, equations that are nearly
//! laws with a shrunk counterexample, definitions of functions by others, and notices: partial functions, missing
//! constants, equalities that are no congruences.
//!
//! # Parts
//!
//! | | |
//! |---|---|
//! | functions, methods, closures and constants | [`sig!`] |
//! | known functions, whose own laws are not shown | [`Signature::background`] |
//! | names of variables | [`Signature::variables`] |
//! | when values are the same | found by the type's traits, or [`Signature::observe`] |
//! | which values are drawn | [`Arbitrary`](lawful_core::generate::Arbitrary), or [`Signature::generator`] |
//! | how large terms get | [`Signature::depth`] (3), [`Signature::size`] |
//! | laws under a condition | [`Signature::conditions`]; that a partial function is defined is always tried |
//! | results | [`Discovery`]: as text, [Markdown](Discovery::to_markdown), [JSON](Discovery::to_json), [Rust](Discovery::to_rust) |
//! | why is this law not there? | [`Discovery::why`]: a proof, or a counterexample |
//! | laws kept in a file that `cargo test` runs | [`keep_laws!`] |
//! | one law, run like any other | [`Signature::law`] |
//!
//! # What it promises
//!
//! - Functions must be pure: the same arguments give the same result. A panic is a value, `undefined`, and any call with
//!   an undefined argument is undefined.
//! - A law that is shown was not refuted by all combinations of the smallest values and by some thousand tests, of which
//!   many were made to be hard. It is not proved.
//! - Any equation within the bounds that holds follows from the laws that are found, those of background functions
//!   included.
//! - A run is a function of the signature and the [seed](Signature::seed).
//!
//! A call that takes very long, or as much memory as a number says, is made with large numbers too: give such an argument
//! a generator, `.generator(0usize..10)`.
//!
//! How it works is told in the file `search.rs`, with the paper it stands on.

mod chain;
mod closure;
mod conditional;
mod congruence;
mod definition;
mod discovery;
mod domain;
mod equality;
mod equation;
mod instances;
mod keep;
mod lift;
mod names;
mod page;
mod prove;
mod prune;
mod rank;
mod retest;
mod scope;
mod search;
mod show;
mod signature;
mod table;
mod term;
mod tests;
mod text;
mod values;
mod why;

pub use congruence::Incongruence;
pub use discovery::{
    Discovery, Figures, FoundLaw, MissingConstant, NearLaw, PartialFunction, RefutedLaw,
};
pub use equation::{Counterexample, EquationLaw};
pub use keep::{LawDifference, LostLaw, Refuted};
pub use rank::{LawShape, Side};
pub use show::Line;
pub use signature::Signature;
pub use why::{ProofLine, Why};

/// What [`sig!`] expands to.
#[doc(hidden)]
pub mod __private {
    pub use crate::equality::{
        ByEquality, ByFloat, ByHash, ByIdentity, ByNothing, ByOrder, ByText, Drawn, Hidden,
        NotDrawn, Shown,
    };
    pub use crate::keep::keep;
    pub use crate::lift::lift;
    pub use crate::names::clean_name;
    pub use crate::signature::asked;
}
