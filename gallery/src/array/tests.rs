//! The exhibits, and at which length the fast construction begins to fail.

use super::tree::{Array, CAPACITY};
use super::{SMALL_CAPACITY, exhibits, zeros};
use crate::checking::{assert_as_expected, assert_smallest, find, percent_labelled};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

/// The fewest elements, all of them 0, for which the fast construction is wrong.
fn first_wrong_length(capacity: usize) -> usize {
    let is_right = |length: usize| {
        let elements = vec![0; length];
        let array = Array::build_fast(&elements, capacity);
        elements.iter().enumerate().all(|(index, element)| array.get(index) == Some(element))
    };
    (0..).find(|&length| !is_right(length)).expect("it is wrong at some length")
}

#[test]
fn forty_one_elements_are_the_fewest() {
    assert_eq!(first_wrong_length(CAPACITY), 41);
    assert_smallest(exhibits(), "built_fast_at_large_sizes", &[&zeros(41)]);
}

#[test]
fn thirteen_are_enough_with_small_leaves() {
    assert_eq!(first_wrong_length(SMALL_CAPACITY), 13);
    assert_smallest(exhibits(), "built_fast_with_small_leaves", &[&zeros(13)]);
}

#[test]
fn deep_trees_are_rare_at_the_default_size() {
    // Sizes are even from 0 to 100, lengths even from 0 to half the size.
    let deep = |size: usize| (size / 2).saturating_sub(40) as f64 / (size / 2 + 1) as f64;
    let expected = 100.0 * (0..=100).map(deep).sum::<f64>() / 101.0;
    assert!((1.0..=3.0).contains(&expected));
    let found =
        percent_labelled(&find(exhibits(), "built_from_the_top"), "more than two levels deep");
    assert!((found - expected).abs() < 1.0, "{found} instead of {expected}");
}
