//! Choosing among alternatives. The first alternative is the simplest: shrinking goes there.

use std::panic::Location;

use super::{Generator, Misuse};
use crate::choice::Source;

/// One of the given values; earlier ones are simpler.
///
/// ```
/// use lawful::generate::elements;
/// use lawful::prelude::*;
///
/// let colours = ["red", "green", "blue"];
/// check(elements(colours), |colour| assert!(colours.contains(&colour)));
/// ```
#[track_caller]
#[doc(alias("select", "sampled_from", "choose"))]
pub fn elements<T: Clone>(values: impl IntoIterator<Item = T>) -> Elements<T> {
    Elements { values: values.into_iter().collect(), made_at: Location::caller() }
}

/// See [`elements`].
#[derive(Clone, Debug)]
pub struct Elements<T> {
    values: Vec<T>,
    made_at: &'static Location<'static>,
}

impl<T: Clone> Generator for Elements<T> {
    type Value = T;
    fn generate(&self, source: &mut Source) -> T {
        let count = self.values.len() as u64;
        if count == 0 {
            nothing_to_choose("elements", "value", self.made_at);
        }
        self.values[source.pick(count, |random| random.below(count)) as usize].clone()
    }
}

/// Draws from one of several generators, each as likely as the others; earlier ones are simpler.
///
/// Generators of different types stand in a tuple, those of one type in an array or a vector.
///
/// ```
/// use lawful::generate::{just, one_of};
/// use lawful::prelude::*;
///
/// let digit_or_ten = one_of((0..=9, just(10)));
/// check(digit_or_ten, |number| assert!(number <= 10));
/// ```
#[track_caller]
#[doc(alias("oneof", "prop_oneof", "Union"))]
pub fn one_of<A: Alternatives>(alternatives: A) -> OneOf<A> {
    OneOf { alternatives, made_at: Location::caller() }
}

/// See [`one_of`].
#[derive(Clone, Debug)]
pub struct OneOf<A> {
    alternatives: A,
    made_at: &'static Location<'static>,
}

impl<A: Alternatives> Generator for OneOf<A> {
    type Value = A::Value;
    fn generate(&self, source: &mut Source) -> A::Value {
        let count = self.alternatives.count() as u64;
        if count == 0 {
            nothing_to_choose("one_of", "generator", self.made_at);
        }
        let index = source.pick(count, |random| random.below(count));
        self.alternatives.generate_at(index as usize, source)
    }
}

/// Draws from one of several generators, each as often as its weight says.
///
/// Pairs of a weight and a generator stand in a tuple, or in an array or a vector if the generators have one type.
///
/// ```
/// use lawful::generate::{frequency, just, vec};
/// use lawful::prelude::*;
///
/// let mostly_zero = frequency(((9, just(0)), (1, any::<u8>())));
/// check(vec(mostly_zero, 1_000), |list| {
///     let count = list.iter().filter(|item| **item == 0).count();
///     assert!((800..1_000).contains(&count));
/// });
/// ```
#[track_caller]
#[doc(alias("prop_oneof", "weighted"))]
pub fn frequency<A: WeightedAlternatives>(alternatives: A) -> Frequency<A> {
    let weights = (0..alternatives.count()).map(|index| u64::from(alternatives.weight(index)));
    let total = weights.sum();
    Frequency { alternatives, total, made_at: Location::caller() }
}

/// See [`frequency`].
#[derive(Clone, Debug)]
pub struct Frequency<A> {
    alternatives: A,
    total: u64,
    made_at: &'static Location<'static>,
}

impl<A: WeightedAlternatives> Frequency<A> {
    fn index_at(&self, mut ticket: u64) -> u64 {
        for index in 0..self.alternatives.count() {
            match ticket.checked_sub(u64::from(self.alternatives.weight(index))) {
                Some(left) => ticket = left,
                None => return index as u64,
            }
        }
        0
    }
}

