//! Lists and what is made from lists.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::panic::Location;

use super::{Generator, Misuse, label_of};
use crate::choice::{CHARACTER, ELEMENT, Mark, Random, Room, Source, mix};
use crate::data::Starved;

/// Numbers of elements that a collection may have. Made from a number, a range, or the size alone.
///
/// Lengths grow with the size: up to the size itself, or in proportion if the range is wider, so
/// that at size 100 and above the whole range is drawn from evenly.
///
/// Inside another collection, lengths without an upper end (`..`, `1..`, and those of `any`) share the size with all
/// that the outer one holds: most are shorter, some are as long as elsewhere. A range with an upper end is drawn from as it
/// stands, at every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    fewest: u64,
    most: u64,
    by_size: bool,
    made_at: &'static Location<'static>,
}

/// The size at which the whole of an explicit range of lengths is in use.
const FULL_SIZE: u64 = 100;
/// A list has at most so many elements above the fewest, whatever its range says: more would not fit
/// into memory.
const MOST_BY_SIZE: u64 = 1 << 20;

impl Lengths {
    /// From 0 to the size.
    #[track_caller]
    pub fn by_size() -> Self {
        Lengths { by_size: true, ..Lengths::new(0, MOST_BY_SIZE) }
    }

    #[track_caller]
    fn new(fewest: u64, most: u64) -> Self {
        Lengths { fewest, most, by_size: false, made_at: Location::caller() }
    }

    /// The fewest and the most elements allowed.
    pub fn bounds(&self) -> (u64, u64) {
        if self.fewest > self.most {
            Misuse::raise(format!(
                "the range of lengths made at {} is empty; its start must not lie above its end",
                self.made_at
            ));
        }
        (self.fewest, self.most)
    }

    /// Draws a length where the source is random.
    #[inline]
    pub fn sample(&self, random: &mut Random, size: u32) -> u64 {
        let size = u64::from(size);
        let span = self.most - self.fewest;
        let reach = match self.by_size {
            true => size.min(span),
            false if size >= FULL_SIZE || size >= span => span,
            false => (span.saturating_mul(size)).div_ceil(FULL_SIZE).max(size),
        };
        self.fewest + random.below(reach.min(MOST_BY_SIZE) + 1)
    }

    /// Draws the length of a list.
    #[inline]
    pub(super) fn draw(&self, source: &mut Source) -> usize {
        self.draw_costing(source, ELEMENT)
    }

    /// Draws the length of a text, from a source that is plain; others draw a block.
    #[inline]
    pub(super) fn draw_text(&self, source: &mut Source) -> usize {
        self.draw_costing(source, CHARACTER)
    }

    #[inline(always)]
    fn draw_costing(&self, source: &mut Source, cost: u32) -> usize {
        if source.is_bounded() {
            return self.draw_bounded(source, cost);
        }
        let ((fewest, most), size) = (self.bounds(), source.size());
        source.length(fewest, most, |random| self.sample(random, size)) as usize
    }

    /// Draws a length inside a collection, or while a watch counts. Kept apart from most draws, which this would make
    /// slower by a twelfth.
    #[inline(never)]
    fn draw_bounded(&self, source: &mut Source, cost: u32) -> usize {
        let (fewest, most) = self.bounds();
        let (size, room) = (source.size(), source.room());
        let sample = |random: &mut Random| self.sample_within(random, size, room, cost);
        let length = source.length(fewest, most, sample);
        source.spend(length.saturating_mul(u64::from(cost)));
        source.tick();
        length as usize
    }

    /// Draws a length that is bounded by the room too, unless it is from an explicit range.
    fn sample_within(&self, random: &mut Random, size: u32, room: Room, cost: u32) -> u64 {
        let size = if self.by_size { room.reach(random, size, cost) } else { size };
        self.sample(random, size)
    }

    /// Draws a text as one block on the tape: units below `bound`, made by `sample` from a random stream and
    /// a length.
    pub(super) fn draw_block(
        &self,
        source: &mut Source,
        bound: u32,
        sample: impl FnOnce(&mut Random, u64) -> Vec<u32>,
    ) -> Vec<u32> {
        let (fewest, most) = self.bounds();
        let (size, room) = (source.size(), source.room());
        let units = source.block(bound, fewest, most, |random| {
            let length = self.sample_within(random, size, room, CHARACTER);
            sample(random, length)
        });
        source.spend(units.len() as u64 * u64::from(CHARACTER));
        units
    }
}

