//! Deletes an element of a list and lowers what may be an index past it, in the same list.

use super::super::groups::{Group, controlled_groups, own_groups};
use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut groups = own_groups(shrinker);
    groups.extend(controlled_groups(shrinker));
    for group in groups {
        for index in (0..group.spare(shrinker)).rev() {
            let candidate = without_index(shrinker, &group, index);
            if candidate.is_some_and(|candidate| shrinker.consider(&candidate)) {
                return;
            }
        }
    }
}

fn without_index(shrinker: &Shrinker<'_>, group: &Group, index: usize) -> Option<Tape> {
    let outline = shrinker.outline();
    let mut candidate = shrinker.best().clone();
    let mut lowered = false;
    for &list in &group.lists {
        let elements = &outline.lists[list].elements;
        let first = outline.spans[*elements.first()?].open;
        let last = outline.spans[*elements.last()?].close;
        for &(at, scalar) in &outline.scalars {
            let inside = at.section == first.section && (first.index..last).contains(&at.index);
            if inside && scalar.kind == Kind::Number && scalar.magnitude > index as u64 {
                candidate.set(at, scalar.with(scalar.magnitude - 1, scalar.negative));
                lowered = true;
            }
        }
    }
    group.remove(&outline, &mut candidate, index..index + 1)?;
    lowered.then_some(candidate)
}
