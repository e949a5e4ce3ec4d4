//! One number goes down by one and a later one up to its greatest.

use super::*;
use crate::choice::Kind;

/// Cutting this saves a few runs in a hundred and loses cases nobody foresaw.
const TRIES: usize = 24;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let numbers: Vec<(At, Scalar)> =
        outline.scalars.iter().filter(|(_, s)| s.kind == Kind::Number).copied().listed();
    let mut tries = 0;
    for (index, &(one, from)) in numbers.iter().enumerate() {
        if from.is_zero() {
            continue;
        }
        for &(other, to) in numbers[index + 1..].iter().take(4) {
            // In a program this is for the arguments of one step.
            if outline.step_of(one) != outline.step_of(other) {
                break;
            }
            for (greatest, negative) in [(to.up, false), (to.down, true)] {
                if greatest == to.magnitude && negative == to.negative || greatest == 0 {
                    continue;
                }
                tries += 1;
                if tries > TRIES {
                    return;
                }
                let values =
                    [(one, from.magnitude - 1, from.negative), (other, greatest, negative)];
                if try_values(shrinker, &values) {
                    return;
                }
            }
        }
    }
}