macro_rules! lengths_from {
    ($($range:ty, $value:ident => $fewest:expr, $most:expr;)*) => {$(
        impl From<$range> for Lengths {
            #[track_caller]
            fn from($value: $range) -> Self {
                Lengths::new($fewest as u64, $most as u64)
            }
        }
    )*};
}
lengths_from! {
    usize, exactly => exactly, exactly;
    RangeInclusive<usize>, range => *range.start(), *range.end();
    RangeToInclusive<usize>, range => 0, range.end;
}

impl From<Range<usize>> for Lengths {
    #[track_caller]
    fn from(range: Range<usize>) -> Self {
        match range.end.checked_sub(1) {
            Some(most) => Lengths::new(range.start as u64, most as u64),
            None => Lengths::new(1, 0),
        }
    }
}

impl From<RangeTo<usize>> for Lengths {
    #[track_caller]
    fn from(range: RangeTo<usize>) -> Self {
        Lengths::from(0..range.end)
    }
}

impl From<RangeFrom<usize>> for Lengths {
    #[track_caller]
    fn from(range: RangeFrom<usize>) -> Self {
        let fewest = range.start as u64;
        let most = fewest.saturating_add(MOST_BY_SIZE);
        Lengths { by_size: true, ..Lengths::new(fewest, most) }
    }
}

impl From<std::ops::RangeFull> for Lengths {
    #[track_caller]
    fn from(_: std::ops::RangeFull) -> Self {
        Lengths::by_size()
    }
}

/// The kind of span that holds a list of `T`: its length, then a span for each element.
pub(crate) fn list_label<T>() -> u64 {
    mix(label_of::<T>(), 1)
}

/// A list, each element a span of its own.
#[inline]
pub(crate) fn draw_list<G: Generator + ?Sized>(
    element: &G,
    source: &mut Source,
    lengths: Lengths,
) -> Vec<G::Value> {
    source.span(list_label::<G::Value>, |source| {
        let length = lengths.draw(source);
        let mut list = Vec::with_capacity(length.min(1 << 16));
        source.elements(length, |source| list.push(source.draw(element)));
        list
    })
}

/// Result of making an element of a [sequence](crate::extend::Choices::sequence).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The element was made.
    Yes,
    /// The element was not made, and the choices for it count for nothing.
    No,
    /// The element was made, and nothing comes after it.
    Last,
    /// The element was not made, and nothing comes after it.
    Over,
}

