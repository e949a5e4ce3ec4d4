//! Elements of lists drop out: the whole list first.

use super::super::groups::{Group, own_group};
use super::*;

/// A list in which so many single elements could not be deleted is left to a later pass.
const FAILURES: u32 = 3;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    delete_from_all(shrinker, FAILURES);
}

/// Deletes from every list that has a length of its own.
pub(super) fn delete_from_all(shrinker: &mut Shrinker<'_>, failures: u32) {
    let mut ordinal = 0;
    while let Some(group) = own_group(shrinker, ordinal) {
        let outline = shrinker.outline();
        if !shrinker.deletes_steps() || !outline.is_sequence(&outline.lists[ordinal]) {
            delete_from(shrinker, &group, failures);
        }
        ordinal += 1;
    }
}

/// Deletes from the lists of a group, until so many single elements could not be deleted. What is
/// deleted lies behind the holder, so its place stays.
pub(super) fn delete_from(shrinker: &mut Shrinker<'_>, group: &Group, failures: u32) {
    let left = |shrinker: &Shrinker<'_>| (longest(shrinker, group), group.spare(shrinker));
    delete_ranges(shrinker, usize::MAX, failures, left, |shrinker, range| {
        group.without(shrinker, range)
    });
}

fn longest(shrinker: &Shrinker<'_>, group: &Group) -> usize {
    let outline = shrinker.outline();
    let lists = group.lists.iter().filter_map(|&list| outline.lists.get(list));
    lists.map(|list| list.elements.len()).max().unwrap_or(0)
}
