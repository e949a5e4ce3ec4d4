//! Deletes the same index in two lists of equal length.

use super::super::groups::own_groups;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let groups = own_groups(shrinker);
    for (one, first) in groups.iter().enumerate() {
        for (other, second) in groups.iter().enumerate().skip(one + 1) {
            let count = outline.lists[one].elements.len();
            let nested = is_nested(&outline, one, other);
            if count == 0 || count != outline.lists[other].elements.len() || nested {
                continue;
            }
            for index in (0..count).rev() {
                // The later list first: the places of the earlier one stay.
                let mut candidate = shrinker.best().clone();
                let removed = second
                    .remove(&outline, &mut candidate, index..index + 1)
                    .and_then(|()| first.remove(&outline, &mut candidate, index..index + 1));
                if removed.is_some() && shrinker.consider(&candidate) {
                    return;
                }
            }
        }
    }
}

/// Whether the list `other` is inside an element of the list `one`.
fn is_nested(outline: &Outline, one: usize, other: usize) -> bool {
    let length = outline.lists[other].length;
    outline.lists[one].elements.iter().any(|&element| {
        let span = &outline.spans[element];
        span.open.section == length.section && (span.open.index..span.close).contains(&length.index)
    })
}
