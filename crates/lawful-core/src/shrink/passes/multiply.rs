//! Two numbers go down in proportion: for laws such as `a == 2 * b`.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (one, other) in super::pairs::near_pairs(shrinker) {
        let (Some(first), Some(second)) = (scalar_at(shrinker, one), scalar_at(shrinker, other))
        else {
            continue;
        };
        let common = greatest_common_divisor(first.magnitude, second.magnitude);
        let (step_one, step_other) = (first.magnitude / common, second.magnitude / common);
        super::super::search::lower(common, |times| {
            let values = [
                (one, step_one * times, first.negative),
                (other, step_other * times, second.negative),
            ];
            try_values(shrinker, &values)
        });
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}
