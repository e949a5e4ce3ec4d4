//! Bytes and characters: units of a block drop out, become 0, and go down.

use super::super::search::lower;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    rename_units(shrinker);
    let mut ordinal = 0;
    while ordinal < shrinker.outline().blocks.len() && !shrinker.is_over() {
        delete_units(shrinker, ordinal);
        zero_units(shrinker, ordinal);
        sort_units(shrinker, ordinal);
        lower_equal_units(shrinker, ordinal);
        lower_units(shrinker, ordinal);
        ordinal += 1;
    }
}

/// The units of a block, if it is still there.
fn units(shrinker: &Shrinker<'_>, ordinal: usize) -> Option<Vec<u32>> {
    let at = *shrinker.outline().blocks.get(ordinal)?;
    Some(shrinker.best().block(at).units.clone())
}

fn try_units(shrinker: &mut Shrinker<'_>, ordinal: usize, units: Vec<u32>) -> bool {
    let Some(&at) = shrinker.outline().blocks.get(ordinal) else { return false };
    let mut candidate = shrinker.best().clone();
    let block = candidate.block_mut(at);
    if (units.len() as u64) < block.fewest || block.units == units {
        return false;
    }
    block.units = units;
    shrinker.consider(candidate)
}

fn delete_units(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let left = |shrinker: &Shrinker<'_>| match shrinker.outline().blocks.get(ordinal) {
        None => (0, 0),
        Some(&at) => {
            let block = shrinker.best().block(at);
            (block.units.len(), block.units.len() - block.fewest as usize)
        }
    };
    delete_ranges(shrinker, usize::MAX, u32::MAX, left, |shrinker, range| {
        let at = *shrinker.outline().blocks.get(ordinal)?;
        let mut candidate = shrinker.best().clone();
        candidate.block_mut(at).units.drain(range);
        Some(candidate)
    });
}

fn zero_units(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let Some(all) = units(shrinker, ordinal) else { return };
    let mut chunk = all.len();
    let mut end = chunk;
    while end > 0 && !shrinker.is_over() {
        let Some(mut left) = units(shrinker, ordinal) else { return };
        end = end.min(left.len());
        let start = end.saturating_sub(chunk);
        if left[start..end].iter().all(|&unit| unit == 0) {
            end = start;
            continue;
        }
        left[start..end].fill(0);
        if try_units(shrinker, ordinal, left) {
            end = start;
            chunk *= 2;
        } else if chunk > 1 {
            chunk /= 2;
        } else {
            end -= 1;
        }
    }
}

/// The units of all blocks of a kind become the order in which they first appear: for laws that
/// only compare, within a block or between blocks.
fn rename_units(shrinker: &mut Shrinker<'_>) {
    let outline = shrinker.outline();
    let mut candidate = shrinker.best().clone();
    let mut names: Vec<(u32, u32)> = Vec::new();
    for &at in &outline.blocks {
        let block = candidate.block_mut(at);
        for unit in &mut block.units {
            let name = (block.bound, *unit);
            let known = names.iter().position(|other| *other == name);
            let place = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(name);
            }
            if place > MOST_NAMES {
                return;
            }
            *unit = (place as u32).min(block.bound - 1);
        }
    }
    if candidate != *shrinker.best() {
        shrinker.consider(candidate);
    }
}

/// With more different units than this a law is about something else.
const MOST_NAMES: usize = 64;

fn sort_units(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let Some(mut sorted) = units(shrinker, ordinal) else { return };
    sort_by(&mut sorted, &Ord::cmp);
    try_units(shrinker, ordinal, sorted);
}

/// Units of one value go down together.
fn lower_equal_units(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let Some(all) = units(shrinker, ordinal) else { return };
    let mut values: Vec<u32> = all.iter().copied().filter(|&unit| unit > 0).listed();
    sort_by(&mut values, &Ord::cmp);
    let repeated = values.chunk_by(|one, other| one == other).filter(|same| same.len() > 1);
    for value in repeated.map(|same| same[0]).take(MOST_NAMES) {
        lower(u64::from(value), |lowered| {
            let Some(mut left) = units(shrinker, ordinal) else { return false };
            for (unit, before) in left.iter_mut().zip(&all) {
                if *before == value {
                    *unit = lowered as u32;
                }
            }
            try_units(shrinker, ordinal, left)
        });
    }
}

fn lower_units(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let count = units(shrinker, ordinal).map_or(0, |units| units.len());
    for index in 0..count {
        let Some(unit) = units(shrinker, ordinal).and_then(|units| units.get(index).copied())
        else {
            return;
        };
        lower(u64::from(unit), |lowered| {
            let Some(mut left) = units(shrinker, ordinal) else { return false };
            let Some(place) = left.get_mut(index) else { return false };
            *place = lowered as u32;
            try_units(shrinker, ordinal, left)
        });
    }
}
