//! Elements of lists drop out: the whole list first, half of it on failure, twice as many on
//! success, from the back.

use super::super::groups::{Group, own_groups};
use super::*;

/// A list in which so many single elements could not be deleted is left to a later pass.
const FAILURES: u32 = 3;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    delete_from_all(shrinker, FAILURES);
}

/// Deletes from every list that has a length of its own.
pub(super) fn delete_from_all(shrinker: &mut Shrinker<'_>, failures: u32) {
    let mut ordinal = 0;
    while let Some(group) = own_groups(shrinker).get(ordinal) {
        delete_from(shrinker, group, failures);
        ordinal += 1;
    }
}

/// Deletes from the lists of a group, until so many single elements could not be deleted. What is
/// deleted lies behind the holder, so its place stays.
pub(super) fn delete_from(shrinker: &mut Shrinker<'_>, group: &Group, mut failures: u32) {
    let mut end = group.spare(shrinker).max(longest(shrinker, group));
    let mut chunk = end;
    while end > 0 && failures > 0 && !shrinker.is_over() {
        end = end.min(longest(shrinker, group));
        chunk = chunk.min(end).min(group.spare(shrinker));
        if chunk == 0 {
            return;
        }
        let candidate = group.without(shrinker, end - chunk..end);
        if candidate.is_some_and(|candidate| shrinker.consider(candidate)) {
            end -= chunk;
            chunk *= 2;
        } else if chunk > 1 {
            chunk /= 2;
        } else {
            end -= 1;
            failures -= 1;
        }
    }
}

fn longest(shrinker: &Shrinker<'_>, group: &Group) -> usize {
    let outline = shrinker.outline();
    let lists = group.lists.iter().filter_map(|&list| outline.lists.get(list));
    lists.map(|list| list.elements.len()).max().unwrap_or(0)
}
