//! A unit that two blocks have in common drops out of both: for laws that relate two texts.

use super::*;

const TRIES: usize = 40;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let mut tries = 0;
    for (index, &one) in outline.blocks.iter().enumerate() {
        for &other in &outline.blocks[index + 1..] {
            let (first, second) = (shrinker.best().block(one), shrinker.best().block(other));
            if first.bound != second.bound {
                continue;
            }
            let places: Vec<(usize, usize)> = first
                .units
                .iter()
                .enumerate()
                .filter_map(|(place, unit)| {
                    let found = second.units.iter().position(|other| other == unit)?;
                    Some((place, found))
                })
                .listed();
            for (place, found) in places {
                tries += 1;
                let mut candidate = shrinker.best().clone();
                candidate.block_mut(one).units.remove(place);
                candidate.block_mut(other).units.remove(found);
                if tries > TRIES || shrinker.consider(candidate) {
                    return;
                }
            }
        }
    }
}
