//! Generators made from other generators.

use std::panic::Location;
use std::rc::Rc;

use super::{Generator, Lengths};
use crate::choice::{ONE_GOES_ON, Random, Room, Source};
use crate::data::Starved;

/// Always the same value.
///
/// ```
/// use lawful::generate::just;
/// use lawful::prelude::*;
///
/// check((just("yes"), any::<u8>()), |(word, _)| assert_eq!(word, "yes"));
/// ```
#[doc(alias("Just", "constant", "pure"))]
pub fn just<T: Clone>(value: T) -> Just<T> {
    Just(value)
}

/// See [`just`].
#[derive(Clone, Debug)]
pub struct Just<T>(T);

impl<T: Clone> Generator for Just<T> {
    type Value = T;
    fn generate(&self, _: &mut Source) -> T {
        self.0.clone()
    }
}

/// See [`Generator::mapped`].
#[derive(Clone, Debug)]
pub struct Mapped<G, F> {
    generator: G,
    function: F,
}

impl<G, F> Mapped<G, F> {
    pub(super) fn new(generator: G, function: F) -> Self {
        Mapped { generator, function }
    }
}

impl<G: Generator, T, F: Fn(G::Value) -> T> Generator for Mapped<G, F> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        (self.function)(self.generator.generate(source))
    }
}

/// See [`Generator::flat_mapped`].
#[derive(Clone, Debug)]
pub struct FlatMapped<G, F> {
    generator: G,
    function: F,
}

impl<G, F> FlatMapped<G, F> {
    pub(super) fn new(generator: G, function: F) -> Self {
        FlatMapped { generator, function }
    }
}

impl<G: Generator, H: Generator, F: Fn(G::Value) -> H> Generator for FlatMapped<G, F> {
    type Value = H::Value;
    #[inline]
    fn generate(&self, source: &mut Source) -> H::Value {
        let outer = source.draw(&self.generator);
        source.draw(&(self.function)(outer))
    }
}

/// See [`Generator::filtered`].
#[derive(Clone, Debug)]
pub struct Filtered<G, F> {
    generator: G,
    holds: F,
    made_at: &'static Location<'static>,
}

/// How often a filter is tried before it starves.
const TRIES: u32 = 100;
/// Number of these tries that are made within the room that a collection leaves.
const TRIES_IN_ROOM: u32 = 10;

impl<G, F> Filtered<G, F> {
    #[track_caller]
    pub(super) fn new(generator: G, holds: F) -> Self {
        Filtered { generator, holds, made_at: Location::caller() }
    }
}

impl<G: Generator, F: Fn(&G::Value) -> bool> Generator for Filtered<G, F> {
    type Value = G::Value;
    #[inline]
    fn generate(&self, source: &mut Source) -> G::Value {
        let room = source.room();
        for refused in 0..TRIES {
            let mark = source.mark();
            // Inside a collection, what the filter asks for may be longer than there is room for.
            let lifted = refused >= TRIES_IN_ROOM && room.is_limited();
            if lifted {
                source.set_room(Room::UNLIMITED);
            }
            let value = source.draw(&self.generator);
            if lifted {
                source.set_room(room);
            }
            if (self.holds)(&value) {
                return value;
            }
            // What was refused leaves the tape, so that the tape of a value is its own alone. Nor does it take
            // room, or values would get smaller with every try.
            source.retract(mark);
            source.set_room(room);
        }
        Starved::raise(self.made_at, TRIES, None)
    }
}

/// See [`Generator::resize`].
#[derive(Clone, Debug)]
pub struct Resize<G> {
    generator: G,
    size: u32,
}

impl<G> Resize<G> {
    pub(super) fn new(generator: G, size: u32) -> Self {
        Resize { generator, size }
    }
}

impl<G: Generator> Generator for Resize<G> {
    type Value = G::Value;
    fn generate(&self, source: &mut Source) -> G::Value {
        source.resize(self.size, |source| self.generator.generate(source))
    }
    fn recycle(&self, value: G::Value, source: &mut Source) {
        self.generator.recycle(value, source);
    }
}

