//! Climbing a score (`target!`): the cases with the highest scores, changed step by step upwards.
//!
//! Scores lead where random tests hardly ever come: the fullest queue, the largest error. A climb
//! depends on what it has seen, so unlike tests it is one after the other.

use super::runner::{Counterexample, Phase, Running};
use super::site::{Feed, Judged};
use crate::choice::{Kind, Ordered, Random, Scalar, Tape, mix, mix_bytes};
use crate::data::Found;
use crate::data::{CaseRecord, Label};
use crate::generate::Listed;
use crate::law::Outcome;
use crate::shrink::{At, Edit, Outline};

/// The highest score of each target so far, and the test that had it.
#[derive(Default)]
pub(super) struct Climb {
    highest: Ordered<&'static str, (f64, u64)>,
}

impl Climb {
    /// Learns what a test scored.
    pub fn learn(&mut self, index: u64, case: &CaseRecord) {
        for (name, score) in scores(case) {
            let highest = self.highest.entry_or(name, || (f64::NEG_INFINITY, index));
            if score > highest.0 {
                *highest = (score, index);
            }
        }
    }

    /// Climbs from the best of the tests, with as many runs as there were tests.
    pub fn run(self, runner: &mut Running<'_>) -> Phase {
        let runs = runner.config.tests / self.highest.len().max(1) as u64;
        for (&target, &(score, index)) in self.highest.iter() {
            if runner.failures.is_full() {
                break;
            }
            let (seed, size) = (runner.plan.seed(index), runner.plan.size(index));
            let start = runner.site.judge(Feed::Seed { seed, size });
            let random = Random::from_seed(mix(seed, mix_bytes(target.as_bytes())));
            let (best, strides, moved) = (start.tape, Vec::new(), None);
            let mut ascent = Ascent { target, score, best, random, strides, moved };
            ascent.run(runner, runs)?;
        }
        Ok(())
    }
}

fn scores(case: &CaseRecord) -> impl Iterator<Item = (&'static str, f64)> {
    case.labels.iter().filter_map(|label| match label {
        Label::Target { name, score } if score.is_finite() => Some((*name, *score)),
        _ => None,
    })
}

/// One way up.
struct Ascent {
    target: &'static str,
    score: f64,
    best: Tape,
    random: Random,
    /// How far each number is moved next, and in which direction.
    strides: Vec<(At, Stride)>,
    /// Which of them was moved last.
    moved: Option<usize>,
}

/// A search for the best value of one number: as long as a direction helps, twice as far each time;
/// when neither does, half as far.
#[derive(Clone, Copy)]
struct Stride {
    distance: u64,
    up: bool,
    /// Whether the other direction did not help either.
    turned: bool,
}

impl Stride {
    fn learn(&mut self, helped: bool) {
        match (helped, self.turned) {
            (true, _) => {
                self.distance = self.distance.saturating_mul(2);
                self.turned = false;
            }
            (false, false) => (self.up, self.turned) = (!self.up, true),
            (false, true) => {
                self.distance = (self.distance / 2).max(1);
                (self.up, self.turned) = (!self.up, false);
            }
        }
    }
}

impl Ascent {
    fn run(&mut self, runner: &mut Running<'_>, runs: u64) -> Phase {
        for run in 0..runs {
            let Some(candidate) = self.step() else { return Ok(()) };
            let judged = runner.site.judge(Feed::Tape(candidate));
            if let Some(reason) = judged.reason().filter(|_| !judged.record.is_known()) {
                let score = self.score_of(&judged).unwrap_or(self.score);
                let found = Found::Climb { target: self.target, score };
                return runner.shrink(Counterexample::new(found, reason, judged.tape.clone()));
            }
            self.learn(judged);
            if run % 64 == 63 {
                runner.go_on()?;
            }
        }
        Ok(())
    }

    fn score_of(&self, judged: &Judged) -> Option<f64> {
        scores(&judged.record).find(|(name, _)| *name == self.target).map(|(_, score)| score)
    }

    fn learn(&mut self, judged: Judged) {
        let score = self.score_of(&judged).filter(|_| judged.outcome == Outcome::Passed);
        let better = score.filter(|&score| score >= self.score);
        let helped = better.is_some_and(|score| score > self.score);
        if let Some(moved) = self.moved.take() {
            self.strides[moved].1.learn(helped);
        }
        if let Some(score) = better {
            // Places are those of one structure.
            if judged.tape.main.len() != self.best.main.len() {
                self.strides.clear();
            }
            (self.score, self.best) = (score, judged.tape);
        }
    }

    /// A neighbour of the best tape: a number moved, another alternative, or an element more.
    fn step(&mut self) -> Option<Tape> {
        let outline = Outline::new(&self.best);
        let movable: Vec<(At, Scalar)> =
            outline.scalars.iter().filter(|(_, scalar)| !scalar.is_forced()).copied().listed();
        let blocks = outline.blocks.len() as u64;
        let places = movable.len() as u64 + blocks;
        let place = self.random.below(places.max(1));
        let mut tape = self.best.clone();
        if place < blocks {
            let units = &mut tape.block_mut(outline.blocks[place as usize]).units;
            self.change_units(units);
            return Some(tape);
        }
        let &(at, scalar) = movable.get((place - blocks) as usize)?;
        if scalar.kind == Kind::Length {
            self.lengthen(&mut tape, &outline, at, scalar);
        } else {
            let moved = self.moved(at, scalar);
            tape.set(at, moved);
        }
        Some(tape)
    }

    fn moved(&mut self, at: At, scalar: Scalar) -> Scalar {
        if matches!(scalar.kind, Kind::Pick | Kind::Step | Kind::Reference) {
            return scalar.with(self.random.below(scalar.up.saturating_add(1).max(1)), false);
        }
        let place = self.strides.iter().position(|(other, _)| *other == at).unwrap_or_else(|| {
            let distance = (scalar.magnitude / 2).max(1);
            self.strides.push((at, Stride { distance, up: true, turned: false }));
            self.strides.len() - 1
        });
        self.moved = Some(place);
        let Stride { distance, up, .. } = self.strides[place].1;
        // Up is away from the origin above it, and towards it below.
        let (magnitude, negative) =
            match (up != scalar.negative, scalar.magnitude.checked_sub(distance)) {
                (true, _) => (scalar.magnitude.saturating_add(distance), scalar.negative),
                (false, Some(nearer)) => (nearer, scalar.negative),
                (false, None) => (distance - scalar.magnitude, !scalar.negative),
            };
        scalar.with(magnitude, negative)
    }

    /// Doubles an element of a list; an empty one gets an element of zeros.
    fn lengthen(&mut self, tape: &mut Tape, outline: &Outline, at: At, length: Scalar) {
        let longer = length.with(length.magnitude.saturating_add(1), false);
        tape.set(at, longer);
        let list = outline.lists.iter().find(|list| list.length == at);
        let Some(list) = list.filter(|list| !list.elements.is_empty()) else { return };
        let element = self.random.below(list.elements.len() as u64) as usize;
        let span = outline.spans[list.elements[element]];
        let (section, end) = (at.section, span.close + 1);
        let copy = tape.section(section)[span.open.index..end].to_vec();
        tape.replace(section, end..end, copy);
    }

    fn change_units(&mut self, units: &mut Vec<u32>) {
        let place = self.random.below(units.len() as u64 + 1) as usize;
        match (units.get_mut(place), self.random.below(2)) {
            (Some(unit), 0) => {
                *unit = unit.saturating_add(1 + self.random.below(8) as u32);
            }
            _ => units.insert(place, self.random.below(128) as u32),
        }
    }
}
