//! A detour collapses: a step that leads from one name to another drops out, and what was called by the
//! one is called by the other from the beginning, or to the end.

use super::super::steps::{Name, Steps, name, sequences};
use super::*;

const TRIES: usize = 40;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in sequences(shrinker) {
        let Some(steps) = Steps::of(shrinker, ordinal) else { continue };
        let mut tries = 0;
        for number in 0..steps.steps.len() {
            for (one, other) in pairs(&steps, number) {
                for (from, to) in [(0, number), (number + 1, steps.steps.len())] {
                    for both_ways in [true, false] {
                        tries += 1;
                        let call = Renaming { one, other, from, to, both_ways };
                        if tries > TRIES || try_without(shrinker, &steps, number, &call) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// The different names of one kind in a step, in twos.
fn pairs(steps: &Steps, number: usize) -> Vec<(Name, Name)> {
    let names: Vec<Name> = steps.steps[number].names().collect();
    let mut pairs = Vec::new();
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            let alike = (one.0, one.1, one.2) == (other.0, other.1, other.2);
            if alike && one.3 != other.3 {
                pairs.push((*one, *other));
            }
        }
    }
    pairs
}

struct Renaming {
    one: Name,
    other: Name,
    from: usize,
    to: usize,
    /// Whether the names change places, or the second one takes the place of the first.
    both_ways: bool,
}

fn try_without(
    shrinker: &mut Shrinker<'_>,
    steps: &Steps,
    number: usize,
    renaming: &Renaming,
) -> bool {
    let mut candidate = shrinker.best().clone();
    let mut changed = false;
    for step in &steps.steps[renaming.from..renaming.to] {
        for &(at, scalar) in &step.values {
            let new = match name(&scalar) {
                old if old == renaming.one => renaming.other,
                old if old == renaming.other && renaming.both_ways => renaming.one,
                _ => continue,
            };
            candidate.set(at, scalar.with_value(new.3));
            changed = true;
        }
    }
    let dropped: Vec<bool> = (0..steps.steps.len()).map(|step| step == number).collect();
    let candidate = changed.then(|| steps.without(&candidate, &dropped)).flatten();
    candidate.is_some_and(|candidate| shrinker.consider(candidate))
}
