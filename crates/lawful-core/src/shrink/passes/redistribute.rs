//! Magnitude moves from a number to a later one: for laws about a sum.

use super::super::search::raise;
use super::*;
use crate::choice::Kind;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let numbers = outline.scalars.iter().filter(|(_, s)| s.kind == Kind::Number);
    let numbers: Vec<At> = numbers.map(|(at, _)| *at).listed();
    for (index, &one) in numbers.iter().enumerate() {
        if shrinker.is_over() {
            return;
        }
        for &other in numbers[index + 1..].iter().take(2) {
            move_to(shrinker, one, other);
        }
    }
}

fn move_to(shrinker: &mut Shrinker<'_>, one: At, other: At) {
    let (Some(from), Some(to)) = (scalar_at(shrinker, one), scalar_at(shrinker, other)) else {
        return;
    };
    let room = if to.negative { to.down } else { to.up } - to.magnitude;
    if from.negative != to.negative || from.magnitude == 0 || to.magnitude == 0 {
        return;
    }
    // The keys and the amounts of a program have nothing to do with each other.
    let differ = (from.origin, from.up, from.down) != (to.origin, to.up, to.down);
    if differ && shrinker.outline().step_of(one).is_some() {
        return;
    }
    raise(from.magnitude.min(room), |amount| {
        let values = [
            (one, from.magnitude - amount, from.negative),
            (other, to.magnitude + amount, to.negative),
        ];
        try_values(shrinker, &values)
    });
}
