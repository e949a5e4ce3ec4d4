//! Waiting for a moment.

use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::Instant;
use super::timers::Timer;
use crate::run::{NOBODY, Object, Operation, Place, Verb, current};

/// What is meant by for ever where a moment cannot be that late: thirty years, as in tokio.
const FOR_EVER: Duration = Duration::from_secs(86_400 * 365 * 30);

/// tokio's `Sleep`, a future.
#[derive(Debug)]
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Sleep {
    deadline: Instant,
    timer: Option<Timer>,
    begun: bool,
    place: Place,
}

/// See tokio's.
#[track_caller]
pub fn sleep(duration: Duration) -> Sleep {
    sleep_until(moment_after(Instant::now(), duration))
}

/// See tokio's.
#[track_caller]
pub fn sleep_until(deadline: Instant) -> Sleep {
    Sleep { deadline, timer: None, begun: false, place: Location::caller() }
}

/// A moment later than another, as far as there are moments.
pub(super) fn moment_after(now: Instant, duration: Duration) -> Instant {
    now.checked_add(duration).unwrap_or_else(|| now + FOR_EVER)
}

impl Sleep {
    /// See tokio's.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// See tokio's.
    pub fn is_elapsed(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// See tokio's.
    pub fn reset(self: Pin<&mut Self>, deadline: Instant) {
        self.get_mut().set(deadline);
    }

    pub(super) fn set(&mut self, deadline: Instant) {
        self.deadline = deadline;
        self.timer = None;
        self.begun = false;
    }

    /// From where it is awaited, for those who read why nobody goes on.
    pub(super) fn awaited_at(&mut self, place: Place) {
        self.place = place;
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let operation = Operation::new(Verb::Sleep, Object::NONE);
        let begins = !std::mem::replace(&mut self.begun, true);
        if let Some(run) = current().filter(|_| begins) {
            run.point(|| operation, self.place);
        }
        if self.is_elapsed() {
            self.timer = None;
            return Poll::Ready(());
        }
        let set = self.timer.as_ref().is_some_and(|timer| timer.renew(context.waker()));
        if !set {
            self.timer = None;
            self.timer = Some(Timer::set(self.deadline, context.waker()));
        }
        if let Some(run) = current() {
            run.awaits(operation, NOBODY, self.place);
        }
        Poll::Pending
    }
}
