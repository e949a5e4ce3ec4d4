//! Two elements of one list drop out together: for laws about even lengths, about an element and
//! its opposite, or about pairs of operations.

use super::super::groups::own_groups;
use super::*;

/// Up to so many elements every pair is tried, above it neighbours only.
const FEW: usize = 6;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for group in own_groups(shrinker) {
        let count = group.spare(shrinker);
        if count < 2 {
            continue;
        }
        let count = shrinker.outline().lists[group.lists[0]].elements.len();
        for first in 0..count - 1 {
            if shrinker.is_over() {
                return;
            }
            let last = if count <= FEW { count } else { first + 2 };
            for second in (first + 1..last).rev() {
                let outline = shrinker.outline();
                let mut candidate = shrinker.best().clone();
                // The later one first: the place of the earlier one stays.
                let removed = [second, first]
                    .into_iter()
                    .try_for_each(|index| group.remove(&outline, &mut candidate, index..index + 1));
                if removed.is_some() && shrinker.consider(candidate) {
                    return;
                }
            }
        }
    }
}
