//! All numbers above their origin at once, where single ones could not change side alone.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut candidate = shrinker.best().clone();
    let mut flipped = 0;
    for (at, scalar) in shrinker.outline().non_zero_numbers() {
        if scalar.negative {
            candidate.set(at, scalar.with(scalar.magnitude, false));
            flipped += 1;
        }
    }
    if flipped > 1 {
        shrinker.consider(candidate);
    }
}
