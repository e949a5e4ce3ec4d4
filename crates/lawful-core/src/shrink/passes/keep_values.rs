//! Lowers a number while the numbers whose bounds it moves keep their actual values.
//!
//! A number is on the tape as its distance from an origin. Where the origin is an earlier number
//! (`x..`), lowering that one lowers this one too, which may be what keeps the law from breaking.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (at, scalar) in shrinker.outline().non_zero_numbers() {
        if shrinker.is_over() {
            return;
        }
        if scalar.kind != Kind::Number {
            continue;
        }
        for magnitude in [0, scalar.magnitude / 2, scalar.magnitude - 1] {
            let Some(candidate) = keeping(shrinker, at, scalar.with(magnitude, scalar.negative))
            else {
                break;
            };
            if shrinker.consider(candidate) {
                return;
            }
        }
    }
}

fn keeping(shrinker: &mut Shrinker<'_>, at: At, lowered: Scalar) -> Option<Tape> {
    let mut candidate = shrinker.best().clone();
    candidate.set(at, lowered);
    let mut drawn = shrinker.draw_only(candidate);
    let (before, after) = (shrinker.outline(), Outline::new(&drawn));
    if before.scalars.len() != after.scalars.len() {
        return None;
    }
    let mut moved = false;
    for (&(_, old), &(place, new)) in before.scalars.iter().zip(&after.scalars) {
        if place > at && old.origin != new.origin && new.kind == Kind::Number {
            drawn.set(place, new.with_value(old.value()));
            moved = true;
        }
    }
    moved.then_some(drawn)
}
