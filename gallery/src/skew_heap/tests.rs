//! The exhibits, and the smallest cases by going through all of them.

use lawful::prelude::*;

use super::heap::{Heap, LeftistHeap, MergingHeap, SkewHeap};
use super::laws::{self, DeleteMin, Insert, Operation, make};
use super::tree::Tree;
use super::{exhibits, soak};
use crate::checking::{assert_as_expected, assert_smallest, integers, lists};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

/// The operations from the simplest on, as shrinking orders them.
fn operations() -> Vec<Operation> {
    integers(3).into_iter().map(Insert).chain([DeleteMin]).collect()
}

/// The first sequence of a length, in the order of shrinking, whose heap does not hold.
fn first_broken(length: usize, holds: fn(&Tree<i64>) -> bool) -> Option<Vec<Operation>> {
    fn search(
        tree: &Tree<i64>,
        done: &mut Vec<Operation>,
        left: usize,
        holds: fn(&Tree<i64>) -> bool,
    ) -> bool {
        if left == 0 {
            return !holds(tree);
        }
        operations().into_iter().any(|operation| {
            done.push(operation);
            let next = match operation {
                Insert(element) => tree.clone().insert(element),
                DeleteMin => tree.clone().delete_min(),
            };
            let found = search(&next, done, left - 1, holds);
            if !found {
                done.pop();
            }
            found
        })
    }
    let mut sequence = Vec::new();
    search(&Tree::Null, &mut sequence, length, holds).then_some(sequence)
}

/// The smallest sequence whose heap does not hold, and its length.
fn smallest_broken(holds: fn(&Tree<i64>) -> bool) -> (usize, String) {
    let mut lengths = (0..).map(|length| (length, first_broken(length, holds)));
    let found = lengths.find_map(|(length, found)| Some((length, found?)));
    let (length, sequence) = found.expect("some sequence is broken");
    (length, format!("{sequence:?}"))
}

#[test]
fn five_operations_break_the_balance() {
    let (length, sequence) = smallest_broken(Tree::balanced);
    assert_eq!(length, 5);
    assert_smallest(exhibits(), "balanced", &[&sequence]);
}

#[test]
fn the_four_operations_of_the_paper_do_not_break_the_balance() {
    let printed = [Insert(-9), Insert(12), Insert(8), DeleteMin];
    assert!(make(&printed).balanced());
    // The case that was found before shrinking does.
    let inserted = [-9, -18, -14, 5, -13, -8, 13].map(Insert);
    let found = [&[DeleteMin][..], &inserted, &[DeleteMin, DeleteMin]].concat();
    assert!(!make(&found).balanced());
}

#[test]
fn six_operations_make_a_bad_node() {
    let (length, sequence) = smallest_broken(Tree::all_good);
    assert_eq!(length, 6);
    assert_smallest(exhibits(), "all_good", &[&sequence]);
}

#[test]
fn three_insertions_by_merging_break_the_balance() {
    let balanced = |list: &Vec<i64>| laws::make_by_merging(list).balanced();
    assert!((0..=2).flat_map(|length| lists(&integers(2), length)).all(|list| balanced(&list)));
    assert!(!balanced(&vec![0, 0, 0]));
    assert_smallest(exhibits(), "balanced_by_merging", &["[0, 0, 0]"]);
}

#[test]
fn ten_rounds_make_the_spine_too_long() {
    let cheap = |rounds: i64| laws::insertion_takes_two_paths(&make(&laws::spine(rounds)));
    assert_eq!((0..).find(|&rounds| !cheap(rounds)), Some(10));
    assert_smallest(exhibits(), "insertion_takes_two_paths", &["10"]);
}

/// All trees of a weight with labels 0.
fn shapes(weight: u32) -> Vec<Tree<i64>> {
    let Some(below) = weight.checked_sub(1) else { return vec![Tree::Null] };
    let pairs = (0..=below).flat_map(|left| {
        shapes(left).into_iter().flat_map(move |one| {
            shapes(below - left).into_iter().map(move |other| (one.clone(), other))
        })
    });
    pairs.map(|(left, right)| Tree::Fork(0, Box::new(left), Box::new(right))).collect()
}

#[test]
fn six_elements_in_a_row_are_the_smallest_heap_with_expensive_insertion() {
    let broken = |weight: u32| {
        let trees = shapes(weight).into_iter();
        trees.filter(|tree| !laws::insertion_takes_two_paths(tree)).collect::<Vec<_>>()
    };
    assert!((0..6).all(|weight| broken(weight).is_empty()));
    let broken = broken(6);
    assert_eq!(broken.len(), 1);
    assert_smallest(exhibits(), "insertion_into_any_heap", &[&format!("{:?}", broken[0])]);
}

#[test]
fn one_case_in_three_thousand_is_expensive() {
    let count = soak()[0].run(1, 50);
    assert!(count.held && count.tests == 60_000);
    // 20 are expected; less than 6 or more than 45 would come in one run of 10,000.
    assert!((6..=45).contains(&count.labelled), "{}", count.labelled);
}

#[test]
fn a_hundredth_of_the_long_counts_holds() {
    for count in &soak()[1..] {
        assert!(count.run(1, 100).held, "{}", count.name);
    }
}

#[law(for(SkewHeap<i64>, MergingHeap<i64>, LeftistHeap<i64>))]
fn insertion_follows_the_model<H: Heap<Element = i64>>(n: i64, operations: Vec<Operation>) {
    laws::insertion_follows_the_model::<H>(n, operations);
}

#[law(for(SkewHeap<i64>, MergingHeap<i64>, LeftistHeap<i64>))]
fn deletion_follows_the_model<H: Heap<Element = i64>>(operations: Vec<Operation>) {
    laws::deletion_follows_the_model::<H>(operations);
}
