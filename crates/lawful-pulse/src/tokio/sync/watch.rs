//! Channels that keep the last value only.

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::panic::Location;
use std::sync::{Arc, PoisonError};
use std::task::{Poll, Waker};

use super::super::shared::{Shared, last_event, remember};
use crate::run::{NOBODY, Place, Verb};
use crate::sync::{RwLock, RwLockReadGuard};

/// Errors of this module.
pub mod error {
    /// Nobody receives any more; here is the value.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct SendError<T>(pub T);

    /// All senders are gone.
    #[derive(Clone, Debug)]
    pub struct RecvError(pub(super) ());

    opaque!(SendError<T>);
    errors! {
        SendError<T> { _ => "channel closed" }
        RecvError { _ => "channel closed" }
    }
}

use error::{RecvError, SendError};

struct Channel<T> {
    /// Under a lock that is waited for as threads wait, as in tokio: whoever keeps a [`Ref`] and sends waits
    /// for ever, and that is told.
    value: RwLock<T>,
    shared: Shared<State>,
}

#[derive(Default)]
struct State {
    version: u64,
    /// The event that sent the last value.
    event: Option<usize>,
    senders: usize,
    receivers: usize,
    /// Receivers that wait for another value.
    waiting: Vec<Waker>,
    /// Senders that wait for the end of all receivers.
    closing: Vec<Waker>,
}

/// tokio's `watch::Sender`.
pub struct Sender<T>(Arc<Channel<T>>);

/// tokio's `watch::Receiver`.
pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    seen: u64,
}

/// tokio's `watch::Ref`: the value, which is not replaced while this is alive.
pub struct Ref<'a, T> {
    value: RwLockReadGuard<'a, T>,
    changed: bool,
}

/// See tokio's.
#[track_caller]
pub fn channel<T>(value: T) -> (Sender<T>, Receiver<T>) {
    let sender = Sender::new(value);
    let receiver = sender.subscribe();
    (sender, receiver)
}

impl<T> Channel<T> {
    #[track_caller]
    fn read(&self) -> RwLockReadGuard<'_, T> {
        self.value.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value, which is seen from now on.
    #[track_caller]
    fn update(&self, seen: &mut u64) -> Ref<'_, T> {
        let value = self.read();
        let version = self.shared.lock().version;
        let changed = std::mem::replace(seen, version) != version;
        Ref { value, changed }
    }

    /// Waits for a value with another number than the one that was seen.
    fn changed<'a>(
        &'a self,
        seen: &'a mut u64,
        place: Place,
    ) -> impl Future<Output = Result<(), RecvError>> + use<'a, T> {
        self.shared.future(Verb::Change, place, move |context| {
            let mut state = self.shared.lock();
            let (version, event) = (state.version, state.event);
            if version != *seen {
                drop(state);
                *seen = version;
                self.shared.acquired(Verb::Change, event, place);
                return Poll::Ready(Ok(()));
            }
            if state.senders == 0 {
                return Poll::Ready(Err(RecvError(())));
            }
            remember(&mut state.waiting, context.waker());
            drop(state);
            self.shared.awaits(Verb::Change, NOBODY, place);
            Poll::Pending
        })
    }
}

impl<T> Sender<T> {
    /// See tokio's.
    #[track_caller]
    pub fn new(value: T) -> Self {
        let state = State { senders: 1, ..State::default() };
        let shared = Shared::new(state, Location::caller());
        Sender(Arc::new(Channel { value: RwLock::new(value), shared }))
    }

