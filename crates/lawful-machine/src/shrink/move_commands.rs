//! A command moves to another place, after which others may have nothing to do and drop out. Where none
//! does, the program is not smaller, which is seen without running it.

use lawful_core::extend::Shrinker;

use super::commands::Commands;

const TRIES: usize = 200;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        let Some(commands) = Commands::of(shrinker, ordinal) else { continue };
        let count = commands.commands.len();
        let mut tries = 0;
        for distance in 1..count {
            for from in 0..count {
                for to in [from.checked_sub(distance), Some(from + distance)].into_iter().flatten()
                {
                    tries += 1;
                    if tries > TRIES {
                        return;
                    }
                    if to < count && shrinker.consider(commands.moved(shrinker.best(), from, to)) {
                        return;
                    }
                }
            }
        }
    }
}
