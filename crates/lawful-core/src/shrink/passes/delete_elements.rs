//! Elements of lists drop out: the whole list first, half of it on failure, twice as many on
//! success, from the back.

use super::*;

/// A list in which so many single elements could not be deleted is left to a later pass.
const FAILURES: u32 = 3;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().lists.len() && !shrinker.is_over() {
        delete_from(shrinker, ordinal, FAILURES);
        ordinal += 1;
    }
}

/// Deletes from the list with this ordinal, until so many single elements could not be deleted.
pub(super) fn delete_from(shrinker: &mut Shrinker<'_>, ordinal: usize, mut failures: u32) {
    let outline = shrinker.outline();
    let mut end = outline.lists[ordinal].elements.len();
    let mut chunk = end;
    while end > 0 && failures > 0 {
        let outline = shrinker.outline();
        let Some(list) = outline.lists.get(ordinal) else { return };
        end = end.min(list.elements.len());
        let Some(spare) = spare_elements(shrinker, list) else { return };
        chunk = chunk.min(end).min(spare);
        if chunk == 0 {
            return;
        }
        let range = end - chunk..end;
        let candidate = without_elements(shrinker.best(), &outline, list, range);
        if candidate.is_some_and(|candidate| shrinker.consider(&candidate)) {
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

/// How many elements a list has above the fewest it may have.
fn spare_elements(shrinker: &Shrinker<'_>, list: &List) -> Option<usize> {
    scalar_at(shrinker, list.length).map(|length| length.magnitude as usize)
}
