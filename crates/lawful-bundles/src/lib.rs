//! Ready laws for what Rust code promises everywhere.
//!
//! A *bundle* is the laws of one trait or structure as one [`Law`](lawful_core::law::Law) value. It
//! takes a generator, and reports which of its laws is broken, with the smallest case:
//!
//! ```
//! use lawful::bundles::hash;
//! use lawful::prelude::*;
//!
//! /// Two names are equal whatever the case of their letters.
//! #[derive(Debug)]
//! struct Name(String);
//! # impl PartialEq for Name {
//! #     fn eq(&self, other: &Self) -> bool { self.0.eq_ignore_ascii_case(&other.0) }
//! # }
//! # impl Eq for Name {}
//! # impl std::hash::Hash for Name {
//! #     fn hash<H: std::hash::Hasher>(&self, state: &mut H) { self.0.hash(state) }
//! # }
//! # impl lawful::Arbitrary for Name {
//! #     fn arbitrary(source: &mut lawful::Source) -> Self { Name(source.any()) }
//! # }
//! // impl PartialEq with `eq_ignore_ascii_case`, and Hash with `self.0.hash(state)`
//!
//! let summary = Runner::named("names").run(&hash(any::<Name>()));
//! assert_eq!(summary.failure().unwrap().reason.title, "Hash does not agree with ==");
//! ```
//!
//! In a crate's tests `lawful::obeys!` makes a test of each bundle that a type should obey.
//!
//! # The bundles
//!
//! | bundle | its laws |
//! |---|---|
//! | [`partial_eq`] | symmetric, transitive, `!=` is the negation of `==` |
//! | [`eq`] | those, and reflexive |
//! | [`partial_ord`] | antisymmetric, transitive, agrees with `==`, `<` `<=` `>` `>=` agree with `partial_cmp` |
//! | [`ord`] | reflexive, antisymmetric, transitive, agrees with `==` and `PartialOrd`; `max`, `min`, `clamp` agree with `cmp` |
//! | [`hash`] | equal values hash the same, every time; `hash_slice` agrees with `hash` |
//! | [`clone`] | a clone is equal, the original stays as it was, `clone_from` does what `clone` does |
//! | [`default`] | the same every time |
//! | [`from`], [`try_from`] | there and back is the same; `TryFrom` takes what `From` gives back, no less and no more |
//! | [`from_str`], [`normal_form`] | `FromStr` reads what `Display` writes; what was read reads the same again |
//! | `serde` (a feature) | `Deserialize` reads what `Serialize` writes, as text and as a value |
//! | [`iterator`] | `size_hint` is true before every `next`; `count`, `last`, `nth`, `fold` agree with `next` |
//! | [`double_ended`] | both ends in any order give each element once; `rev`, `rfold`, `nth_back` agree with `next_back` |
//! | [`exact_size`], [`fused`] | `len` is what is left at every step; after `None` comes `None` |
//! | [`extend`], [`from_iterator`] | collecting is extending, in parts as at once; the elements are kept |
//! | [`monoid`], [`commutative_monoid`], [`group`], [`abelian_group`] | identity, associativity, inverses, commutativity |
//! | [`ring`](fn@ring), [`lattice`] | two operations: distribution; idempotence and absorption |
//! | [`add`], [`add_assign`], [`additive_group`], [`arithmetic`] | the same by `+`, `+=`, `-`, `*` and `Default` |
//! | [`commutative`], [`associative`], [`identity`], [`distributes`] | one law of an operation |
//! | [`idempotent`], [`involution`], [`inverse`], [`monotone`], [`homomorphism`] | one law of a function |
//! | [`models`], [`models_with`] | an operation does what its model does |
//! | [`agrees`], [`differs_from`] | two functions do the same, or do not |
//!
//! The arguments of a bundle are drawn *near* one another ([`Source::near`]): equal, equal but for
//! one choice, or unrelated. Drawn independently, two values of most types are never equal, and the
//! laws that speak of equal values would hold of anything.
//!
//! [`Source::near`]: lawful_core::extend::Choices::near

mod algebra;
mod arithmetic;
mod both_ends;
mod bundle;
mod collecting;
mod conversion;
mod copies;
mod equality;
mod extremes;
mod function;
mod hashing;
mod iteration;
mod model;
mod operation;
mod order;
#[cfg(feature = "serde")]
mod serial;

pub use algebra::{Ring, abelian_group, commutative_monoid, group, lattice, monoid, ring};
pub use arithmetic::{add, add_assign, additive_group, arithmetic};
pub use both_ends::double_ended;
pub use collecting::{extend, from_iterator};
pub use conversion::{from, from_str, normal_form, try_from};
pub use copies::{clone, default};
pub use equality::{eq, partial_eq};
pub use function::{homomorphism, idempotent, inverse, involution, monotone};
pub use hashing::hash;
pub use iteration::{exact_size, fused, iterator};
pub use model::{agrees, differs_from, models, models_with};
pub use operation::{associative, commutative, distributes, identity};
pub use order::{ord, partial_ord};
#[cfg(feature = "serde")]
pub use serial::serde;
