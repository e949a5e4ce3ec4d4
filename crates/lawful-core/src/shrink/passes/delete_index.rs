//! Deletes elements of a list and lowers what may be an index past them, in the same list.

use super::super::groups::{Group, controlled_groups, own_groups};
use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    // What names a step is seen to where steps are deleted.
    let is_list = |group: &Group| !outline.is_sequence(&outline.lists[group.lists[0]]);
    let mut groups: Vec<Group> = own_groups(shrinker).into_iter().filter(is_list).listed();
    groups.extend(controlled_groups(shrinker));
    for group in groups {
        let before = shrinker.steps();
        delete_from(shrinker, &group);
        // What was deleted moved the places of the groups that follow.
        if shrinker.steps() > before {
            return;
        }
    }
}

fn delete_from(shrinker: &mut Shrinker<'_>, group: &Group) {
    let left = |shrinker: &Shrinker<'_>| (group.spare(shrinker), group.spare(shrinker));
    delete_ranges(shrinker, 1, u32::MAX, left, |shrinker, range| {
        without_indices(shrinker, group, range)
    });
}

fn without_indices(
    shrinker: &Shrinker<'_>,
    group: &Group,
    range: std::ops::Range<usize>,
) -> Option<Tape> {
    let outline = shrinker.outline();
    let mut candidate = shrinker.best().clone();
    let mut lowered = false;
    for &list in &group.lists {
        let elements = &outline.lists.get(list)?.elements;
        let first = outline.spans[*elements.first()?].open;
        let last = outline.spans[*elements.last()?].close;
        for &(at, scalar) in &outline.scalars {
            let inside = at.section == first.section && (first.index..last).contains(&at.index);
            let past = scalar.magnitude >= range.end as u64;
            if inside && scalar.kind == Kind::Number && past {
                let moved = scalar.magnitude - range.len() as u64;
                candidate.set(at, scalar.with(moved, scalar.negative));
                lowered = true;
            }
        }
    }
    group.remove(&outline, &mut candidate, range)?;
    lowered.then_some(candidate)
}
