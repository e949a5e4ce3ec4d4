//! Two near numbers go down by the same amount: for laws about their difference.

use super::super::search::lower;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (one, other) in near_pairs(shrinker) {
        if shrinker.is_over() {
            return;
        }
        let (Some(first), Some(second)) = (scalar_at(shrinker, one), scalar_at(shrinker, other))
        else {
            continue;
        };
        // What is left of the smaller goes down, and the difference stays.
        let least = first.magnitude.min(second.magnitude);
        lower(least, |left| {
            let values = [
                (one, first.magnitude - least + left, first.negative),
                (other, second.magnitude - least + left, second.negative),
            ];
            try_values(shrinker, &values)
        });
    }
}

/// Pairs of numbers that are not 0: near ones, and fewer of them the more there are.
pub(super) fn near_pairs(shrinker: &Shrinker<'_>) -> Vec<(At, At)> {
    let outline = shrinker.outline();
    let numbers = outline.non_zero_numbers();
    let distance = if numbers.len() <= 8 { 3 } else { 1 };
    let mut pairs = Vec::new();
    // The keys and the amounts of a program have nothing to do with each other.
    let in_program = numbers.first().is_some_and(|(at, _)| outline.step_of(*at).is_some());
    let range = |scalar: &Scalar| (scalar.origin, scalar.up, scalar.down);
    for (index, (one, first)) in numbers.iter().enumerate() {
        for (other, second) in numbers[index + 1..].iter().take(distance) {
            if !in_program || range(first) == range(second) {
                pairs.push((*one, *other));
            }
        }
    }
    pairs
}
