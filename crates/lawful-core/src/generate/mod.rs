//! Generators make values from choices. Nobody writes a shrinker: a smaller tape makes a smaller
//! value through the same generator, so its invariants hold by construction.

mod arbitrary;
mod branch;
mod collection;
mod combinator;
mod description;
mod elsewhere;
mod float;
mod foreign;
mod function;
mod growth;
mod integer;
mod order;
#[cfg(feature = "regex")]
mod pattern;
#[cfg(not(feature = "regex"))]
#[path = "pattern/missing.rs"]
mod pattern;
mod plan;
pub mod probe;
mod range;
mod recursive;
mod shape;
mod sorted_debug;
mod standard;
mod stream;
mod structure;
mod text;

use std::any::type_name;
use std::rc::Rc;
use std::sync::Arc;

pub use arbitrary::{Any, Arbitrary, any};
pub use branch::{
    Alternatives, Elements, Frequency, OneOf, WeightedAlternatives, elements, frequency, one_of,
};
pub use collection::{
    Lengths, ListOf, Made, Sequence, binary_heap, btree_map, btree_set, distinct_vec, hash_map,
    hash_set, linked_list, sorted_vec, vec, vec_deque,
};
pub use combinator::{
    Boxed, BySize, Filtered, FlatMapped, Just, Mapped, Resize, just, option_of, result_of, sized,
};
pub use float::{Floats, floats};
#[cfg(feature = "proptest")]
pub use foreign::{FromStrategy, from_strategy};
#[cfg(feature = "arbitrary")]
pub use foreign::{FromUnstructured, from_unstructured};
pub use function::{Func, Func2, Func3, FuncKey, function};
pub use integer::Integer;
pub use lawful_data::Misuse;
pub use lawful_data::{Listed, sort_by};
pub use order::{permutation, subsequence};
#[cfg(feature = "regex")]
pub use pattern::{Matching, MatchingBytes, matching, matching_bytes};
#[cfg(not(feature = "regex"))]
#[doc(hidden)]
pub use pattern::{matching, matching_bytes};
pub use plan::{Node, Plan};
pub use range::Ranged;
pub use recursive::{Lazy, lazy, recursive};
pub use shape::{Field, Shape, Shapes, Site, Variant};
pub use stream::{Stream, stream};
pub use text::{Alphabet, Text, ascii, chars, string_of, text};

pub(crate) use collection::{draw_list, sequence_label};
pub(crate) use description::take_described;
pub use sorted_debug::sorted_text;
pub(crate) use sorted_debug::{names_hashed, sorted_debug};

use crate::choice::{Random, Source, label_bytes};

/// Makes values from choices.
///
/// Ranges, tuples, arrays, options, vectors of generators and closures over a source are
/// generators too, so most are written without a combinator:
///
/// ```
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// let time_of_day = (0..24, 0..60);
/// let meeting = |source: &mut Source| {
///     let start = source.draw(&time_of_day);
///     let people = source.draw(&vec(any::<u8>(), 1..=5));
///     (start, people)
/// };
/// check(meeting, |((hour, minute), people)| {
///     assert!(hour < 24 && minute < 60 && !people.is_empty());
/// });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "not a generator",
    note = "generators are ranges, `any::<T>()`, the functions of `lawful::generate`, closures \
            `|source: &mut Source| ..`, and tuples and arrays of generators",
    note = "one of some values is `elements([1, 2, 3])`, a single value is `just(1)`, a text by a regular \
            expression is `matching(\"[a-z]+\")` with the feature `regex`",
    note = "the `map`, `flat_map` and `filter` of generators, ranges too, are `mapped`, `flat_mapped` and \
            `filtered`"
)]
pub trait Generator {
    /// Type of the values.
    type Value;

    /// Makes a value from the choices of `source`.
    fn generate(&self, source: &mut Source) -> Self::Value;

    /// Makes a list. A generator whose values are single like choices (bytes, characters) keeps
    /// the list as one block on the tape; others need not care.
    fn generate_list(&self, source: &mut Source, lengths: Lengths) -> Vec<Self::Value> {
        draw_list(self, source, lengths)
    }

    /// Gives back what a value holds, for the next one to use; see [`Arbitrary::recycle`].
    #[inline]
    fn recycle(&self, value: Self::Value, _: &mut Source) {
        drop(value);
    }

