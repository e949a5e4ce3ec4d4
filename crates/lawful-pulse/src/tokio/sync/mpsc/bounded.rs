//! Channels with a bound.

use std::future::Future;
use std::panic::Location;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use super::super::permits::{Closed, Permits, Refused};
use super::channel::{Channel, receivers, senders};
use super::error::{SendError, SendTimeoutError, TryRecvError, TrySendError};
use crate::run::{Place, Verb};

/// tokio's `mpsc::Sender`.
pub struct Sender<T>(Arc<Channel<T>>);

/// tokio's `mpsc::Receiver`.
pub struct Receiver<T>(Arc<Channel<T>>);

/// tokio's `mpsc::WeakSender`.
pub struct WeakSender<T>(Arc<Channel<T>>);

/// See tokio's. Those who wait for room get it in the order they came in.
#[track_caller]
pub fn channel<T>(bound: usize) -> (Sender<T>, Receiver<T>) {
    assert!(bound > 0, "mpsc bounded channel requires buffer > 0");
    let channel = Channel::new(Some(bound), Location::caller());
    (Sender(channel.clone()), Receiver(channel))
}

/// Whoever waits for room and gives up may have been the one that a closed channel waited for.
struct GivesUp<'a, T>(&'a Channel<T>);

impl<T> Drop for GivesUp<'_, T> {
    fn drop(&mut self) {
        self.0.wake_if_closed();
    }
}

impl<T> Channel<T> {
    fn bounded(&self) -> &Permits {
        self.room.as_ref().expect("a channel with a bound has room")
    }

    /// Waits for room.
    async fn reserve(&self, place: Place) -> Result<(), Closed> {
        let gives_up = GivesUp(self);
        self.bounded().acquire(1, Verb::Send, place).await?;
        std::mem::forget(gives_up);
        Ok(())
    }

    fn try_reserve(&self, place: Place) -> Result<(), Refused> {
        self.bounded().try_acquire(1, Verb::Send, place)
    }

    /// Adds a message for which there is room.
    fn put_reserved(&self, message: T) {
        let put = self.put(message);
        debug_assert!(put.is_ok(), "where there is a bound the room was reserved");
    }

    /// Adds a message with a permit.
    fn send_reserved(&self, message: T, place: Place) {
        self.shared.point(Verb::Send, place);
        self.put_reserved(message);
    }

    /// Gives a permit back that was not used.
    fn release(&self) {
        self.give_room();
        self.wake_if_closed();
    }
}

impl Refused {
    fn with<T>(self, message: T) -> TrySendError<T> {
        match self {
            Refused::None => TrySendError::Full(message),
            Refused::Closed => TrySendError::Closed(message),
        }
    }
}

impl<T> Sender<T> {
    /// See tokio's.
    #[track_caller]
    pub fn send(&self, message: T) -> impl Future<Output = Result<(), SendError<T>>> {
        let place = Location::caller();
        async move {
            match self.0.reserve(place).await {
                Ok(()) => self.0.put_reserved(message),
                Err(Closed) => return Err(SendError(message)),
            }
            Ok(())
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        match self.0.try_reserve(Location::caller()) {
            Ok(()) => self.0.put_reserved(message),
            Err(refused) => return Err(refused.with(message)),
        }
        Ok(())
    }

    /// See tokio's.
    #[track_caller]
    pub fn send_timeout(
        &self,
        message: T,
        limit: Duration,
    ) -> impl Future<Output = Result<(), SendTimeoutError<T>>> {
        let place = Location::caller();
        let reserved = super::super::super::time::timeout(limit, self.0.reserve(place));
        async move {
            match reserved.await {
                Ok(Ok(())) => self.0.put_reserved(message),
                Ok(Err(Closed)) => return Err(SendTimeoutError::Closed(message)),
                Err(_) => return Err(SendTimeoutError::Timeout(message)),
            }
            Ok(())
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_send(&self, message: T) -> Result<(), SendError<T>> {
        crate::future::block_on(self.send(message))
    }

    /// See tokio's.
    #[track_caller]
    pub fn reserve(&self) -> impl Future<Output = Result<Permit<'_, T>, SendError<()>>> {
        let place = Location::caller();
        async move {
            self.0.reserve(place).await.map_err(|Closed| SendError(()))?;
            Ok(Permit(Some(&self.0)))
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_reserve(&self) -> Result<Permit<'_, T>, TrySendError<()>> {
        match self.0.try_reserve(Location::caller()) {
            Ok(()) => Ok(Permit(Some(&self.0))),
            Err(refused) => Err(refused.with(())),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn reserve_owned(self) -> impl Future<Output = Result<OwnedPermit<T>, SendError<()>>> {
        let place = Location::caller();
        async move {
            self.0.reserve(place).await.map_err(|Closed| SendError(()))?;
            Ok(OwnedPermit(Some(self)))
        }
    }
}

macro_rules! capacities {
    ($($end:ident: $verb:ident),+) => {$(
        impl<T> $end<T> {
            /// See tokio's.
            #[track_caller]
            pub fn capacity(&self) -> usize {
                self.0.shared.try_point(Verb::$verb, Location::caller());
                self.0.bounded().free()
            }

            /// See tokio's.
            pub fn max_capacity(&self) -> usize {
                self.0.bound
            }
        }
    )+};
}

capacities!(Sender: Send, Receiver: Receive);

/// tokio's `Permit`: room for one message.
pub struct Permit<'a, T>(Option<&'a Channel<T>>);

/// tokio's `OwnedPermit`.
pub struct OwnedPermit<T>(Option<Sender<T>>);

impl<T> Permit<'_, T> {
    /// See tokio's.
    #[track_caller]
    pub fn send(mut self, message: T) {
        if let Some(channel) = self.0.take() {
            channel.send_reserved(message, Location::caller());
        }
    }
}

impl<T> OwnedPermit<T> {
    /// See tokio's.
    #[track_caller]
    pub fn send(mut self, message: T) -> Sender<T> {
        let sender = self.0.take().expect("it is there until the permit is used");
        sender.0.send_reserved(message, Location::caller());
        sender
    }

    /// See tokio's.
    pub fn release(mut self) -> Sender<T> {
        let sender = self.0.take().expect("it is there until the permit is used");
        sender.0.release();
        sender
    }
}

impl<T> Drop for Permit<'_, T> {
    fn drop(&mut self) {
        if let Some(channel) = self.0.take() {
            channel.release();
        }
    }
}

impl<T> Drop for OwnedPermit<T> {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take() {
            sender.0.release();
        }
    }
}

receivers!(Receiver);
senders!(Sender, WeakSender);
opaque!(Permit<'a, T>, OwnedPermit<T>);
