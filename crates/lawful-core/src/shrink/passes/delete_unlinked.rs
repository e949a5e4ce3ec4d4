//! Steps of a sequence that have nothing to do with the last one drop out, all at once.
//!
//! The last step is where a law was broken. Steps have to do with each other if they share a value: a
//! key, a name, an index. So what is kept is the last step and those that share a value with it; then
//! also those that share one with these, and so on, while that is not all.

use super::super::steps::{Name, Steps, sequences};
use super::*;

/// How far away a step may be from the last one.
const DEPTH: usize = 5;
/// A sequence shorter than this is left to the other passes.
const SHORT: usize = 5;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in sequences(shrinker) {
        if let Some(steps) = Steps::of(shrinker, ordinal).filter(|all| all.steps.len() >= SHORT) {
            keep_linked(shrinker, &steps);
        }
    }
}

fn keep_linked(shrinker: &mut Shrinker<'_>, steps: &Steps) {
    let last = steps.steps.len() - 1;
    let mut dropped = vec![true; last + 1];
    dropped[last] = false;
    let mut known: Vec<Name> = steps.steps[last].names().collect();
    for _ in 0..DEPTH {
        let mut more = Vec::new();
        for (step, dropped) in steps.steps.iter().zip(&mut dropped) {
            if *dropped && step.names().any(|name| known.contains(&name)) {
                *dropped = false;
                more.extend(step.names());
            }
        }
        known.append(&mut more);
        keep_references(steps, &mut dropped);
        if !dropped.contains(&true) || steps.try_without(shrinker, &dropped) {
            return;
        }
    }
}

/// Keeps what is referred to by what is kept.
fn keep_references(steps: &Steps, dropped: &mut [bool]) {
    for number in (0..steps.steps.len()).rev() {
        if !dropped[number] {
            for step in steps.steps[number].references() {
                dropped.get_mut(step - 1).into_iter().for_each(|dropped| *dropped = false);
            }
        }
    }
}
