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

/// A value of one of the given generators, each as likely as the others; earlier ones are simpler.
/// Generators of different types go in as [`boxed`](Generator::boxed).
///
/// ```
/// use lawful::generate::{just, one_of};
/// use lawful::prelude::*;
///
/// let digit_or_ten = one_of([(0..=9).boxed(), just(10).boxed()]);
/// check(digit_or_ten, |number| assert!(number <= 10));
/// ```
#[track_caller]
#[doc(alias("oneof", "prop_oneof", "Union"))]
pub fn one_of<G: Generator>(generators: impl IntoIterator<Item = G>) -> OneOf<G> {
    OneOf { generators: generators.into_iter().collect(), made_at: Location::caller() }
}

/// See [`one_of`].
#[derive(Clone, Debug)]
pub struct OneOf<G> {
    generators: Vec<G>,
    made_at: &'static Location<'static>,
}

impl<G: Generator> Generator for OneOf<G> {
    type Value = G::Value;
    fn generate(&self, source: &mut Source) -> G::Value {
        let count = self.generators.len() as u64;
        if count == 0 {
            nothing_to_choose("one_of", "generator", self.made_at);
        }
        let index = source.pick(count, |random| random.below(count));
        self.generators[index as usize].generate(source)
    }
}

/// A value of one of the given generators, each as often as its weight says.
///
/// ```
/// use lawful::generate::{frequency, just, vec};
/// use lawful::prelude::*;
///
/// let mostly_true = frequency([(9, just(true)), (1, just(false))]);
/// check(vec(mostly_true, 1_000), |list| {
///     let count = list.iter().filter(|item| **item).count();
///     assert!((800..1_000).contains(&count));
/// });
/// ```
#[track_caller]
#[doc(alias("prop_oneof", "weighted"))]
pub fn frequency<G: Generator>(weighted: impl IntoIterator<Item = (u32, G)>) -> Frequency<G> {
    let weighted: Vec<(u32, G)> = weighted.into_iter().collect();
    let total = weighted.iter().map(|(weight, _)| u64::from(*weight)).sum();
    Frequency { weighted, total, made_at: Location::caller() }
}

/// See [`frequency`].
#[derive(Clone, Debug)]
pub struct Frequency<G> {
    weighted: Vec<(u32, G)>,
    total: u64,
    made_at: &'static Location<'static>,
}

impl<G> Frequency<G> {
    fn index_at(&self, mut ticket: u64) -> u64 {
        for (index, (weight, _)) in self.weighted.iter().enumerate() {
            match ticket.checked_sub(u64::from(*weight)) {
                Some(left) => ticket = left,
                None => return index as u64,
            }
        }
        0
    }
}

impl<G: Generator> Generator for Frequency<G> {
    type Value = G::Value;
    fn generate(&self, source: &mut Source) -> G::Value {
        if self.weighted.is_empty() {
            nothing_to_choose("frequency", "generator", self.made_at);
        }
        if self.total == 0 {
            Misuse::raise(format!(
                "the `frequency` made at {} has only weights of 0, so nothing can be chosen; \
                 give at least one alternative a weight above 0",
                self.made_at
            ));
        }
        let count = self.weighted.len() as u64;
        let mut index = source.pick(count, |random| self.index_at(random.below(self.total)));
        // A tape may name an alternative that is switched off; the next one that is not stands in.
        while self.weighted[index as usize].0 == 0 {
            index = (index + 1) % count;
        }
        self.weighted[index as usize].1.generate(source)
    }
}

#[cold]
fn nothing_to_choose(what: &str, of_what: &str, made_at: &Location<'_>) -> ! {
    Misuse::raise(format!(
        "the `{what}` made at {made_at} has nothing to choose from; give it at least one {of_what}"
    ))
}
