//! Ticks at equal distances.

use std::future::{Future, poll_fn};
use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::Instant;
use super::sleep::{Sleep, moment_after, sleep_until};

/// A tick that is less late than this counts as one in time, as in tokio.
const IN_TIME: Duration = Duration::from_millis(5);

/// tokio's `Interval`.
#[derive(Debug)]
pub struct Interval {
    sleep: Sleep,
    period: Duration,
    behaviour: MissedTickBehavior,
}

/// tokio's `MissedTickBehavior`: what becomes of ticks that nobody was there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissedTickBehavior {
    /// They come one after the other.
    #[default]
    Burst,
    /// The next one comes a period after the late one.
    Delay,
    /// They are left out.
    Skip,
}

/// See tokio's. The first tick comes at once.
#[track_caller]
pub fn interval(period: Duration) -> Interval {
    interval_at(Instant::now(), period)
}

/// See tokio's.
#[track_caller]
pub fn interval_at(start: Instant, period: Duration) -> Interval {
    assert!(!period.is_zero(), "`period` must be non-zero.");
    Interval { sleep: sleep_until(start), period, behaviour: MissedTickBehavior::default() }
}

impl MissedTickBehavior {
    fn next(self, due: Instant, now: Instant, period: Duration) -> Instant {
        match self {
            MissedTickBehavior::Burst => moment_after(due, period),
            MissedTickBehavior::Delay => moment_after(now, period),
            MissedTickBehavior::Skip => {
                let late = now.saturating_duration_since(due).as_nanos() % period.as_nanos();
                let late = Duration::from_nanos(u64::try_from(late).unwrap_or(u64::MAX));
                moment_after(now, period - late)
            }
        }
    }
}

impl Interval {
    /// See tokio's. If it is dropped while it waits, no tick is lost.
    #[track_caller]
    pub fn tick(&mut self) -> impl Future<Output = Instant> {
        self.sleep.awaited_at(Location::caller());
        poll_fn(move |context| self.poll_tick(context))
    }

    /// See tokio's.
    pub fn poll_tick(&mut self, context: &mut Context<'_>) -> Poll<Instant> {
        std::task::ready!(Pin::new(&mut self.sleep).poll(context));
        let (due, now) = (self.sleep.deadline(), Instant::now());
        let next = match now.saturating_duration_since(due) > IN_TIME {
            true => self.behaviour.next(due, now, self.period),
            false => moment_after(due, self.period),
        };
        self.sleep.set(next);
        Poll::Ready(due)
    }

    /// See tokio's.
    pub fn reset(&mut self) {
        self.sleep.set(moment_after(Instant::now(), self.period));
    }

    /// See tokio's.
    pub fn reset_immediately(&mut self) {
        self.sleep.set(Instant::now());
    }

    /// See tokio's.
    pub fn reset_after(&mut self, after: Duration) {
        self.sleep.set(moment_after(Instant::now(), after));
    }

    /// See tokio's.
    pub fn missed_tick_behavior(&self) -> MissedTickBehavior {
        self.behaviour
    }

    /// See tokio's.
    pub fn set_missed_tick_behavior(&mut self, behaviour: MissedTickBehavior) {
        self.behaviour = behaviour;
    }

    /// See tokio's.
    pub fn period(&self) -> Duration {
        self.period
    }
}
