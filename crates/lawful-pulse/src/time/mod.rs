//! `std::time`, with a virtual clock where a run is going on.
//!
//! There time stands still while anybody can go on: it jumps to the next timer when nobody can, or when
//! the schedule says so.

use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::sync::OnceLock;
use std::time;

pub use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::current;

/// [`std::time::Instant`], of the virtual clock where a run is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(time::Instant);

/// What a real clock can show: who sleeps for as long as a `Duration` can be comes beyond it.
const LONGEST: Duration = Duration::from_secs(1 << 34);

/// The moment at which all runs begin.
fn beginning() -> time::Instant {
    static BEGINNING: OnceLock<time::Instant> = OnceLock::new();
    *BEGINNING.get_or_init(time::Instant::now)
}

impl Instant {
    /// See [`std::time::Instant::now`].
    pub fn now() -> Self {
        Instant(match current() {
            Some(run) => beginning() + run.clock().now().min(LONGEST),
            None => time::Instant::now(),
        })
    }

    /// See [`std::time::Instant::duration_since`].
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.duration_since(earlier.0)
    }

    /// See [`std::time::Instant::checked_duration_since`].
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        self.0.checked_duration_since(earlier.0)
    }

    /// See [`std::time::Instant::saturating_duration_since`].
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }

    /// See [`std::time::Instant::elapsed`].
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// See [`std::time::Instant::checked_add`].
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_add(duration).map(Instant)
    }

    /// See [`std::time::Instant::checked_sub`].
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_sub(duration).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, duration: Duration) -> Instant {
        Instant(self.0 + duration)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        self.0 += duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, duration: Duration) -> Instant {
        Instant(self.0 - duration)
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        self.0 -= duration;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0 - earlier.0
    }
}
