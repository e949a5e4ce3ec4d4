//! Single numbers go down, by magnitude at a fixed sign.
//!
//! Searching on an index that alternates the sign looks harmless on small cases and ruins every
//! `x >= 1234`: every other step lands on the wrong side.

use super::super::search::lower;
use super::*;
use crate::choice::Kind;
use crate::choice::float::Order;

/// So many alternatives are tried one by one.
pub(super) const FEW_ALTERNATIVES: u64 = 16;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    loop {
        let scalars = shrinker.outline().non_zero();
        let Some(&(at, scalar)) = scalars.get(ordinal) else { return };
        if shrinker.is_over() {
            return;
        }
        ordinal += 1;
        match scalar.kind {
            Kind::Number | Kind::Reference => number(shrinker, at, scalar),
            Kind::Float => float(shrinker, at, scalar),
            Kind::Pick | Kind::Step => {
                // Alternatives have no order that a search could use, but where there are many of
                // them it is the best there is.
                let first = (0..scalar.magnitude.min(FEW_ALTERNATIVES))
                    .any(|index| try_values(shrinker, &[(at, index, false)]));
                if !first && scalar.magnitude > FEW_ALTERNATIVES {
                    lower(scalar.magnitude, |index| try_values(shrinker, &[(at, index, false)]));
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

fn float(shrinker: &mut Shrinker<'_>, at: At, scalar: Scalar) {
    let order = Order::of(&scalar);
    let simpler = order.simpler(scalar.magnitude);
    let positive = scalar.negative.then_some((scalar.magnitude, false));
    let candidates = simpler.into_iter().map(|index| (index, scalar.negative));
    for (index, negative) in std::iter::once((0, false)).chain(positive).chain(candidates) {
        if try_values(shrinker, &[(at, index, negative)]) {
            break;
        }
    }
    // A lower index is a lower number only within a stretch.
    let Some(Scalar { magnitude, negative, .. }) = scalar_at(shrinker, at) else { return };
    let first = order.stretch(magnitude);
    lower(magnitude - first, |beyond| try_values(shrinker, &[(at, first + beyond, negative)]));
}
