//! Single numbers go down, by magnitude at a fixed sign.
//!
//! Searching on an index that alternates the sign looks harmless on small cases and ruins every
//! `x >= 1234`: every other step lands on the wrong side.

use super::super::search::lower;
use super::*;
use crate::choice::{Kind, float};

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    loop {
        let scalars = shrinker.outline().non_zero();
        let Some(&(at, scalar)) = scalars.get(ordinal) else { return };
        ordinal += 1;
        match scalar.kind {
            Kind::Number => number(shrinker, at, scalar),
            Kind::Float => {
                simpler_float(shrinker, at, scalar);
                if let Some(scalar) = scalar_at(shrinker, at) {
                    number(shrinker, at, scalar);
                }
            }
            Kind::Pick | Kind::Schedule => {
                for index in 0..scalar.magnitude {
                    if try_values(shrinker, &[(at, index, false)]) {
                        break;
                    }
                }
            }
            // Elements drop out one by one elsewhere.
            Kind::Length => {}
        }
    }
}

fn number(shrinker: &mut Shrinker<'_>, at: At, scalar: Scalar) {
    let mut negative = scalar.negative;
    if try_values(shrinker, &[(at, 0, false)]) {
        return;
    }
    if negative && try_values(shrinker, &[(at, scalar.magnitude, false)]) {
        negative = false;
    }
    lower(scalar.magnitude, |magnitude| try_values(shrinker, &[(at, magnitude, negative)]));
}

fn simpler_float(shrinker: &mut Shrinker<'_>, at: At, scalar: Scalar) {
    for index in float::simpler(scalar.magnitude) {
        if try_values(shrinker, &[(at, index, scalar.negative)]) {
            return;
        }
    }
}
