//! Every number at 0, the structure as it is: most failures are about structure alone.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let mut candidate = shrinker.best().clone();
    for &(at, scalar) in &outline.scalars {
        if matches!(scalar.kind, Kind::Number | Kind::Float) {
            candidate.set(at, scalar.with(0, false));
        }
    }
    for &at in &outline.blocks {
        candidate.block_mut(at).units.fill(0);
    }
    shrinker.consider(candidate);
}
