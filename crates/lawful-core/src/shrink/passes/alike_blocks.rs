//! Two blocks that are almost equal shrink in step: the same stretch drops out of both, and the
//! units at one place go down together. For laws over texts that are equal, or almost are; one block
//! at a time can do nothing there.

use super::*;
use crate::choice::Block;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let blocks = shrinker.outline().blocks.clone();
    for (index, &one) in blocks.iter().enumerate() {
        for &other in &blocks[index + 1..] {
            let pair = Pair { one, other };
            if !pair.is_alike(shrinker) {
                continue;
            }
            pair.delete_stretches(shrinker);
            pair.lower_places(shrinker);
            // What was accepted may have moved the others.
            if shrinker.outline().blocks != blocks {
                return;
            }
        }
    }
}

struct Pair {
    one: At,
    other: At,
}

impl Pair {
    fn blocks<'a>(&self, shrinker: &'a Shrinker<'_>) -> (&'a Block, &'a Block) {
        (shrinker.best().block(self.one), shrinker.best().block(self.other))
    }

    /// Whether they are of one kind, and half of their units are equal in their places.
    fn is_alike(&self, shrinker: &Shrinker<'_>) -> bool {
        let (first, second) = self.blocks(shrinker);
        let equal = first.units.iter().zip(&second.units).filter(|(x, y)| x == y).count();
        first.bound == second.bound && 2 * equal + 1 >= first.units.len().max(second.units.len())
    }

    fn common_length(&self, shrinker: &Shrinker<'_>) -> usize {
        let (first, second) = self.blocks(shrinker);
        first.units.len().min(second.units.len())
    }

    fn delete_stretches(&self, shrinker: &mut Shrinker<'_>) {
        let mut size = self.common_length(shrinker) / 2;
        while size > 0 {
            let mut at = 0;
            while at + size <= self.common_length(shrinker) && !shrinker.is_over() {
                let mut candidate = shrinker.best().clone();
                candidate.block_mut(self.one).units.drain(at..at + size);
                candidate.block_mut(self.other).units.drain(at..at + size);
                if !shrinker.consider(candidate) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    fn lower_places(&self, shrinker: &mut Shrinker<'_>) {
        for place in 0..self.common_length(shrinker) {
            let (first, second) = self.blocks(shrinker);
            let lower = first.units[place].min(second.units[place]);
            if lower == 0 || shrinker.is_over() {
                continue;
            }
            let mut candidate = shrinker.best().clone();
            candidate.block_mut(self.one).units[place] -= lower;
            candidate.block_mut(self.other).units[place] -= lower;
            shrinker.consider(candidate);
        }
    }
}
