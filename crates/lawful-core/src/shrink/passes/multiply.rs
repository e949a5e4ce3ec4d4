//! Two numbers go down in proportion, or become equal: for laws such as `a == 2 * b`, and for
//! common divisors.

use super::super::search::lower;
use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (one, other) in super::pairs::near_pairs(shrinker) {
        if shrinker.is_over() {
            return;
        }
        let (Some(first), Some(second)) = (scalar_at(shrinker, one), scalar_at(shrinker, other))
        else {
            continue;
        };
        if first.kind == Kind::Number && second.kind == Kind::Number {
            in_proportion(shrinker, (one, first), (other, second));
            equal(shrinker, (one, first), (other, second));
        }
    }
}

/// Proportions are those of the actual values, wherever their origins lie.
fn in_proportion(shrinker: &mut Shrinker<'_>, one: (At, Scalar), other: (At, Scalar)) {
    let (first, second) = (one.1.value() as i64, other.1.value() as i64);
    let common = greatest_common_divisor(first.unsigned_abs(), second.unsigned_abs());
    let Ok(divisor) = i64::try_from(common) else { return };
    if divisor < 2 {
        return;
    }
    lower(common, |times| {
        let scaled = |value: i64| (value / divisor).wrapping_mul(times as i64) as u64;
        try_actual(shrinker, [(one, scaled(first)), (other, scaled(second))])
    });
}

fn equal(shrinker: &mut Shrinker<'_>, one: (At, Scalar), other: (At, Scalar)) {
    let least = if one.1.magnitude < other.1.magnitude { one.1 } else { other.1 };
    let value = least.value();
    if one.1.value() != other.1.value() {
        try_actual(shrinker, [(one, value), (other, value)]);
    }
}

fn try_actual(shrinker: &mut Shrinker<'_>, values: [((At, Scalar), u64); 2]) -> bool {
    let mut candidate = shrinker.best().clone();
    for ((at, scalar), value) in values {
        if scalar_at(shrinker, at).is_none() {
            return false;
        }
        candidate.set(at, scalar.with_value(value));
    }
    shrinker.consider(candidate)
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}
