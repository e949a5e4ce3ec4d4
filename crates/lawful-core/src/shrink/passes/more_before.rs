//! A step that adds to something drops out, and there is more of it from the beginning.

use super::super::steps::{Name, Step, Steps, name, sequences};
use super::*;
use crate::choice::Kind;

/// How many steps are tried at most.
const TRIES: usize = 20;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in sequences(shrinker) {
        let Some(steps) = Steps::of(shrinker, ordinal) else { continue };
        for number in (1..steps.steps.len()).rev().take(TRIES) {
            if try_more_before(shrinker, &steps, number) {
                return;
            }
        }
    }
}

/// Does without a step, with the numbers at their greatest in the last step before it that has a name in
/// common with it.
fn try_more_before(shrinker: &mut Shrinker<'_>, steps: &Steps, number: usize) -> bool {
    let names: Vec<Name> = steps.steps[number].names().collect();
    let linked = |step: &&Step| step.names().any(|name| names.contains(&name));
    let Some(before) = steps.steps[..number].iter().rev().find(linked) else { return false };
    let mut candidate = shrinker.best().clone();
    let mut changed = false;
    for &(at, scalar) in &before.values {
        if scalar.kind == Kind::Number && !names.contains(&name(&scalar)) {
            candidate.set(at, scalar.with(scalar.up, false));
            changed = true;
        }
    }
    let dropped: Vec<bool> = (0..steps.steps.len()).map(|step| step == number).collect();
    let candidate = changed.then(|| steps.without(&candidate, &dropped)).flatten();
    candidate.is_some_and(|candidate| shrinker.consider(candidate))
}