/// A generator that reads the size, the bound that grows over a run.
///
/// ```
/// use lawful::generate::{sized, vec};
/// use lawful::prelude::*;
///
/// let square = sized(|size| vec(vec(0..9, size as usize), size as usize));
/// check(square.resize(3), |square| assert_eq!(square.len(), 3));
/// ```
pub fn sized<G: Generator, F: Fn(u32) -> G>(function: F) -> BySize<F> {
    BySize(function)
}

/// See [`sized`].
#[derive(Clone, Debug)]
pub struct BySize<F>(F);

impl<G: Generator, F: Fn(u32) -> G> Generator for BySize<F> {
    type Value = G::Value;
    fn generate(&self, source: &mut Source) -> G::Value {
        (self.0)(source.size()).generate(source)
    }
}

/// A generator whose make is hidden. Cloning it is cheap.
pub struct Boxed<'a, T>(Rc<dyn Generator<Value = T> + 'a>);

impl<'a, T> Boxed<'a, T> {
    pub(super) fn new(generator: impl Generator<Value = T> + 'a) -> Self {
        Boxed(Rc::new(generator))
    }
}

impl<T> Clone for Boxed<'_, T> {
    fn clone(&self) -> Self {
        Boxed(self.0.clone())
    }
}

impl<T> Generator for Boxed<'_, T> {
    type Value = T;
    fn generate(&self, source: &mut Source) -> T {
        source.draw(&self.0)
    }
    fn generate_list(&self, source: &mut Source, lengths: Lengths) -> Vec<T> {
        self.0.generate_list(source, lengths)
    }
}

/// A value or none; none is the simpler.
///
/// ```
/// use lawful::generate::option_of;
/// use lawful::prelude::*;
///
/// check(option_of(1..=6), |drawn| assert!(drawn.is_none_or(|eyes| eyes <= 6)));
/// ```
#[doc(alias("option", "maybe", "optional"))]
pub fn option_of<G: Generator>(generator: G) -> impl Generator<Value = Option<G::Value>> {
    move |source: &mut Source| {
        // A recursive value that must end has nothing more inside.
        let alternatives = if source.growth().ends() { 1 } else { 2 };
        let some = match source.room().is_used_up() {
            true => picks_some_without_room(source, alternatives),
            false => source.pick(alternatives, |random| sample_some(random, alternatives)) == 1,
        };
        some.then(|| source.draw(&generator))
    }
}

#[inline]
fn sample_some(random: &mut Random, alternatives: u64) -> u64 {
    // None is rare enough not to drown the rest: one in eight.
    u64::from(alternatives == 2 && !random.one_in(8))
}

/// Picks one of none and some where the share of a collection's element is used up: a recursive value mostly ends.
#[inline(never)]
fn picks_some_without_room(source: &mut Source, alternatives: u64) -> bool {
    let is_recursive = source.growth().group != 0;
    let sample = |random: &mut Random| {
        let goes_on = alternatives == 2 && (!is_recursive || random.one_in(ONE_GOES_ON));
        u64::from(goes_on && !random.one_in(8))
    };
    source.pick(alternatives, sample) == 1
}

/// A success or an error; a success is the simpler.
///
/// ```
/// use lawful::generate::{elements, result_of};
/// use lawful::prelude::*;
///
/// check(result_of(any::<u8>(), elements(["late", "lost"])), |answer| {
///     assert!(answer.is_ok() || answer == Err("late") || answer == Err("lost"));
/// });
/// ```
#[doc(alias("result", "maybe_err", "maybe_ok"))]
pub fn result_of<G: Generator, E: Generator>(
    success: G,
    error: E,
) -> impl Generator<Value = Result<G::Value, E::Value>> {
    move |source: &mut Source| match source.pick(2, |random| random.below(2)) {
        0 => Ok(source.draw(&success)),
        _ => Err(source.draw(&error)),
    }
}