impl<A: WeightedAlternatives> Generator for Frequency<A> {
    type Value = A::Value;
    fn generate(&self, source: &mut Source) -> A::Value {
        let count = self.alternatives.count() as u64;
        if count == 0 {
            nothing_to_choose("frequency", "generator", self.made_at);
        }
        if self.total == 0 {
            Misuse::raise(format!(
                "the `frequency` made at {} has only weights of 0, so nothing can be chosen; \
                 give at least one alternative a weight above 0",
                self.made_at
            ));
        }
        let mut index = source.pick(count, |random| self.index_at(random.below(self.total)));
        // A tape may name an alternative that is switched off; the next one that is not stands in.
        while self.alternatives.weight(index as usize) == 0 {
            index = (index + 1) % count;
        }
        self.alternatives.generate_at(index as usize, source)
    }
}

/// Generators to choose from, all of values of one type: a tuple of them, an array or a vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of generators",
    note = "`one_of` takes a tuple of generators, such as `one_of((0..10, just(100)))`, or an array or a vector \
            of generators of one type; all make values of the same type"
)]
pub trait Alternatives {
    /// Type of the values.
    type Value;

    /// Returns the number of generators.
    fn count(&self) -> usize;

    /// Draws from the generator at `index`.
    fn generate_at(&self, index: usize, source: &mut Source) -> Self::Value;
}

/// Generators with their weights, all of values of one type: a tuple of pairs, an array or a vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of generators with weights",
    note = "`frequency` takes a tuple of pairs, such as `frequency(((9, just(0)), (1, any::<u8>())))`, or an \
            array or a vector of pairs with generators of one type; all make values of the same type"
)]
pub trait WeightedAlternatives {
    /// Type of the values.
    type Value;

    /// Returns the number of generators.
    fn count(&self) -> usize;

    /// Returns the weight of the generator at `index`.
    fn weight(&self, index: usize) -> u32;

    /// Draws from the generator at `index`.
    fn generate_at(&self, index: usize, source: &mut Source) -> Self::Value;
}

macro_rules! lists {
    ($([$($parameters:tt)*] $generators:ty, $weighted:ty;)*) => {$(
        impl<G: Generator, $($parameters)*> Alternatives for $generators {
            type Value = G::Value;
            fn count(&self) -> usize {
                self.len()
            }
            #[inline]
            fn generate_at(&self, index: usize, source: &mut Source) -> G::Value {
                self[index].generate(source)
            }
        }

        impl<G: Generator, $($parameters)*> WeightedAlternatives for $weighted {
            type Value = G::Value;
            fn count(&self) -> usize {
                self.len()
            }
            fn weight(&self, index: usize) -> u32 {
                self[index].0
            }
            #[inline]
            fn generate_at(&self, index: usize, source: &mut Source) -> G::Value {
                self[index].1.generate(source)
            }
        }
    )*};
}
lists! {
    [] Vec<G>, Vec<(u32, G)>;
    [const N: usize] [G; N], [(u32, G); N];
}

macro_rules! tuples {
    ($first:ident 0 $($name:ident $place:tt)*) => {
        impl<$first: Generator, $($name: Generator<Value = $first::Value>),*> Alternatives
            for ($first, $($name,)*)
        {
            type Value = $first::Value;
            fn count(&self) -> usize {
                [0 $(, $place)*].len()
            }
            #[inline]
            fn generate_at(&self, index: usize, source: &mut Source) -> $first::Value {
                match index {
                    $($place => self.$place.generate(source),)*
                    _ => self.0.generate(source),
                }
            }
        }

        impl<$first: Generator, $($name: Generator<Value = $first::Value>),*> WeightedAlternatives
            for ((u32, $first), $((u32, $name),)*)
        {
            type Value = $first::Value;
            fn count(&self) -> usize {
                [0 $(, $place)*].len()
            }
            fn weight(&self, index: usize) -> u32 {
                match index {
                    $($place => self.$place.0,)*
                    _ => self.0.0,
                }
            }
            #[inline]
            fn generate_at(&self, index: usize, source: &mut Source) -> $first::Value {
                match index {
                    $($place => self.$place.1.generate(source),)*
                    _ => self.0.1.generate(source),
                }
            }
        }
    };
}
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);

#[cold]
fn nothing_to_choose(what: &str, of_what: &str, made_at: &Location<'_>) -> ! {
    Misuse::raise(format!(
        "the `{what}` made at {made_at} has nothing to choose from; give it at least one {of_what}"
    ))
}
