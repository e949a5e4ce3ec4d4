//! Numbers become the order in which they first appear, before anything else is tried: one run,
//! after which a law that only compares has small numbers in everything that follows.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    super::compress::run_first(shrinker);
}
