//! A large case whose numbers matter: perhaps a small fresh one shows the same.
//!
//! Fresh choices help only here, at the start. As a way out of local minima they are poor.

use super::*;

const LARGE: usize = 30;
const TRIES: u64 = 20;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    if shrinker.steps() > 0 || shrinker.outline().scalars.len() <= LARGE {
        return;
    }
    let seed = shrinker.best().digest();
    for attempt in 0..TRIES {
        let size = 1 + attempt / 4;
        if shrinker.consider_fresh(crate::choice::mix(seed, attempt), size as u32) {
            return;
        }
    }
}
