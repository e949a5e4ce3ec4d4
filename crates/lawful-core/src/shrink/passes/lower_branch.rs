//! Another branch: a lower pick, with what follows in its span at 0.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for (at, scalar) in shrinker.outline().non_zero() {
        if !matches!(scalar.kind, Kind::Pick | Kind::Step) {
            continue;
        }
        for index in 0..scalar.magnitude.min(super::lower_number::FEW_ALTERNATIVES) {
            let mut candidate = shrinker.best().clone();
            candidate.set(at, scalar.with(index, false));
            let end = span_end(shrinker, at);
            candidate.replace(at.section, at.index + 1..end, Vec::new());
            if shrinker.consider(candidate) {
                return;
            }
        }
    }
}

/// Where the innermost span around a place closes.
fn span_end(shrinker: &Shrinker<'_>, at: At) -> usize {
    let outline = shrinker.outline();
    let around = outline.spans.iter().filter(|span| {
        span.open.section == at.section && span.open.index < at.index && at.index < span.close
    });
    around.map(|span| span.close).min().unwrap_or(shrinker.best().section(at.section).len())
}
