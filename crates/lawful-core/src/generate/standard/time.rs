//! Lengths of time and dates. `Instant` is left out: its values can only be read off a clock, and what
//! a clock says is different in every run.

use std::time::{Duration, SystemTime};

use super::super::{Arbitrary, FuncKey};
use crate::choice::{KeyDigest, Source};

impl Arbitrary for Duration {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        Duration::new(source.any(), source.draw(&(0..1_000_000_000)))
    }
}

/// The furthest from 1970 that a date lies, in seconds: as far as every platform can go back, which is
/// to 1601 on Windows.
const FURTHEST: i64 = 11_644_473_600;

/// From 1601 to 2338, before 1970 as often as after it, and often within a few seconds of it. The
/// simplest is 1970. Fractions are a multiple of 100 nanoseconds, which is what Windows can tell apart.
impl Arbitrary for SystemTime {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let seconds = source.draw(&(-FURTHEST..=FURTHEST));
        let fraction = Duration::from_nanos(100 * source.draw(&(0..10_000_000)));
        let distance = Duration::from_secs(seconds.unsigned_abs());
        match seconds < 0 {
            true => Self::UNIX_EPOCH - distance + fraction,
            false => Self::UNIX_EPOCH + distance + fraction,
        }
    }
}

impl FuncKey for SystemTime {
    #[inline]
    fn digest(&self, digest: &mut KeyDigest) {
        self.duration_since(Self::UNIX_EPOCH).map_err(|error| error.duration()).digest(digest);
    }
}
