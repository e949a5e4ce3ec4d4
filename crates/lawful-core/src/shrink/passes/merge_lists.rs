//! Neighbouring elements that hold lists become one: its list gets the elements of both.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while ordinal < shrinker.outline().lists.len() && !shrinker.is_over() {
        let count = shrinker.outline().lists[ordinal].elements.len();
        let merged = (1..count).rev().any(|index| {
            let candidate = merge(shrinker, ordinal, index);
            candidate.is_some_and(|candidate| shrinker.consider(candidate))
        });
        if !merged {
            ordinal += 1;
        }
    }
}

/// Moves the inner elements of element `index` to the end of those of the element before it.
fn merge(shrinker: &Shrinker<'_>, ordinal: usize, index: usize) -> Option<Tape> {
    let outline = shrinker.outline();
    let outer = outline.lists.get(ordinal)?;
    let first = inner_list(&outline, *outer.elements.get(index - 1)?)?;
    let second = inner_list(&outline, *outer.elements.get(index)?)?;
    let best = shrinker.best();
    let moved: Vec<Token> =
        second.elements.iter().flat_map(|&e| tokens_of(best, &outline.spans[e])).listed();
    let mut candidate = best.clone();
    remove_elements(&mut candidate, &outline, outer, index..index + 1);
    let section = outer.length.section;
    let end = match first.elements.last() {
        Some(&last) => outline.spans[last].close + 1,
        None => first.length.index + 1,
    };
    candidate.replace(section, end..end, moved);
    let length = scalar_at(shrinker, first.length)?;
    let longer = length.magnitude + second.elements.len() as u64;
    candidate.set(first.length, length.with(longer, false));
    shorten(&mut candidate, outer.length, 1)?;
    Some(candidate)
}

/// The first list inside an element.
fn inner_list(outline: &Outline, element: usize) -> Option<&List> {
    let span = &outline.spans[element];
    outline.lists.iter().find(|list| {
        list.length.section == span.open.section
            && (span.open.index..span.close).contains(&list.length.index)
    })
}
