//! Takes a span away altogether, so that the next one of its kind moves up.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    for (index, span) in outline.spans.iter().enumerate() {
        let follows = outline.spans[index + 1..]
            .iter()
            .any(|later| later.label == span.label && later.parent == span.parent);
        if !follows {
            continue;
        }
        let mut candidate = shrinker.best().clone();
        let range = span.open.index..span.close + 1;
        candidate.replace(span.open.section, range, Vec::new());
        if shrinker.consider(candidate) {
            return;
        }
    }
}