    /// The values changed by a function: what other tools call `map`, a name that would clash with
    /// `Iterator::map` on every range.
    #[doc(alias("map", "prop_map"))]
    fn mapped<T, F: Fn(Self::Value) -> T>(self, function: F) -> Mapped<Self, F>
    where
        Self: Sized,
    {
        Mapped::new(self, function)
    }

    /// A generator that depends on a value made before: what other tools call `flat_map`.
    #[doc(alias("flat_map", "prop_flat_map", "bind", "and_then"))]
    fn flat_mapped<G: Generator, F: Fn(Self::Value) -> G>(self, function: F) -> FlatMapped<Self, F>
    where
        Self: Sized,
    {
        FlatMapped::new(self, function)
    }

    /// Only the values for which `holds` is true. After 100 failed tries the case is discarded,
    /// and a law that gives up for that says which filter starved.
    #[track_caller]
    #[doc(alias("filter", "prop_filter", "such_that", "suchThat"))]
    fn filtered<F: Fn(&Self::Value) -> bool>(self, holds: F) -> Filtered<Self, F>
    where
        Self: Sized,
    {
        Filtered::new(self, holds)
    }

    /// Draws at another size.
    #[doc(alias("scale", "with_size"))]
    fn resize(self, size: u32) -> Resize<Self>
    where
        Self: Sized,
    {
        Resize::new(self, size)
    }

    /// Hides the type, for alternatives of different make and for recursion.
    fn boxed<'a>(self) -> Boxed<'a, Self::Value>
    where
        Self: Sized + 'a,
    {
        Boxed::new(self)
    }
}

impl Source {
    /// Draws a value; on the tape its choices are one span, of the kind of the value's type.
    #[inline]
    pub fn draw<G: Generator + ?Sized>(&mut self, generator: &G) -> G::Value {
        self.span(label_of::<G::Value>, |source| generator.generate(source))
    }

    /// Draws an arbitrary value of a type.
    #[inline]
    pub fn any<T: Arbitrary>(&mut self) -> T {
        self.draw(&any::<T>())
    }

    /// Which of `count` alternatives to take, the simplest being 0. Shrinking knows such a choice
    /// from a number: it tries the simpler alternatives with what follows at its simplest.
    #[inline]
    #[doc(alias("choose", "integer", "one_of"))]
    pub fn branch(&mut self, count: usize) -> usize {
        let count = count as u64;
        self.pick(count, |random| random.below(count)) as usize
    }

    /// Which of some alternatives to take, each as often as its weight says. (On a tape every
    /// alternative counts the same, whatever its weight.)
    ///
    /// ```
    /// use lawful::prelude::*;
    ///
    /// let mostly_small = |source: &mut Source| match source.weighted(&[9, 1]) {
    ///     0 => source.draw(&(0..10)),
    ///     _ => source.any::<u32>(),
    /// };
    /// check(mostly_small, |number| assert!(number.checked_add(0).is_some()));
    /// ```
    #[doc(alias = "frequency")]
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total = weights.iter().map(|weight| u64::from(*weight)).sum();
        let sample = |random: &mut Random| {
            let mut ticket = random.below(total);
            let taken = |weight: &u32| match ticket.checked_sub(u64::from(*weight)) {
                Some(left) => {
                    ticket = left;
                    false
                }
                None => true,
            };
            weights.iter().position(taken).unwrap_or_default() as u64
        };
        self.pick(weights.len() as u64, sample) as usize
    }

    /// Draws with half the size: how a recursive generator comes to its end.
    #[inline]
    pub fn smaller<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.resize(self.size() / 2, draw)
    }
}

/// The label of spans that hold a `T`.
pub(crate) fn label_of<T>() -> u64 {
    label_bytes(type_name::<T>().as_bytes())
}

// What is not a generator is told as that, and not as something that is not a closure.
#[diagnostic::do_not_recommend]
impl<T, F: Fn(&mut Source) -> T> Generator for F {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        self(source)
    }
}

macro_rules! pass_through {
    ($($pointer:ty),*) => {$(
        impl<G: Generator + ?Sized> Generator for $pointer {
            type Value = G::Value;
            #[inline]
            fn generate(&self, source: &mut Source) -> G::Value {
                (**self).generate(source)
            }
            #[inline]
            fn generate_list(&self, source: &mut Source, lengths: Lengths) -> Vec<G::Value> {
                (**self).generate_list(source, lengths)
            }
            #[inline]
            fn recycle(&self, value: G::Value, source: &mut Source) {
                (**self).recycle(value, source);
            }
        }
    )*};
}
pass_through!(Rc<G>, Arc<G>);
