//! Elements of a list in ascending order.

use std::cmp::Ordering;

use super::*;
use crate::choice::{Weight, order_values};

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().lists.len() && !shrinker.is_over() {
        let outline = shrinker.outline();
        // Steps are in the order they are in for a reason.
        if outline.is_sequence(&outline.lists[ordinal]) {
            ordinal += 1;
            continue;
        }
        if !sort_whole(shrinker, ordinal) {
            sort_neighbours(shrinker, ordinal);
        }
        ordinal += 1;
    }
}

fn sort_whole(shrinker: &mut Shrinker<'_>, ordinal: usize) -> bool {
    let elements = element_tokens(shrinker, ordinal);
    let mut sorted = elements.clone();
    sort_by(&mut sorted, &|one, other| order(one, other));
    if sorted == elements {
        return true;
    }
    put(shrinker, ordinal, sorted)
}

fn sort_neighbours(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let count = element_tokens(shrinker, ordinal).len();
    for index in 1..count {
        if shrinker.is_over() {
            return;
        }
        let mut elements = element_tokens(shrinker, ordinal);
        let Some(pair) = elements.get(index - 1..=index) else { return };
        if order(&pair[0], &pair[1]) == Ordering::Greater {
            elements.swap(index - 1, index);
            put(shrinker, ordinal, elements);
        }
    }
}

pub(super) fn order(one: &[Token], other: &[Token]) -> Ordering {
    let weights = Weight::of(one.iter()).cmp(&Weight::of(other.iter()));
    weights.then_with(|| order_values(one.iter(), other.iter()))
}

fn element_tokens(shrinker: &Shrinker<'_>, ordinal: usize) -> Vec<Vec<Token>> {
    let outline = shrinker.outline();
    let elements = outline.lists.get(ordinal).map_or(&[][..], |list| &list.elements);
    elements.iter().map(|&element| tokens_of(shrinker.best(), &outline.spans[element])).listed()
}

fn put(shrinker: &mut Shrinker<'_>, ordinal: usize, elements: Vec<Vec<Token>>) -> bool {
    let outline = shrinker.outline();
    let list = &outline.lists[ordinal];
    let mut candidate = shrinker.best().clone();
    for (&element, tokens) in list.elements.iter().zip(elements).rev() {
        let span = &outline.spans[element];
        candidate.replace(span.open.section, span.open.index..span.close + 1, tokens);
    }
    shrinker.consider(candidate)
}