impl Source {
    /// A list whose elements depend on those before them, so that some cannot be made. On the tape
    /// are only those that were: where one drops out, those that need it drop out with it.
    ///
    /// Fresh, an element that cannot be made is drawn again, `patience` times before the sequence ends.
    /// `label` is the kind of an element.
    #[inline]
    pub(crate) fn sequence(
        &mut self,
        label: u64,
        lengths: Lengths,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence {
        let (size, (_, most)) = (self.size(), lengths.bounds());
        self.sequence_of(label, most, |random| lengths.sample(random, size), patience, make)
    }

    /// The same with a length that is made by `sample`, where nothing is followed.
    #[inline]
    pub(crate) fn sequence_of(
        &mut self,
        label: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        mut make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence {
        if !self.is_plain() {
            return self.tracked_sequence(label, most, sample, patience, &mut make);
        }
        self.plain_sequence(most, sample, patience, make);
        Sequence { length: self.mark(), ends: Vec::new() }
    }

    /// A [sequence](crate::extend::Choices::sequence) without a record, from a source that is plain: `make` is called in one
    /// place, and so inlined.
    #[inline(always)]
    pub(crate) fn plain_sequence(
        &mut self,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        mut make: impl FnMut(&mut Source) -> Made,
    ) {
        let mut left = self.length(0, most, sample);
        let mut refused = 0;
        while left > 0 {
            match make(self) {
                Made::Yes => (left, refused) = (left - 1, 0),
                Made::No if refused < patience => refused += 1,
                Made::No | Made::Last | Made::Over => break,
            }
        }
    }

    fn tracked_sequence(
        &mut self,
        label: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        make: &mut dyn FnMut(&mut Source) -> Made,
    ) -> Sequence {
        self.span(
            || sequence_label(label),
            |source| {
                let mark = source.mark();
                let outer = source.begin_steps();
                // Shrinking goes below the fewest that are drawn fresh.
                let mut left = source.length(0, most, sample);
                // A tape has said what it wants, and is not asked twice.
                let is_asked_again = source.is_random();
                let (mut made, mut refused, mut ends) = (0, 0, Vec::new());
                while left > 0 {
                    let before = source.mark();
                    let end = source.span(|| label, &mut *make);
                    let is_made = matches!(end, Made::Yes | Made::Last);
                    source.place_step(if is_made { made + 1 } else { 0 });
                    match is_made {
                        true => (made, refused) = (made + 1, 0),
                        false => source.retract(before),
                    }
                    match end {
                        Made::Yes => left -= 1,
                        Made::No if !is_asked_again => left -= 1,
                        Made::No if refused < patience => refused += 1,
                        Made::No | Made::Last | Made::Over => left = 0,
                    }
                    if is_made {
                        ends.push(source.mark());
                    }
                }
                source.amend_length(mark, made);
                source.end_steps(outer);
                Sequence { length: mark, ends }
            },
        )
    }

    /// Takes the elements from `left` on off the tape again, because nobody came to look at them. It
    /// must be the last that was drawn.
    pub(crate) fn cut(&mut self, sequence: &Sequence, left: usize) {
        let Some(end) = left.checked_sub(1).and_then(|last| sequence.ends.get(last)) else {
            return;
        };
        self.retract_closed(*end);
        self.amend_length(sequence.length, left as u64);
    }
}

/// Places on the tape of the elements of a [sequence](crate::extend::Choices::sequence).
#[derive(Clone, Debug)]
pub struct Sequence {
    length: Mark,
    /// Where each element ends; nothing where there is no tape.
    ends: Vec<Mark>,
}

/// The kind of span that holds a sequence of elements of a kind.
pub(crate) fn sequence_label(element: u64) -> u64 {
    mix(element, 2)
}

/// Vectors of a generator's values.
///
/// ```
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// check(vec(1..=6, 2..=5), |dice| assert!((2..=5).contains(&dice.len())));
/// ```
#[track_caller]
#[doc(alias("lists", "collection"))]
pub fn vec<G: Generator>(element: G, lengths: impl Into<Lengths>) -> ListOf<G> {
    ListOf { element, lengths: lengths.into() }
}

/// See [`vec()`].
#[derive(Clone, Debug)]
pub struct ListOf<G> {
    element: G,
    lengths: Lengths,
}

impl<G: Generator> Generator for ListOf<G> {
    type Value = Vec<G::Value>;
    #[inline]
    fn generate(&self, source: &mut Source) -> Vec<G::Value> {
        self.element.generate_list(source, self.lengths)
    }
}

/// Vectors in ascending order.
///
/// ```
/// use lawful::generate::sorted_vec;
/// use lawful::prelude::*;
///
/// check(sorted_vec(any::<i32>(), ..), |list| assert!(list.is_sorted()));
/// ```
#[track_caller]
pub fn sorted_vec<G: Generator<Value: Ord>>(
    element: G,
    lengths: impl Into<Lengths>,
) -> impl Generator<Value = Vec<G::Value>> {
    vec(element, lengths).mapped(|mut list| {
        list.sort();
        list
    })
}

/// How often an element that must differ from the others is drawn again.
const TRIES: u32 = 20;

/// A list of values of which no two are the same.
fn differing_list<T>(
    source: &mut Source,
    lengths: Lengths,
    draw: impl Fn(&mut Source) -> T,
    same: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    source.span(list_label::<T>, |source| {
        let mark = source.mark();
        let length = lengths.draw(source);
        let mut list: Vec<T> = Vec::with_capacity(length.min(1 << 16));
        source.elements(length, |source| {
            for _ in 0..TRIES {
                let mark = source.mark();
                let value = source.span(label_of::<T>, &draw);
                if !list.iter().any(|other| same(other, &value)) {
                    list.push(value);
                    break;
                }
                source.retract(mark);
            }
        });
        // A small domain may not have as many different values as were asked for. Then the length
        // on the tape must say so, or a replay would look for the missing ones elsewhere.
        source.amend_length(mark, list.len() as u64);
        if (list.len() as u64) < lengths.fewest {
            let different = (list.len() as u64, lengths.fewest);
            Starved::raise(lengths.made_at, TRIES, Some(different));
        }
        list
    })
}

pub(super) fn distinct_list<G: Generator<Value: PartialEq>>(
    element: &G,
    source: &mut Source,
    lengths: Lengths,
) -> Vec<G::Value> {
    differing_list(source, lengths, |source| element.generate(source), PartialEq::eq)
}

pub(super) fn distinct_entries<K: Generator<Value: PartialEq>, V: Generator>(
    key: &K,
    value: &V,
    source: &mut Source,
    lengths: Lengths,
) -> Vec<(K::Value, V::Value)> {
    let draw = |source: &mut Source| (source.draw(key), source.draw(value));
    differing_list(source, lengths, draw, |one, other| one.0 == other.0)
}

/// Vectors whose elements all differ.
///
/// ```
/// use lawful::generate::distinct_vec;
/// use lawful::prelude::*;
///
/// check(distinct_vec(0..100, 5), |mut drawn| {
///     drawn.sort();
///     drawn.dedup();
///     assert_eq!(drawn.len(), 5);
/// });
/// ```
#[track_caller]
pub fn distinct_vec<G: Generator<Value: PartialEq>>(
    element: G,
    lengths: impl Into<Lengths>,
) -> impl Generator<Value = Vec<G::Value>> {
    let lengths = lengths.into();
    move |source: &mut Source| distinct_list(&element, source, lengths)
}

macro_rules! from_list {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $type:ident $list:ident;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name<G: Generator<Value: $($bound)*>>(
            element: G,
            lengths: impl Into<Lengths>,
        ) -> impl Generator<Value = $type<G::Value>> {
            $list(element, lengths).mapped(|list| list.into_iter().collect())
        }
    )*};
}
from_list! {
    /// Double-ended queues of a generator's values.
    vec_deque [Sized] VecDeque vec;
    /// Linked lists of a generator's values.
    linked_list [Sized] LinkedList vec;
    /// Binary heaps of a generator's values.
    binary_heap [Ord] BinaryHeap vec;
    /// Ordered sets of a generator's values; the lengths count different elements.
    btree_set [Ord] BTreeSet distinct_vec;
    /// Hash sets of a generator's values; the lengths count different elements.
    hash_set [Eq + Hash] HashSet distinct_vec;
}

