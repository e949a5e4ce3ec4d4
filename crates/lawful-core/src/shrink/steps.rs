//! The steps of a sequence, as far as the tape tells: what kind each is, which values it has, and which
//! of them are likely to name what an earlier step made.

use std::ops::Range;

use super::outline::{At, Edit, List, Outline, SpanAt};
use super::shrinker::Shrinker;
use crate::choice::{Kind, Scalar, Tape, Token};

/// A sequence of the best tape.
pub(super) struct Steps {
    outline: std::rc::Rc<Outline>,
    ordinal: usize,
    pub steps: Vec<Step>,
}

pub(super) struct Step {
    span: SpanAt,
    /// The first choice: which of all steps this is.
    pub kind: u64,
    /// The other choices.
    pub values: Vec<(At, Scalar)>,
}

/// The ordinals of the lists that are sequences.
pub(super) fn sequences(shrinker: &Shrinker<'_>) -> Vec<usize> {
    let outline = shrinker.outline();
    let is_sequence = |ordinal: &usize| outline.is_sequence(&outline.lists[*ordinal]);
    (0..outline.lists.len()).filter(is_sequence).collect()
}

impl Steps {
    /// The sequence with this ordinal, if it is still one.
    pub fn of(shrinker: &Shrinker<'_>, ordinal: usize) -> Option<Steps> {
        let outline = shrinker.outline();
        let list = outline.lists.get(ordinal).filter(|list| outline.is_sequence(list))?;
        let steps = list.elements.iter().map(|&element| step(&outline, outline.spans[element]));
        let steps = steps.collect();
        Some(Steps { outline, ordinal, steps })
    }

    fn list(&self) -> &List {
        &self.outline.lists[self.ordinal]
    }

    /// The best tape without some steps. What names something that a later step made is lowered, so that
    /// it goes on to name it.
    pub fn without(&self, best: &Tape, dropped: &[bool]) -> Option<Tape> {
        let mut candidate = best.clone();
        for (number, step) in self.steps.iter().enumerate().filter(|(number, _)| !dropped[*number])
        {
            for &(at, scalar) in &step.values {
                let lowered = self.lowered(number, &scalar, dropped);
                if lowered != scalar.magnitude {
                    candidate.set(at, scalar.with(lowered, scalar.negative));
                }
            }
        }
        self.remove(&mut candidate, dropped)?;
        Some(candidate)
    }

    /// The same, and all values as they are.
    pub fn cut(&self, best: &Tape, dropped: &[bool]) -> Option<Tape> {
        let mut candidate = best.clone();
        self.remove(&mut candidate, dropped)?;
        Some(candidate)
    }

    /// A pick among as many as there were steps of a kind before it is likely to name what one of them
    /// made.
    fn lowered(&self, number: usize, scalar: &Scalar, dropped: &[bool]) -> u64 {
        if scalar.kind != Kind::Pick || scalar.is_zero() {
            return scalar.magnitude;
        }
        let before = &self.steps[..number];
        let kinds = before.iter().map(|step| step.kind);
        for kind in kinds {
            let of_kind: Vec<usize> =
                (0..number).filter(|index| before[*index].kind == kind).collect();
            if of_kind.len() as u64 == scalar.up + 1 {
                let named = scalar.magnitude as usize;
                let gone = of_kind[..named].iter().filter(|index| dropped[**index]).count();
                return scalar.magnitude - gone as u64;
            }
        }
        scalar.magnitude
    }

    fn remove(&self, tape: &mut Tape, dropped: &[bool]) -> Option<()> {
        let count = dropped.iter().filter(|dropped| **dropped).count();
        let length = self.list().length;
        let Token::Scalar(scalar) = tape.section(length.section)[length.index] else { return None };
        let shorter = scalar.magnitude.checked_sub(count as u64)?;
        tape.set(length, scalar.with(shorter, false));
        for (step, _) in self.steps.iter().zip(dropped).rev().filter(|(_, dropped)| **dropped) {
            let Range { start, end } = step.range();
            tape.replace(step.span.open.section, start..end, Vec::new());
        }
        Some(())
    }

    /// Tries to do without some steps.
    pub fn try_without(&self, shrinker: &mut Shrinker<'_>, dropped: &[bool]) -> bool {
        let renamed = self.without(shrinker.best(), dropped);
        if renamed.is_some_and(|candidate| shrinker.consider(candidate)) {
            return true;
        }
        // The same candidate is not run twice.
        let as_it_is = self.cut(shrinker.best(), dropped);
        as_it_is.is_some_and(|candidate| shrinker.consider(candidate))
    }
}

impl Step {
    fn range(&self) -> Range<usize> {
        self.span.open.index..self.span.close + 1
    }

    /// The numbers and picks as they can be compared with those of other steps.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.values.iter().map(|(_, scalar)| name(scalar))
    }
}

/// A value that several steps may share, with what it is a value of.
pub(super) type Name = (Kind, u64, u64, u64);

pub(super) fn name(scalar: &Scalar) -> Name {
    // The alternatives of a pick may become more from step to step.
    let (up, down) = if scalar.kind == Kind::Pick { (0, 0) } else { (scalar.up, scalar.down) };
    (scalar.kind, up, down, scalar.value())
}

fn step(outline: &Outline, span: SpanAt) -> Step {
    let inside = |at: &At| {
        at.section == span.open.section && (span.open.index..span.close).contains(&at.index)
    };
    let mut scalars = outline.scalars.iter().filter(|(at, _)| inside(at)).copied();
    let kind = scalars.next().map_or(0, |(_, scalar)| scalar.magnitude);
    Step { span, kind, values: scalars.collect() }
}
