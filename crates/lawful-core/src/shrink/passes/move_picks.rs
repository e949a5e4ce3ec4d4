//! A pick that is not 0 changes places with a later one that is: for subsets, whose members are
//! picks of yes and no.

use super::*;
use crate::choice::Kind;

const TRIES: usize = 40;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let picks = outline.scalars.iter().filter(|(_, scalar)| scalar.kind == Kind::Pick);
    let picks: Vec<(At, Scalar)> = picks.copied().listed();
    let mut tries = 0;
    for (index, &(one, first)) in picks.iter().enumerate() {
        if first.is_zero() {
            continue;
        }
        // The farthest first: what is left of it is then out of the way for good.
        let later = picks[index + 1..].iter().rev();
        let alike = later.filter(|(_, other)| other.is_zero() && other.up == first.up);
        for &(other, _) in alike {
            tries += 1;
            let moved = [(one, 0, false), (other, first.magnitude, false)];
            if tries > TRIES || try_values(shrinker, &moved) {
                return;
            }
        }
    }
}
