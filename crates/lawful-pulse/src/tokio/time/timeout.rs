//! Limits in time.

use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::super::shared::{look_closely, point};
use super::Instant;
use super::sleep::{Sleep, moment_after, sleep_until};
use crate::run::{Place, Verb};

/// The time was over.
#[derive(Debug, PartialEq, Eq)]
pub struct Elapsed(());

errors! { Elapsed { _ => "deadline has elapsed" } }

impl From<Elapsed> for std::io::Error {
    fn from(_: Elapsed) -> Self {
        std::io::ErrorKind::TimedOut.into()
    }
}

/// tokio's `Timeout`, a future.
#[derive(Debug)]
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Timeout<F> {
    future: F,
    sleep: Sleep,
    begun: bool,
    place: Place,
}

/// See tokio's. If both are ready at the same time the future wins.
#[track_caller]
pub fn timeout<F: IntoFuture>(limit: Duration, future: F) -> Timeout<F::IntoFuture> {
    timeout_at(moment_after(Instant::now(), limit), future)
}

/// See tokio's.
#[track_caller]
pub fn timeout_at<F: IntoFuture>(deadline: Instant, future: F) -> Timeout<F::IntoFuture> {
    let (future, sleep) = (future.into_future(), sleep_until(deadline));
    Timeout { future, sleep, begun: false, place: Location::caller() }
}

impl<F> Timeout<F> {
    /// See tokio's.
    pub fn get_ref(&self) -> &F {
        &self.future
    }

    /// See tokio's.
    pub fn get_mut(&mut self) -> &mut F {
        &mut self.future
    }

    /// See tokio's.
    pub fn into_inner(self) -> F {
        self.future
    }
}

impl<F: Future> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    #[track_caller]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // SAFETY: the future stays where it is; the rest is not pinned. There is no `Drop`, and `Unpin` is
        // what follows from the fields.
        let (future, this) = unsafe {
            let this = self.get_unchecked_mut();
            let future = Pin::new_unchecked(&mut this.future);
            (future, (&mut this.sleep, &mut this.begun, this.place))
        };
        let (sleep, begun, place) = this;
        if !std::mem::replace(begun, true) {
            look_closely();
            point(Verb::Poll, place);
        }
        if let Poll::Ready(value) = future.poll(context) {
            return Poll::Ready(Ok(value));
        }
        Pin::new(sleep).poll(context).map(|()| Err(Elapsed(())))
    }
}
