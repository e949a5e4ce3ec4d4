//! Deletes the same index in two lists.

use super::super::groups::own_groups;
use super::*;

/// How many candidates are tried for one pair of lists, and how many pairs.
const TRIES: usize = 12;
const PAIRS: usize = 10;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let count = outline.lists.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let apart = pairs.filter(|&(one, other)| !is_nested(&outline, one, other));
    for (one, other) in apart.take(PAIRS) {
        let before = shrinker.steps();
        while delete_one(shrinker, one, other) {}
        if shrinker.steps() > before {
            return;
        }
    }
}

fn delete_one(shrinker: &mut Shrinker<'_>, one: usize, other: usize) -> bool {
    let outline = shrinker.outline();
    let groups = own_groups(shrinker);
    let (Some(first), Some(second)) = (groups.get(one), groups.get(other)) else { return false };
    let count = first.spare(shrinker).min(second.spare(shrinker));
    (0..count).rev().take(TRIES).any(|index| {
        // The later list first: the places of the earlier one stay.
        let mut candidate = shrinker.best().clone();
        let removed = [second, first]
            .into_iter()
            .try_for_each(|group| group.remove(&outline, &mut candidate, index..index + 1));
        removed.is_some() && shrinker.consider(candidate)
    })
}

/// Whether the list `other` is inside an element of the list `one`.
fn is_nested(outline: &Outline, one: usize, other: usize) -> bool {
    let length = outline.lists[other].length;
    outline.lists[one].elements.iter().any(|&element| {
        let span = &outline.spans[element];
        span.open.section == length.section && (span.open.index..span.close).contains(&length.index)
    })
}
