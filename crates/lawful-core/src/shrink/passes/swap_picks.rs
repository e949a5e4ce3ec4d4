//! Two alternatives change roles, everywhere. For picks that are names, of which a law knows only
//! whether they are the same: the one that occurs more often is to be the simplest.

use super::*;
use crate::choice::Kind;

const TRIES: usize = 60;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let picks = picks(&shrinker.outline());
    let mut tries = 0;
    for same in [is_same_argument, is_among_as_many] {
        for (index, one) in picks.iter().enumerate() {
            for other in &picks[index + 1..] {
                if one.scalar.magnitude == other.scalar.magnitude || !same(one, other) {
                    continue;
                }
                tries += 1;
                if tries > TRIES || swap(shrinker, &picks, one, other, same) {
                    return;
                }
            }
        }
    }
}

struct Pick {
    at: At,
    scalar: Scalar,
    /// The label of the span it is in, and how many scalars of that span come before it.
    place: (u64, usize),
}

/// Picks at the same place of like spans: the same argument of the same thing.
fn is_same_argument(one: &Pick, other: &Pick) -> bool {
    one.place == other.place
}

/// Picks that may well be from one set: the same argument of several things.
fn is_among_as_many(one: &Pick, other: &Pick) -> bool {
    one.scalar.up == other.scalar.up && one.scalar.kind == other.scalar.kind
}

/// The picks of the main tape.
fn picks(outline: &Outline) -> Vec<Pick> {
    let mut picks = Vec::new();
    let (mut last, mut place) = (usize::MAX, 0);
    for &(at, scalar) in outline.scalars.iter().filter(|(at, _)| at.section == 0) {
        let holds = |span: &SpanAt| {
            span.open.section == 0 && span.open.index < at.index && at.index < span.close
        };
        let Some(span) = outline.spans.iter().rposition(holds) else { continue };
        (last, place) = (span, if span == last { place + 1 } else { 0 });
        if matches!(scalar.kind, Kind::Pick | Kind::Reference) {
            picks.push(Pick { at, scalar, place: (outline.spans[span].label, place) });
        }
    }
    picks
}

/// Exchanges the values of two picks wherever they occur.
fn swap(
    shrinker: &mut Shrinker<'_>,
    picks: &[Pick],
    one: &Pick,
    other: &Pick,
    same: fn(&Pick, &Pick) -> bool,
) -> bool {
    let (first, second) = (one.scalar.magnitude, other.scalar.magnitude);
    let mut candidate = shrinker.best().clone();
    for pick in picks.iter().filter(|pick| same(pick, one)) {
        let swapped = match pick.scalar.magnitude {
            value if value == first => second,
            value if value == second => first,
            value => value,
        };
        candidate.set(pick.at, pick.scalar.with(swapped, false));
    }
    // Most of these are larger, which is seen without a run.
    candidate.order(shrinker.best()).is_lt() && shrinker.consider(candidate)
}
