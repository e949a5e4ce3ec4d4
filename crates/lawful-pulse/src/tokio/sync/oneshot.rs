//! Channels for one message.

use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::super::shared::{Shared, last_event, replace};
use crate::run::{NOBODY, Place, Verb};

pub use error::{RecvError, TryRecvError};

/// Errors of this module.
pub mod error {
    /// The sender was dropped and sent nothing.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RecvError(pub(super) ());

    /// Why there is no message.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TryRecvError {
        /// None was sent yet.
        Empty,
        /// The sender was dropped and sent nothing.
        Closed,
    }

    errors! {
        RecvError { _ => "channel closed" }
        TryRecvError {
            TryRecvError::Empty => "channel empty",
            TryRecvError::Closed => "channel closed",
        }
    }
}

begins_as! {
    struct State<T> {
        /// The message, and the event that sent it.
        message: Option<(T, Option<usize>)> = None,
        /// The sender sent, or is gone.
        settled: bool = false,
        /// The receiver wants nothing any more.
        closed: bool = false,
        receiver: Option<Waker> = None,
        sender: Option<Waker> = None,
    }
}

/// tokio's `oneshot::Sender`.
pub struct Sender<T>(Arc<Shared<State<T>>>);

/// tokio's `oneshot::Receiver`, a future.
pub struct Receiver<T> {
    shared: Arc<Shared<State<T>>>,
    begun: bool,
    taken: bool,
}

/// See tokio's.
#[track_caller]
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared::new(State::new(), Location::caller()));
    (Sender(shared.clone()), Receiver { shared, begun: false, taken: false })
}

impl<T> Sender<T> {
    /// See tokio's.
    #[track_caller]
    pub fn send(self, message: T) -> Result<(), T> {
        self.0.point(Verb::Send, Location::caller());
        let mut state = self.0.lock();
        if state.closed {
            return Err(message);
        }
        state.message = Some((message, last_event()));
        // What is left to do is done when the sender is dropped.
        Ok(())
    }

    /// See tokio's.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.0.try_point(Verb::Send, Location::caller());
        self.0.lock().closed
    }

    /// See tokio's.
    #[track_caller]
    pub fn closed(&mut self) -> impl Future<Output = ()> {
        let (this, place) = (&*self, Location::caller());
        this.0.future(Verb::Send, place, move |context| this.look(context, place))
    }

    /// See tokio's.
    #[track_caller]
    pub fn poll_closed(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.look(context, Location::caller())
    }

    fn look(&self, context: &mut Context<'_>, place: Place) -> Poll<()> {
        self.0.poll(Verb::Send, place, |state| {
            if state.closed {
                return Poll::Ready(());
            }
            replace(&mut state.sender, context.waker());
            Poll::Pending
        })
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if self.0.lock().message.is_none() {
            self.0.release_point(Verb::Send);
        }
        self.0.wake(|state| {
            state.settled = true;
            state.receiver.take()
        });
    }
}

impl<T> Receiver<T> {
    /// See tokio's.
    #[track_caller]
    pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
        let place = Location::caller();
        self.shared.try_point(Verb::Receive, place);
        match self.take(place) {
            Some(Ok(message)) => Ok(message),
            Some(Err(_)) => Err(TryRecvError::Closed),
            None => Err(TryRecvError::Empty),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_recv(self) -> Result<T, RecvError> {
        crate::future::block_on(self)
    }

    /// See tokio's: from now on nothing is sent, but what was sent can be received.
    pub fn close(&mut self) {
        self.shared.release_point(Verb::Receive);
        self.shared.wake(|state| {
            state.closed = true;
            state.sender.take()
        });
    }

    /// See tokio's.
    pub fn is_terminated(&self) -> bool {
        self.taken
    }

    fn take(&mut self, place: Place) -> Option<Result<T, RecvError>> {
        let mut state = self.shared.lock();
        let message = state.message.take();
        let nothing_comes = state.settled || state.closed;
        drop(state);
        let taken = match message {
            Some((message, event)) => {
                self.shared.acquired(Verb::Receive, event, place);
                Some(Ok(message))
            }
            None => nothing_comes.then_some(Err(RecvError(()))),
        };
        self.taken |= taken.is_some();
        taken
    }
}

impl<T> Future for Receiver<T> {
    type Output = Result<T, RecvError>;

    #[track_caller]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let place = Location::caller();
        assert!(!self.taken, "polled after it was ready");
        if !std::mem::replace(&mut self.begun, true) {
            self.shared.point(Verb::Receive, place);
        }
        // The waker first: what is sent from another thread after the look must not be missed.
        replace(&mut self.shared.lock().receiver, context.waker());
        match self.take(place) {
            Some(result) => Poll::Ready(result),
            None => {
                self.shared.awaits(Verb::Receive, NOBODY, place);
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.close();
        let message = self.shared.lock().message.take();
        drop(message);
    }
}

opaque!(Sender<T>, Receiver<T>);
