//! Numbers become their rank, or the order in which they first appear: for laws that only compare.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let numbers: Vec<(At, Scalar)> =
        outline.scalars.iter().filter(|(_, s)| s.kind == Kind::Number).copied().collect();
    if numbers.len() < 2 {
        return;
    }
    let mut distinct: Vec<(u64, bool)> = Vec::new();
    for (_, scalar) in &numbers {
        let value = (scalar.magnitude, scalar.negative);
        if !distinct.contains(&value) {
            distinct.push(value);
        }
        if distinct.len() > 64 {
            return;
        }
    }
    if replace(shrinker, &numbers, &distinct, |order| order as u64) {
        return;
    }
    // 0, 1, -1, 2, -2, …: as many different values as there are, with the least magnitudes.
    if replace(shrinker, &numbers, &distinct, |order| (order as u64).div_ceil(2)) {
        return;
    }
    distinct.sort_unstable();
    replace(shrinker, &numbers, &distinct, |order| order as u64);
}

/// Gives the value at `order` in `distinct` a new magnitude. Where the magnitudes are halved, they
/// alternate in sign.
fn replace(
    shrinker: &mut Shrinker<'_>,
    numbers: &[(At, Scalar)],
    distinct: &[(u64, bool)],
    magnitude: impl Fn(usize) -> u64,
) -> bool {
    let alternating = magnitude(2) == 1;
    let mut candidate = shrinker.best().clone();
    for &(at, scalar) in numbers {
        let value = (scalar.magnitude, scalar.negative);
        let order = distinct.iter().position(|other| *other == value).unwrap_or(0);
        let negative = if alternating { order > 0 && order % 2 == 0 } else { false };
        candidate.set(at, scalar.with(magnitude(order), negative));
    }
    candidate != *shrinker.best() && shrinker.consider(&candidate)
}
