//! Takes a span away altogether, so that the next one of its kind moves up.

use std::collections::HashSet;

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    // From the back: a span that has a later sibling of its kind.
    let mut later = HashSet::new();
    let mut followed: Vec<&SpanAt> = Vec::new();
    for span in outline.spans.iter().rev() {
        // A step is taken away with its place in the length.
        if !later.insert((span.label, span.parent)) && !outline.is_step(span) {
            followed.push(span);
        }
    }
    for span in followed.into_iter().rev() {
        if shrinker.is_over() {
            return;
        }
        let mut candidate = shrinker.best().clone();
        let range = span.open.index..span.close + 1;
        candidate.replace(span.open.section, range, Vec::new());
        if shrinker.consider(candidate) {
            return;
        }
    }
}
