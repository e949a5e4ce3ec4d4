//! Laws over several types.

use std::collections::BTreeSet;
use std::fmt::Debug;

use lawful::generate::{text, vec};
use lawful::prelude::*;

trait Heap: Default {
    type Item: Ord;
    fn push(&mut self, item: Self::Item);
    fn pop(&mut self) -> Option<Self::Item>;
}

#[derive(Default)]
struct SortedHeap<T>(Vec<T>);

#[derive(Default)]
struct LazyHeap(Vec<u8>);

impl<T: Ord + Default> Heap for SortedHeap<T> {
    type Item = T;
    fn push(&mut self, item: T) {
        let at = self.0.partition_point(|other| *other > item);
        self.0.insert(at, item);
    }
    fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }
}

impl Heap for LazyHeap {
    type Item = u8;
    fn push(&mut self, item: u8) {
        self.0.push(item);
    }
    fn pop(&mut self) -> Option<u8> {
        let at = (0..self.0.len()).min_by_key(|&at| self.0[at])?;
        Some(self.0.swap_remove(at))
    }
}

fn pops_in_order<H: Heap<Item: Clone>>(items: &[H::Item]) -> bool {
    let mut heap = H::default();
    items.iter().for_each(|item| heap.push(item.clone()));
    let popped: Vec<H::Item> = std::iter::from_fn(|| heap.pop()).collect();
    popped.len() == items.len() && popped.is_sorted()
}

/// The types of the arguments do not mention the parameter.
#[law(for(SortedHeap<u8>, LazyHeap))]
fn heaps_pop_in_order<H: Heap<Item = u8>>(items: Vec<u8>) -> bool {
    pops_in_order::<H>(&items)
}

/// They are types that belong to the parameter.
#[law(for(SortedHeap<u8>, SortedHeap<(bool, i8)>, LazyHeap), tests = 40)]
fn heaps_of_any_item<H: Heap<Item: Clone>>(first: H::Item, mut items: Vec<H::Item>) -> bool {
    items.push(first);
    pops_in_order::<H>(&items)
}

/// They are the parameter itself, and types made of it.
#[law(for(u8, i64, Vec<bool>, (u8, String)))]
fn order_is_total<T>(one: T, two: T, list: Vec<Option<T>>)
where
    T: Ord + Clone,
{
    assert_eq!(one.cmp(&two), two.cmp(&one).reverse());
    let sorted: BTreeSet<Option<T>> = list.iter().cloned().collect();
    assert!(sorted.len() <= list.len());
}

fn pair_of<T: Arbitrary + Clone>() -> impl Generator<Value = (T, T)> {
    any::<T>().mapped(|value| (value.clone(), value))
}

#[law(for(u8, String))]
fn generators_of_the_parameter<T: Eq + Clone + Debug>(
    #[from(pair_of::<T>())] (one, other): (T, T),
    #[from(vec(any::<T>(), 2))] list: Vec<T>,
) {
    assert_eq!(one, other);
    assert_eq!(list.len(), 2);
}

/// Types whose names would not do as the names of functions.
mod awkward {
    use super::*;

    #[derive(Debug)]
    pub struct Match;
    #[derive(Debug)]
    pub struct Box;

    impl Arbitrary for Match {
        fn arbitrary(source: &mut Source) -> Self {
            source.any::<u8>();
            Match
        }
    }

    impl Arbitrary for Box {
        fn arbitrary(source: &mut Source) -> Self {
            source.any::<u8>();
            Box
        }
    }

    #[law(for(Match, Box, [u8; 2], super::awkward::Match, Match))]
    fn named_by_their_types<T: Debug>(value: T) -> bool {
        !format!("{value:?}").is_empty()
    }
}

/// Names mean what they mean outside: `super`, and a generator that is called like a type.
mod names {
    use super::*;

    pub struct Text;

    #[law(for(Text, super::LazyHeap))]
    fn mean_what_they_mean_outside<T>(#[from(text(..=3))] word: String) -> bool {
        let heap = super::LazyHeap::default();
        word.chars().count() <= 3 && heap.0.is_empty()
    }
}

/// All attributes go to each of the tests.
#[law(for(u8, u16))]
#[cfg(any())]
fn left_out<T>(x: TypeThatDoesNotExist) {}

#[law(for(u8, u16), expect_failure)]
fn options_hold_for_each<T: Into<u32> + Copy>(x: T) -> bool {
    x.into() < 100
}
