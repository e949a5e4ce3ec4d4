//! Deletes an element of a list and lowers what may be an index past it, in the same list.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().lists.len() {
        let count = shrinker.outline().lists[ordinal].elements.len();
        for index in (0..count).rev() {
            if let Some(candidate) = without_index(shrinker, ordinal, index) {
                if shrinker.consider(&candidate) {
                    return;
                }
            }
        }
        ordinal += 1;
    }
}

fn without_index(shrinker: &Shrinker<'_>, ordinal: usize, index: usize) -> Option<Tape> {
    let outline = shrinker.outline();
    let list = outline.lists.get(ordinal)?;
    let first = outline.spans[*list.elements.first()?].open;
    let last = outline.spans[*list.elements.last()?].close;
    let mut candidate = shrinker.best().clone();
    let mut lowered = false;
    for &(at, scalar) in &outline.scalars {
        let inside = at.section == first.section && (first.index..last).contains(&at.index);
        if inside && scalar.kind == Kind::Number && scalar.magnitude > index as u64 {
            candidate.set(at, scalar.with(scalar.magnitude - 1, scalar.negative));
            lowered = true;
        }
    }
    if !lowered {
        return None;
    }
    shorten(&mut candidate, list.length, 1)?;
    remove_elements(&mut candidate, &outline, list, index..index + 1);
    Some(candidate)
}
