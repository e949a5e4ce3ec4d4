//! Lists whose length was drawn elsewhere, as through `bind`.
//!
//! Which number controls which lists is found by making the arguments again with the number
//! lowered by one, and looking which lists lost an element. That costs no run of the law. Then the
//! same index is deleted from all of them.

use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    if !outline.lists.iter().any(|list| is_fixed(shrinker, list)) {
        return;
    }
    let mut ordinal = 0;
    loop {
        let outline = shrinker.outline();
        let numbers = outline.scalars.iter().filter(|(_, scalar)| scalar.kind == Kind::Number);
        let Some(&(at, scalar)) = numbers.clone().nth(ordinal) else { return };
        ordinal += 1;
        if !scalar.is_zero() && !scalar.negative {
            delete_controlled(shrinker, at);
        }
    }
}

fn is_fixed(shrinker: &Shrinker<'_>, list: &List) -> bool {
    !list.elements.is_empty() && scalar_at(shrinker, list.length).is_some_and(|s| s.is_forced())
}

/// Deletes elements of the lists that the number at `at` controls: halves first, then less.
fn delete_controlled(shrinker: &mut Shrinker<'_>, at: At) {
    let controlled = controlled_lists(shrinker, at);
    let Some(&first) = controlled.first() else { return };
    let mut end = shrinker.outline().lists[first].elements.len();
    let mut chunk = end;
    while end > 0 && !shrinker.is_over() {
        let Some(number) = scalar_at(shrinker, at) else { return };
        chunk = chunk.min(end).min(number.magnitude as usize);
        if chunk == 0 {
            return;
        }
        let candidate = without(shrinker, at, number, &controlled, end - chunk..end);
        if candidate.is_some_and(|candidate| shrinker.consider(&candidate)) {
            end -= chunk;
            chunk *= 2;
        } else if chunk > 1 {
            chunk /= 2;
        } else {
            end -= 1;
        }
    }
}

fn without(
    shrinker: &Shrinker<'_>,
    at: At,
    number: Scalar,
    controlled: &[usize],
    range: std::ops::Range<usize>,
) -> Option<Tape> {
    let outline = shrinker.outline();
    let mut candidate = shrinker.best().clone();
    // From the back, so that the places of the lists before stay.
    for &ordinal in controlled.iter().rev() {
        let list = outline.lists.get(ordinal)?;
        if range.end > list.elements.len() {
            return None;
        }
        remove_elements(&mut candidate, &outline, list, range.clone());
    }
    let lowered = number.with(number.magnitude - range.len() as u64, false);
    // Elements before the number moved it, if there are any; then it cannot control them.
    let controls_later = controlled.iter().all(|&ordinal| outline.lists[ordinal].length > at);
    controls_later.then(|| {
        candidate.set(at, lowered);
        candidate
    })
}

/// The ordinals of the lists that get shorter when the number gets smaller.
fn controlled_lists(shrinker: &mut Shrinker<'_>, at: At) -> Vec<usize> {
    let Some(number) = scalar_at(shrinker, at) else { return Vec::new() };
    let mut lowered = shrinker.best().clone();
    lowered.set(at, number.with(number.magnitude - 1, false));
    let drawn = Outline::new(&shrinker.draw_only(&lowered));
    let before = shrinker.outline();
    let pairs = before.lists.iter().zip(&drawn.lists).enumerate();
    let shorter = pairs.filter(|(_, (old, new))| {
        is_fixed(shrinker, old) && new.elements.len() + 1 == old.elements.len()
    });
    shorter.map(|(ordinal, _)| ordinal).collect()
}
