//! Numbers go down by two: for laws about even and odd.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (at, scalar) in shrinker.outline().non_zero_numbers() {
        if scalar.magnitude >= 2
            && try_values(shrinker, &[(at, scalar.magnitude - 2, scalar.negative)])
        {
            return;
        }
    }
}
