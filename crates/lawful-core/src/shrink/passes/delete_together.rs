//! Deletes the same index in two lists of equal length.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    for one in 0..outline.lists.len() {
        for other in one + 1..outline.lists.len() {
            let count = outline.lists[one].elements.len();
            if count == 0 || count != outline.lists[other].elements.len() {
                continue;
            }
            for index in (0..count).rev() {
                let candidate = without_both(shrinker, one, other, index);
                if candidate.is_some_and(|candidate| shrinker.consider(&candidate)) {
                    return;
                }
            }
        }
    }
}

fn without_both(shrinker: &Shrinker<'_>, one: usize, other: usize, index: usize) -> Option<Tape> {
    let outline = shrinker.outline();
    let (one, other) = (outline.lists.get(one)?, outline.lists.get(other)?);
    let nested = one.elements.iter().any(|&element| {
        let span = &outline.spans[element];
        span.open.section == other.length.section
            && (span.open.index..span.close).contains(&other.length.index)
    });
    if nested {
        return None;
    }
    // The later list first: the places of the earlier one stay.
    let candidate = without_elements(shrinker.best(), &outline, other, index..index + 1)?;
    without_elements(&candidate, &outline, one, index..index + 1)
}
