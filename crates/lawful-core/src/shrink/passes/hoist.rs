//! A span gives way to a descendant of the same kind: a tree to its subtree.

use super::*;

/// How many descendants are tried for one span.
const TRIES: usize = 8;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().spans.len() && !shrinker.is_over() {
        // The same span again after a gain: it may give way once more.
        if !hoist_into(shrinker, ordinal) {
            ordinal += 1;
        }
    }
}

fn hoist_into(shrinker: &mut Shrinker<'_>, ordinal: usize) -> bool {
    let outline = shrinker.outline();
    let span = &outline.spans[ordinal];
    let inside = outline.spans[ordinal + 1..].iter().take_while(|other| span.contains(other));
    let mut same: Vec<&SpanAt> = inside.filter(|other| other.label == span.label).listed();
    // Nearest first, and of those the larger first.
    let key = |other: &SpanAt| {
        let depth = same_kind_depth(&outline, span, other);
        (depth, usize::MAX - (other.close - other.open.index))
    };
    sort_by(&mut same, &|one, other| key(one).cmp(&key(other)));
    for descendant in same.into_iter().take(TRIES) {
        let mut candidate = shrinker.best().clone();
        let tokens = tokens_of(shrinker.best(), descendant);
        candidate.replace(span.open.section, span.open.index..span.close + 1, tokens);
        if shrinker.consider(candidate) {
            return true;
        }
    }
    false
}

/// How many spans of the kind lie between a span and its descendant.
fn same_kind_depth(outline: &Outline, span: &SpanAt, descendant: &SpanAt) -> usize {
    let mut depth = 0;
    let mut around = descendant.parent;
    while let Some(parent) = around.map(|parent| &outline.spans[parent]) {
        if !span.contains(parent) {
            break;
        }
        depth += usize::from(parent.label == span.label);
        around = parent.parent;
    }
    depth
}
