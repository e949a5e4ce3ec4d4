//! Numbers become the order in which they first appear, or their rank: for laws that only compare.

use super::*;
use crate::choice::Kind;

/// A magnitude, and whether it is below the origin.
type Value = (u64, bool);
type Numbers = Vec<(At, Scalar)>;

/// With more different numbers than this a law is about something else.
const MOST: usize = 64;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let Some((numbers, mut distinct)) = numbers(shrinker) else { return };
    if !shrinker.outline().sequences().is_empty() {
        return rename_keys(shrinker, &numbers);
    }
    if rename(shrinker, &numbers, &distinct, in_order)
        || rename(shrinker, &numbers, &distinct, alternating)
    {
        return;
    }
    sort_by(&mut distinct, &Ord::cmp);
    rename(shrinker, &numbers, &distinct, in_order);
}

/// The one way that is worth a run before anything else is known.
pub(super) fn run_first(shrinker: &mut Shrinker<'_>) {
    let Some((numbers, distinct)) = numbers(shrinker) else { return };
    if !rename(shrinker, &numbers, &distinct, in_order)
        && !shrinker.outline().sequences().is_empty()
    {
        rename_keys(shrinker, &numbers);
    }
}

/// The same for the numbers of one range at a time: in a program some are keys, which only have to be
/// told apart, and others are amounts.
fn rename_keys(shrinker: &mut Shrinker<'_>, numbers: &[(At, Scalar)]) {
    let range = |scalar: &Scalar| (scalar.origin, scalar.up, scalar.down);
    let mut ranges: Vec<(u64, u64, u64)> = Vec::new();
    for (_, scalar) in numbers {
        if !ranges.contains(&range(scalar)) {
            ranges.push(range(scalar));
        }
    }
    for wanted in ranges {
        let of_range = |(_, scalar): &&(At, Scalar)| range(scalar) == wanted;
        let keys: Numbers = numbers.iter().filter(of_range).copied().listed();
        if let Some(distinct) = distinct(&keys).filter(|_| keys.len() > 1) {
            rename(shrinker, &keys, &distinct, in_order);
        }
    }
}

/// All numbers, and the different ones in order of appearance; nothing if that leads nowhere.
fn numbers(shrinker: &Shrinker<'_>) -> Option<(Numbers, Vec<Value>)> {
    let outline = shrinker.outline();
    let numbers = outline.scalars.iter().filter(|(_, scalar)| scalar.kind == Kind::Number);
    let numbers: Numbers = numbers.copied().listed();
    let distinct = distinct(&numbers)?;
    (numbers.len() > 1).then_some((numbers, distinct))
}

/// The different ones in order of appearance, unless they are many.
fn distinct(numbers: &[(At, Scalar)]) -> Option<Vec<Value>> {
    let mut distinct: Vec<Value> = Vec::new();
    for (_, scalar) in numbers {
        let value = (scalar.magnitude, scalar.negative);
        if !distinct.contains(&value) {
            distinct.push(value);
        }
        if distinct.len() > MOST {
            return None;
        }
    }
    Some(distinct)
}

/// 0, 1, 2, …
fn in_order(place: usize) -> Value {
    (place as u64, false)
}

/// 0, 1, -1, 2, -2, …: as many different values, with the least magnitudes.
fn alternating(place: usize) -> Value {
    ((place as u64).div_ceil(2), place > 0 && place.is_multiple_of(2))
}

/// Gives every number the value that belongs to its place in `distinct`.
fn rename(
    shrinker: &mut Shrinker<'_>,
    numbers: &[(At, Scalar)],
    distinct: &[Value],
    value: impl Fn(usize) -> Value,
) -> bool {
    let mut candidate = shrinker.best().clone();
    for &(at, scalar) in numbers {
        let old = (scalar.magnitude, scalar.negative);
        let place = distinct.iter().position(|other| *other == old).unwrap_or(0);
        let (magnitude, negative) = value(place);
        candidate.set(at, scalar.with(magnitude, negative));
    }
    candidate != *shrinker.best() && shrinker.consider(candidate)
}
