//! All numbers of a list, three or more, go down by the same amount: for laws about how they lie to
//! one another. (Two are a pair.)

use super::super::search::lower;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().lists.len() && !shrinker.is_over() {
        shift(shrinker, ordinal);
        ordinal += 1;
    }
}

fn shift(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let outline = shrinker.outline();
    let elements = &outline.lists[ordinal].elements;
    let (Some(&first), Some(&last)) = (elements.first(), elements.last()) else { return };
    let (from, to) = (outline.spans[first].open, outline.spans[last].close);
    let mut numbers = outline.non_zero_numbers();
    numbers.retain(|(at, _)| at.section == from.section && (from.index..to).contains(&at.index));
    let Some(least) = numbers.iter().map(|(_, scalar)| scalar.magnitude).min() else { return };
    if numbers.len() < 3 {
        return;
    }
    lower(least, |left| {
        let shifted =
            |(at, scalar): &(At, Scalar)| (*at, scalar.magnitude - least + left, scalar.negative);
        try_values(shrinker, &numbers.iter().map(shifted).listed())
    });
}
