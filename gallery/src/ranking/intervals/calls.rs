//! Test cases: random calls, and all small ones.

use std::collections::BTreeSet;

use lawful::generate::{one_of, vec};
use lawful::{Generator, Source};

use super::{Call, IntervalSet};

/// Calls with small numbers and canonical sets.
///
/// A call shrinks towards an element 0, few intervals, and intervals of a single number near 0.
pub fn calls() -> impl Generator<Value = Call> {
    let element = || -5..=6;
    one_of((
        (element(), sets()).mapped(|(element, set)| Call::Member(element, set)),
        (element(), sets()).mapped(|(element, set)| Call::Insert(element, set)),
        (element(), sets()).mapped(|(element, set)| Call::Delete(element, set)),
        (sets(), sets()).mapped(|(one, other)| Call::Merge(one, other)),
    ))
}

/// Canonical sets of small numbers, by construction.
///
/// The first interval starts at a number near 0, and each other one at a distance of at least 2 from the end of the
/// one before it, so that there is a number between them.
pub fn sets() -> impl Generator<Value = IntervalSet> {
    |source: &mut Source| {
        // Distance to the interval before, and length less one.
        let steps = source.draw(&vec((2..=4, 0..=3), 0..=3));
        let Some(((_, length), others)) = steps.split_first() else { return Vec::new() };
        let start = source.draw(&(-4..=2));
        let mut set = vec![(start, start + length)];
        let mut end = start + length;
        for (distance, length) in others {
            let start = end + distance;
            end = start + length;
            set.push((start, end));
        }
        set
    }
}

/// Returns all calls with elements and sets within -2..=2: 1,504 of them.
pub fn small_calls() -> Vec<Call> {
    let elements = -2..=2;
    let sets: Vec<IntervalSet> = (0..32u32)
        .map(|bits| canonical(&elements.clone().filter(|at| bits & 1 << (at + 2) != 0).collect()))
        .collect();
    let mut calls = Vec::new();
    for one in &sets {
        for element in elements.clone() {
            calls.push(Call::Member(element, one.clone()));
            calls.push(Call::Insert(element, one.clone()));
            calls.push(Call::Delete(element, one.clone()));
        }
        calls.extend(sets.iter().map(|other| Call::Merge(one.clone(), other.clone())));
    }
    calls
}

/// Canonical list of a set's elements, by going through them one by one.
pub(super) fn canonical(elements: &BTreeSet<i32>) -> IntervalSet {
    let mut set: IntervalSet = Vec::new();
    for &element in elements {
        match set.last_mut() {
            Some((_, end)) if *end + 1 == element => *end = element,
            _ => set.push((element, element)),
        }
    }
    set
}
