//! An element drops out and a number outside of the list goes down, or up, by one: for laws that tie a
//! number to a length.

use super::super::groups::own_groups;
use super::*;
use crate::choice::Kind;

const TRIES: usize = 40;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let numbers: Vec<(At, Scalar)> =
        outline.scalars.iter().filter(|(_, s)| s.kind == Kind::Number).copied().listed();
    let mut tries = 0;
    for group in own_groups(shrinker) {
        let elements = &outline.lists[group.lists[0]].elements;
        let (Some(&first), Some(&last)) = (elements.first(), elements.last()) else { continue };
        let (from, to) = (outline.spans[first].open, outline.spans[last].close);
        let outside = numbers
            .iter()
            .filter(|(at, _)| at.section != from.section || !(from.index..to).contains(&at.index));
        for &(at, number) in outside {
            let below = number.magnitude.checked_sub(1);
            for moved in below.into_iter().chain(number.magnitude.checked_add(1)) {
                for index in (0..elements.len()).rev() {
                    tries += 1;
                    let mut candidate = shrinker.best().clone();
                    candidate.set(at, number.with(moved, number.negative));
                    let removed = group.remove(&outline, &mut candidate, index..index + 1);
                    if tries > TRIES || removed.is_some() && shrinker.consider(candidate) {
                        return;
                    }
                }
            }
        }
    }
}
