//! Channels without a bound.

use std::future::Future;
use std::panic::Location;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::channel::{Channel, receivers, senders};
use super::error::{SendError, TryRecvError};
use crate::run::Verb;

/// tokio's `UnboundedSender`.
pub struct UnboundedSender<T>(Arc<Channel<T>>);

/// tokio's `UnboundedReceiver`.
pub struct UnboundedReceiver<T>(Arc<Channel<T>>);

/// tokio's `WeakUnboundedSender`.
pub struct WeakUnboundedSender<T>(Arc<Channel<T>>);

/// See tokio's.
#[track_caller]
pub fn unbounded_channel<T>() -> (UnboundedSender<T>, UnboundedReceiver<T>) {
    let channel = Channel::new(None, Location::caller());
    (UnboundedSender(channel.clone()), UnboundedReceiver(channel))
}

impl<T> UnboundedSender<T> {
    /// See tokio's.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        self.0.shared.point(Verb::Send, Location::caller());
        self.0.put(message).map_err(SendError)
    }
}

receivers!(UnboundedReceiver);
senders!(UnboundedSender, WeakUnboundedSender);
