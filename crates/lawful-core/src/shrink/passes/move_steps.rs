//! A step moves to another place, after which others may have nothing to do and drop out. Where none
//! does, the program is not smaller, which is seen without running it.

use super::super::steps::{Steps, sequences};
use super::*;

const TRIES: usize = 200;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in sequences(shrinker) {
        let Some(steps) = Steps::of(shrinker, ordinal) else { continue };
        let count = steps.steps.len();
        let mut tries = 0;
        for distance in 1..count {
            for from in 0..count {
                for to in [from.checked_sub(distance), Some(from + distance)].into_iter().flatten()
                {
                    tries += 1;
                    if tries > TRIES {
                        return;
                    }
                    if to < count && shrinker.consider(steps.moved(shrinker.best(), from, to)) {
                        return;
                    }
                }
            }
        }
    }
}
