//! An element drops out and a number outside of the list goes down, or up, by one: for laws that tie a
//! number to a length.

use super::super::groups::own_groups;
use super::*;
use crate::choice::Kind;

const TRIES: usize = 40;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let numbers: Vec<(At, Scalar)> =
        outline.scalars.iter().filter(|(_, s)| s.kind == Kind::Number).copied().collect();
    let mut tries = 0;
    for group in own_groups(shrinker) {
        let Some(last) = group.spare(shrinker).checked_sub(1) else { continue };
        let elements = &outline.lists[group.lists[0]].elements;
        let (from, to) = (outline.spans[elements[0]].open, outline.spans[elements[last]].close);
        for &(at, number) in &numbers {
            let inside = at.section == from.section && (from.index..to).contains(&at.index);
            if inside {
                continue;
            }
            let below = number.magnitude.checked_sub(1);
            for moved in below.into_iter().chain(number.magnitude.checked_add(1)) {
                tries += 1;
                let mut candidate = shrinker.best().clone();
                candidate.set(at, number.with(moved, number.negative));
                let removed = group.remove(&outline, &mut candidate, last..last + 1);
                if tries > TRIES || removed.is_some() && shrinker.consider(&candidate) {
                    return;
                }
            }
        }
    }
}
