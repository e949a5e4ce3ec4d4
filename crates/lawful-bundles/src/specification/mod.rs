//! Words for specifications: finite sets, bags, relations and orders.
//!
//! quickcheck-2000, section 6.6, asks for a library of mathematical abstractions made for writing
//! specifications, where the object is to state properties as clearly and simply as possible and
//! not to be fast. So everything here is the definition from the textbook, over values that need
//! `Ord` at most, and most of it takes time to match: it is for the small values of tests.
//!
//! ```
//! use lawful_bundles::specification::{is_permutation, is_sorted_by};
//! use lawful_core::{generate::any, law::for_all, run::Check};
//!
//! let law = for_all(any::<Vec<u8>>(), |list| {
//!     let mut sorted = list.clone();
//!     sorted.sort();
//!     is_sorted_by(&sorted, |x, y| x <= y) && is_permutation(&sorted, &list)
//! });
//! assert!(Check::new("sorting").run(&law).is_success());
//! ```
//!
//! | for | there is |
//! |---|---|
//! | quantifiers | [`exists`], [`for_every`], [`exactly_one`], [`the`] |
//! | sets | the standard `BTreeSet`, with [`power_set`], [`product`], [`partitions`], [`is_partition`] |
//! | bags | [`Bag`]: sets that count |
//! | sequences | [`is_permutation`], [`permutations`], [`is_subsequence`], [`is_sorted_by`], [`has_no_repeats`] |
//! | relations | [`Relation`]: composition, closures, and what it is on a set |
//! | orders | [`Relation::minimal`], [`Relation::least`], [`Relation::covers`], [`linear_extensions`], ... |
//! | maps | [`is_function`](Relation::is_function), [`is_injective`](Relation::is_injective), [`is_bijection`](Relation::is_bijection) |

mod bag;
mod order;
mod quantifier;
mod relation;
mod sequence;
mod set;

pub use bag::Bag;
pub use order::linear_extensions;
pub use quantifier::{exactly_one, exists, for_every, the};
pub use relation::Relation;
pub use sequence::{has_no_repeats, is_permutation, is_sorted_by, is_subsequence, permutations};
pub use set::{is_partition, partitions, power_set, product};
