//! Equal numbers go down together, and so do equal picks.

use super::super::search::lower;
use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut groups: Vec<(Scalar, Vec<At>)> = Vec::new();
    for (at, scalar) in shrinker.outline().non_zero() {
        if matches!(scalar.kind, Kind::Length | Kind::Step) {
            continue;
        }
        // Picks are alike if they are among as many alternatives.
        let alike = |other: &Scalar| scalar.kind != Kind::Pick || other.up == scalar.up;
        let same = |other: &Scalar| {
            other.value() == scalar.value() && other.kind == scalar.kind && alike(other)
        };
        match groups.iter_mut().find(|(other, _)| same(other)) {
            Some((_, places)) => places.push(at),
            None => groups.push((scalar, vec![at])),
        }
    }
    groups.retain(|(_, places)| places.len() > 1);
    for (scalar, places) in groups {
        let set = |shrinker: &mut Shrinker<'_>, magnitude: u64, negative: bool| {
            let values: Vec<_> = places.iter().map(|&at| (at, magnitude, negative)).listed();
            try_values(shrinker, &values)
        };
        let still = places.iter().all(|&at| scalar_at(shrinker, at) == Some(scalar));
        if !still {
            continue;
        }
        let negative = scalar.negative && !set(shrinker, scalar.magnitude, false);
        lower(scalar.magnitude, |magnitude| set(shrinker, magnitude, negative));
    }
}
