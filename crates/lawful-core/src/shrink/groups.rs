//! Lists and the number that holds their length.
//!
//! Most lists have a length of their own. One whose length was drawn elsewhere, as through `flat_mapped`,
//! is found by making the arguments again with a number lowered by one, and looking which lists
//! lost an element. That costs no run of the law.

use super::outline::{At, Edit, Outline, SpanAt};
use super::shrinker::Shrinker;
use crate::choice::{Kind, Tape, Token};
use crate::generate::{Listed, sort_by};

/// Lists that get shorter together, and where their common length is.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// A length, or the number that controls the lists.
    pub holder: At,
    /// The ordinals of the lists in the outline.
    pub lists: Vec<usize>,
}

impl Group {
    /// How many elements can be taken away at most.
    pub fn spare(&self, shrinker: &Shrinker<'_>) -> usize {
        let outline = shrinker.outline();
        let shortest = self.lists.iter().filter_map(|&list| outline.lists.get(list));
        let shortest = shortest.map(|list| list.elements.len()).min().unwrap_or(0);
        match shrinker.best().section(self.holder.section).get(self.holder.index) {
            Some(Token::Scalar(holder)) => shortest.min(holder.magnitude as usize),
            _ => 0,
        }
    }

    /// A copy of the best tape without some elements of every list of the group.
    pub fn without(&self, shrinker: &Shrinker<'_>, range: std::ops::Range<usize>) -> Option<Tape> {
        let mut candidate = shrinker.best().clone();
        self.remove(&shrinker.outline(), &mut candidate, range)?;
        Some(candidate)
    }

    /// Takes elements out of a tape whose places are those of the outline.
    pub fn remove(
        &self,
        outline: &Outline,
        tape: &mut Tape,
        range: std::ops::Range<usize>,
    ) -> Option<()> {
        let Token::Scalar(holder) = *tape.section(self.holder.section).get(self.holder.index)?
        else {
            return None;
        };
        let shorter = holder.magnitude.checked_sub(range.len() as u64)?;
        tape.set(self.holder, holder.with(shorter, false));
        let mut spans: Vec<&SpanAt> = Vec::new();
        for &list in &self.lists {
            let elements = outline.lists.get(list)?.elements.get(range.clone())?;
            spans.extend(elements.iter().map(|&element| &outline.spans[element]));
        }
        // A list may lie in an element of another that shares its length; it goes with it.
        let nested: Vec<bool> =
            spans.iter().map(|span| spans.iter().any(|outer| outer.contains(span))).listed();
        let mut kept: Vec<&SpanAt> = spans
            .into_iter()
            .zip(nested)
            .filter_map(|(span, nested)| (!nested).then_some(span))
            .listed();
        // From the back, so that the places before stay.
        sort_by(&mut kept, &|one, other| other.open.cmp(&one.open));
        for span in kept {
            tape.replace(span.open.section, span.open.index..span.close + 1, Vec::new());
        }
        Some(())
    }
}

/// The lists, each in a group of its own with its own length.
pub(super) fn own_groups(shrinker: &Shrinker<'_>) -> Vec<Group> {
    (0..).map_while(|ordinal| own_group(shrinker, ordinal)).listed()
}

/// The list with this ordinal in a group of its own.
pub(super) fn own_group(shrinker: &Shrinker<'_>, ordinal: usize) -> Option<Group> {
    let outline = shrinker.outline();
    let list = outline.lists.get(ordinal)?;
    Some(Group { holder: list.length, lists: vec![ordinal] })
}

/// The lists whose length is a number drawn elsewhere.
pub(super) fn controlled_groups(shrinker: &mut Shrinker<'_>) -> Vec<Group> {
    let outline = shrinker.outline();
    let fixed = |shrinker: &Shrinker<'_>, list: usize| {
        let At { section, index } = outline.lists[list].length;
        let length = &shrinker.best().section(section)[index];
        let forced = matches!(length, Token::Scalar(length) if length.is_forced());
        forced && !outline.lists[list].elements.is_empty()
    };
    let Some(last) = (0..outline.lists.len()).rfind(|&list| fixed(shrinker, list)) else {
        return Vec::new();
    };
    let mut groups = Vec::new();
    for (at, number) in outline.non_zero_numbers() {
        // A number controls only what comes after it.
        if at > outline.lists[last].length || shrinker.is_over() {
            break;
        }
        if number.kind != Kind::Number || number.negative {
            continue;
        }
        let mut lowered = shrinker.best().clone();
        lowered.set(at, number.with(number.magnitude - 1, false));
        let drawn = Outline::new(&shrinker.draw_only(lowered));
        let shorter = |&list: &usize| {
            let after = drawn.lists.get(list).map_or(0, |list| list.elements.len());
            let before = &outline.lists[list];
            fixed(shrinker, list) && after + 1 == before.elements.len() && before.length > at
        };
        let lists: Vec<usize> = (0..outline.lists.len()).filter(shorter).listed();
        if !lists.is_empty() {
            groups.push(Group { holder: at, lists });
        }
    }
    groups
}
