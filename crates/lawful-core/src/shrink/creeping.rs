//! Escaping from zig-zags.
//!
//! Two numbers that hold each other up, far apart on the tape, go down by one each in every round:
//! first one, then the other. When the same numbers moved in two rounds running, they are lowered
//! together, by as much as they can. (Hypothesis does the same after every round; waiting for the
//! second costs nothing where there is no zig-zag.)

use super::outline::{At, Edit};
use super::search::lower;
use super::shrinker::Shrinker;
use crate::choice::Scalar;
use crate::generate::Listed;

/// What the last rounds moved.
#[derive(Default)]
pub(super) struct Creeping {
    numbers: Vec<(At, Scalar)>,
    moved: Vec<At>,
}

impl Creeping {
    /// Looks at what the last round moved, and escapes if it is what the one before it moved.
    pub fn escape(&mut self, shrinker: &mut Shrinker<'_>) {
        let numbers = shrinker.outline().non_zero_numbers();
        let places = |numbers: &[(At, Scalar)]| numbers.iter().map(|(at, _)| *at).listed();
        let (before, after): (Vec<At>, Vec<At>) = (places(&self.numbers), places(&numbers));
        let mut moved = Vec::new();
        if before == after {
            let pairs = self.numbers.iter().zip(&numbers);
            let changed = pairs.filter(|(old, new)| old.1.magnitude != new.1.magnitude);
            moved = changed.map(|(_, (at, _))| *at).listed();
        }
        if moved.len() > 1 && moved == self.moved {
            lower_together(shrinker, &numbers, &moved);
        }
        self.numbers = shrinker.outline().non_zero_numbers();
        self.moved = moved;
    }
}

fn lower_together(shrinker: &mut Shrinker<'_>, numbers: &[(At, Scalar)], moved: &[At]) {
    let moving = numbers.iter().filter(|(at, _)| moved.contains(at));
    let moving: Vec<(At, Scalar)> = moving.copied().listed();
    let least = moving.iter().map(|(_, scalar)| scalar.magnitude).min().unwrap_or(0);
    lower(least, |left| {
        let mut candidate = shrinker.best().clone();
        for &(at, scalar) in &moving {
            candidate.set(at, scalar.with(scalar.magnitude - least + left, scalar.negative));
        }
        shrinker.consider(candidate)
    });
}
