//! The steps of a sequence, as far as the tape tells: what kind each is, which values it has, and which
//! earlier steps it refers to.

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
    /// Which of all steps this is.
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

    /// A tape with the places of the best one, without some steps. What refers to others goes on to.
    pub fn without(&self, tape: &Tape, dropped: &[bool]) -> Option<Tape> {
        let mut candidate = tape.clone();
        for (step, _) in self.steps.iter().zip(dropped).filter(|(_, dropped)| !**dropped) {
            for &(at, _) in &step.values {
                let Token::Scalar(scalar) = tape.section(at.section)[at.index] else { continue };
                let lowered = Self::lowered(&scalar, dropped);
                if lowered != scalar.magnitude {
                    candidate.set(at, scalar.with(lowered, scalar.negative));
                }
            }
        }
        self.remove(&mut candidate, dropped)?;
        Some(candidate)
    }

    /// What a value is when some steps are gone: the step it refers to may have another number.
    fn lowered(scalar: &Scalar, dropped: &[bool]) -> u64 {
        match scalar.kind {
            Kind::Reference => {
                let before = dropped.iter().take(scalar.magnitude.saturating_sub(1) as usize);
                scalar.magnitude - before.filter(|dropped| **dropped).count() as u64
            }
            _ => scalar.magnitude,
        }
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

    /// The best tape with a step at another place; what refers to a step goes on to refer to it.
    pub fn moved(&self, best: &Tape, from: usize, to: usize) -> Tape {
        let mut candidate = best.clone();
        for step in &self.steps {
            for &(at, scalar) in &step.values {
                if scalar.kind == Kind::Reference && !scalar.is_zero() {
                    let place = scalar.magnitude as usize - 1;
                    let place = match place {
                        place if place == from => to,
                        place if (from + 1..=to).contains(&place) => place - 1,
                        place if (to..from).contains(&place) => place + 1,
                        place => place,
                    };
                    let changed = Scalar { up: u64::MAX, ..scalar }.with(place as u64 + 1, false);
                    candidate.set(at, changed);
                }
            }
        }
        let section = self.steps[from].span.open.section;
        let moved = candidate.section(section)[self.steps[from].range()].to_vec();
        let other = self.steps[to].range();
        // The later place first, so that the earlier one stays where it is.
        if from < to {
            candidate.replace(section, other.end..other.end, moved);
            candidate.replace(section, self.steps[from].range(), Vec::new());
        } else {
            candidate.replace(section, self.steps[from].range(), Vec::new());
            candidate.replace(section, other.start..other.start, moved);
        }
        candidate
    }

    /// Tries to do without some steps.
    pub fn try_without(&self, shrinker: &mut Shrinker<'_>, dropped: &[bool]) -> bool {
        let candidate = self.without(shrinker.best(), dropped);
        candidate.is_some_and(|candidate| shrinker.consider(candidate))
    }

    /// The steps that refer to a step, directly or not, and the step itself.
    pub fn with_dependents(&self, number: usize) -> Vec<bool> {
        let mut dropped = vec![false; self.steps.len()];
        dropped[number] = true;
        for later in number + 1..self.steps.len() {
            let mut references = self.steps[later].references();
            dropped[later] = references.any(|step| dropped.get(step - 1) == Some(&true));
        }
        dropped
    }
}

impl Step {
    fn range(&self) -> Range<usize> {
        self.span.open.index..self.span.close + 1
    }

    /// The numbers of the steps that it refers to, from 1.
    pub fn references(&self) -> impl Iterator<Item = usize> {
        let is_reference =
            |(_, scalar): &&(At, Scalar)| scalar.kind == Kind::Reference && !scalar.is_zero();
        self.values.iter().filter(is_reference).map(|(_, scalar)| scalar.magnitude as usize)
    }

    /// The numbers and picks as they can be compared with those of other steps.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.values.iter().map(|(_, scalar)| name(scalar))
    }
}

/// A value that several steps may share, with what it is a value of.
pub(super) type Name = (Kind, u64, u64, u64);

pub(super) fn name(scalar: &Scalar) -> Name {
    // Those that can be referred to become more from step to step.
    let is_reference = scalar.kind == Kind::Reference;
    let (up, down) = if is_reference { (0, 0) } else { (scalar.up, scalar.down) };
    (scalar.kind, up, down, scalar.value())
}

fn step(outline: &Outline, span: SpanAt) -> Step {
    let inside = |at: &At| {
        at.section == span.open.section && (span.open.index..span.close).contains(&at.index)
    };
    let mut values: Vec<_> = outline.scalars.iter().filter(|(at, _)| inside(at)).copied().collect();
    let is_kind = |(_, scalar): &(At, Scalar)| scalar.kind == Kind::Step;
    let kind = values.iter().position(is_kind).map(|index| values.remove(index).1.magnitude);
    Step { span, kind: kind.unwrap_or(0), values }
}