    /// See tokio's.
    #[track_caller]
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        if self.receiver_count() == 0 {
            return Err(SendError(value));
        }
        self.send_replace(value);
        Ok(())
    }

    /// See tokio's.
    #[track_caller]
    pub fn send_modify(&self, modify: impl FnOnce(&mut T)) {
        self.send_if_modified(|value| {
            modify(value);
            true
        });
    }

    /// See tokio's.
    #[track_caller]
    pub fn send_replace(&self, mut value: T) -> T {
        self.send_modify(|old| std::mem::swap(old, &mut value));
        value
    }

    /// See tokio's.
    #[track_caller]
    pub fn send_if_modified(&self, modify: impl FnOnce(&mut T) -> bool) -> bool {
        self.0.shared.point(Verb::Send, Location::caller());
        let event = last_event();
        let mut value = self.0.value.write().unwrap_or_else(PoisonError::into_inner);
        if !modify(&mut value) {
            return false;
        }
        // Before others can see the value: with it they see its number.
        let mut state = self.0.shared.lock();
        state.version += 1;
        state.event = event;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        drop(value);
        waiting.into_iter().for_each(Waker::wake);
        true
    }

    /// See tokio's.
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        Ref { value: self.0.read(), changed: false }
    }

    /// See tokio's.
    pub fn subscribe(&self) -> Receiver<T> {
        let mut state = self.0.shared.lock();
        state.receivers += 1;
        Receiver { channel: self.0.clone(), seen: state.version }
    }

    /// See tokio's.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.receiver_count() == 0
    }

    /// See tokio's.
    #[track_caller]
    pub fn closed(&self) -> impl Future<Output = ()> {
        let place = Location::caller();
        let shared = &self.0.shared;
        shared.future(Verb::Send, place, move |context| {
            shared.poll(Verb::Wait, place, |state| {
                if state.receivers == 0 {
                    return Poll::Ready(());
                }
                remember(&mut state.closing, context.waker());
                Poll::Pending
            })
        })
    }
}

counted_senders!(Sender);

impl<T> Receiver<T> {
    /// See tokio's.
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        let value = self.channel.read();
        let changed = self.channel.shared.lock().version != self.seen;
        Ref { value, changed }
    }

    /// See tokio's.
    #[track_caller]
    pub fn borrow_and_update(&mut self) -> Ref<'_, T> {
        self.channel.update(&mut self.seen)
    }

    /// See tokio's.
    #[track_caller]
    pub fn has_changed(&self) -> Result<bool, RecvError> {
        self.channel.shared.try_point(Verb::Change, Location::caller());
        let state = self.channel.shared.lock();
        match state.senders {
            0 => Err(RecvError(())),
            _ => Ok(state.version != self.seen),
        }
    }

    /// See tokio's.
    #[track_caller]
    pub fn mark_changed(&mut self) {
        self.channel.shared.point(Verb::Change, Location::caller());
        self.seen = self.seen.wrapping_sub(1);
    }

    /// See tokio's.
    #[track_caller]
    pub fn mark_unchanged(&mut self) {
        self.channel.shared.point(Verb::Change, Location::caller());
        self.seen = self.channel.shared.lock().version;
    }

    /// See tokio's. If it is dropped while it waits, no change is lost.
    #[track_caller]
    pub fn changed(&mut self) -> impl Future<Output = Result<(), RecvError>> {
        self.channel.changed(&mut self.seen, Location::caller())
    }

    /// See tokio's.
    #[track_caller]
    pub fn wait_for(
        &mut self,
        mut condition: impl FnMut(&T) -> bool,
    ) -> impl Future<Output = Result<Ref<'_, T>, RecvError>> {
        let place = Location::caller();
        let (channel, seen) = (&*self.channel, &mut self.seen);
        async move {
            let mut closed = false;
            loop {
                {
                    let value = channel.update(seen);
                    if condition(&value) {
                        return Ok(value);
                    }
                }
                if closed {
                    return Err(RecvError(()));
                }
                closed = channel.changed(seen, place).await.is_err();
            }
        }
    }

    /// See tokio's.
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}

impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Self {
        self.channel.shared.lock().receivers += 1;
        Receiver { channel: self.channel.clone(), seen: self.seen }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.channel.shared.release_point(Verb::Receive);
        self.channel.shared.wake(|state| {
            state.receivers -= 1;
            if state.receivers == 0 { std::mem::take(&mut state.closing) } else { Vec::new() }
        });
    }
}

impl<T> Ref<'_, T> {
    /// See tokio's.
    pub fn has_changed(&self) -> bool {
        self.changed
    }
}

impl<T> Deref for Ref<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

opaque!(Sender<T>, Receiver<T>);
