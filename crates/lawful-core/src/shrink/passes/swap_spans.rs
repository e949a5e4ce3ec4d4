//! Swaps two spans of one kind that do not overlap, where that puts the smaller first.

use super::*;

/// How many pairs are tried at most.
const TRIES: usize = 60;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let mut tries = 0;
    for (index, one) in outline.spans.iter().enumerate() {
        if shrinker.is_over() {
            return;
        }
        for other in &outline.spans[index + 1..] {
            let disjoint = one.open.section == other.open.section && one.close < other.open.index;
            if !disjoint || one.label != other.label {
                continue;
            }
            let tokens = shrinker.best().section(one.open.section);
            let of = |span: &SpanAt| &tokens[span.open.index..=span.close];
            if super::sort_siblings::order(of(one), of(other)).is_le() {
                continue;
            }
            let (first, second) = (of(one).to_vec(), of(other).to_vec());
            tries += 1;
            if tries > TRIES {
                return;
            }
            let mut candidate = shrinker.best().clone();
            let section = one.open.section;
            candidate.replace(section, other.open.index..other.close + 1, first);
            candidate.replace(section, one.open.index..one.close + 1, second);
            if shrinker.consider(candidate) {
                return;
            }
        }
    }
}
