//! Numbers go down in steps of two: for laws about even and odd, and for large floats, which are
//! rounded to even.

use super::super::search::lower;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (at, scalar) in shrinker.outline().non_zero_numbers() {
        if shrinker.is_over() {
            return;
        }
        let odd = scalar.magnitude % 2;
        let gained = lower(scalar.magnitude / 2, |half| {
            try_values(shrinker, &[(at, 2 * half + odd, scalar.negative)])
        });
        if gained {
            return;
        }
    }
}