/// Ordered maps; the lengths count different keys.
///
/// ```
/// use lawful::generate::btree_map;
/// use lawful::prelude::*;
///
/// check(btree_map(0..50, any::<bool>(), 3), |map| assert_eq!(map.len(), 3));
/// ```
#[track_caller]
pub fn btree_map<K: Generator<Value: Ord>, V: Generator>(
    key: K,
    value: V,
    lengths: impl Into<Lengths>,
) -> impl Generator<Value = BTreeMap<K::Value, V::Value>> {
    let lengths = lengths.into();
    move |source: &mut Source| distinct_entries(&key, &value, source, lengths).into_iter().collect()
}

/// Hash maps; the lengths count different keys.
///
/// ```
/// use lawful::generate::hash_map;
/// use lawful::prelude::*;
///
/// check(hash_map(0..50, any::<bool>(), 3), |map| assert_eq!(map.len(), 3));
/// ```
#[track_caller]
pub fn hash_map<K: Generator<Value: Eq + Hash>, V: Generator>(
    key: K,
    value: V,
    lengths: impl Into<Lengths>,
) -> impl Generator<Value = HashMap<K::Value, V::Value>> {
    let lengths = lengths.into();
    move |source: &mut Source| distinct_entries(&key, &value, source, lengths).into_iter().collect()
}
