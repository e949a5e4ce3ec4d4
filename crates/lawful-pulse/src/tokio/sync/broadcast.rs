//! Channels from many to many: every receiver gets every message.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::Location;
use std::sync::Arc;
use std::task::{Poll, Waker};

use super::super::shared::{Shared, last_event, remember};
use crate::run::{NOBODY, Place, Verb};

/// Errors of this module.
pub mod error {
    /// Nobody receives; here is the message.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct SendError<T>(pub T);

    /// Why a message was not received.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RecvError {
        /// All senders are gone, and all was received.
        Closed,
        /// So many messages were not received in time and are lost.
        Lagged(u64),
    }

    /// Why a message was not received at once.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum TryRecvError {
        /// None was sent yet.
        Empty,
        /// All senders are gone, and all was received.
        Closed,
        /// So many messages were not received in time and are lost.
        Lagged(u64),
    }

    errors! {
        SendError<T: std::fmt::Debug> { _ => "channel closed" }
        RecvError {
            RecvError::Closed => "channel closed",
            RecvError::Lagged(count) => "channel lagged by {count}",
        }
        TryRecvError {
            TryRecvError::Empty => "channel empty",
            TryRecvError::Closed => "channel closed",
            TryRecvError::Lagged(count) => "channel lagged by {count}",
        }
    }
}

use error::{RecvError, SendError, TryRecvError};

begins_as! {
    struct State<T> {
        /// The last messages, as many as there is room for.
        kept: VecDeque<Kept<T>> = VecDeque::new(),
        /// The number of the first of them.
        first: u64 = 0,
        senders: usize = 1,
        receivers: usize = 0,
        waiting: Vec<Waker> = Vec::new(),
    }
}

struct Kept<T> {
    /// Shared, so that it is cloned outside of the lock: that may take points.
    message: Arc<T>,
    event: Option<usize>,
    /// How many have not received it yet.
    left: usize,
}

struct Channel<T> {
    room: usize,
    shared: Shared<State<T>>,
}

/// tokio's `broadcast::Sender`.
pub struct Sender<T>(Arc<Channel<T>>);

/// tokio's `broadcast::Receiver`.
pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    /// The number of the message that comes next.
    next: u64,
}

/// See tokio's. As there, the room is a power of two, so it may be more than was asked for.
#[track_caller]
pub fn channel<T: Clone>(room: usize) -> (Sender<T>, Receiver<T>) {
    let sender = Sender::new(room);
    let receiver = sender.subscribe();
    (sender, receiver)
}

impl<T> State<T> {
    /// The number of the message that is sent next.
    fn end(&self) -> u64 {
        self.first + self.kept.len() as u64
    }

    /// One receiver less needs the message with this number.
    fn pass(&mut self, number: u64) {
        let place = number.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        if let Some(kept) = place.and_then(|place| self.kept.get_mut(place)) {
            kept.left -= 1;
        }
    }

    /// Takes out what nobody needs any more; it is dropped by the caller, outside of the lock.
    fn clear(&mut self) -> Vec<Kept<T>> {
        let mut passed = Vec::new();
        while self.kept.front().is_some_and(|kept| kept.left == 0) {
            passed.extend(self.kept.pop_front());
            self.first += 1;
        }
        passed
    }
}

impl<T> Sender<T> {
    /// See tokio's.
    #[track_caller]
    pub fn new(room: usize) -> Self {
        assert!(room > 0, "broadcast channel capacity cannot be zero");
        let shared = Shared::new(State::new(), Location::caller());
        Sender(Arc::new(Channel { room: room.next_power_of_two(), shared }))
    }

    /// See tokio's.
    #[track_caller]
    pub fn send(&self, message: T) -> Result<usize, SendError<T>> {
        self.0.shared.point(Verb::Send, Location::caller());
        let event = last_event();
        let mut state = self.0.shared.lock();
        let left = state.receivers;
        if left == 0 {
            return Err(SendError(message));
        }
        let message = Arc::new(message);
        let mut overwritten = None;
        if state.kept.len() == self.0.room {
            overwritten = state.kept.pop_front();
            state.first += 1;
        }
        state.kept.push_back(Kept { message, event, left });
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        drop(overwritten);
        waiting.into_iter().for_each(Waker::wake);
        Ok(left)
    }

    /// See tokio's.
    pub fn subscribe(&self) -> Receiver<T> {
        Receiver::of(&self.0)
    }

    /// See tokio's.
    #[track_caller]
    pub fn len(&self) -> usize {
        self.0.shared.try_point(Verb::Send, Location::caller());
        self.0.shared.lock().kept.len()
    }

    /// See tokio's.
    #[track_caller]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// See tokio's.
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

counted_senders!(Sender);

impl<T: Clone> Receiver<T> {
    /// See tokio's. If it is dropped while it waits, no message is lost.
    #[track_caller]
    pub fn recv(&mut self) -> impl Future<Output = Result<T, RecvError>> {
        let place = Location::caller();
        let (channel, next) = (&*self.channel, &mut self.next);
        channel.shared.future(Verb::Receive, place, move |context| {
            // The waker first: what is sent from another thread after the look must not be missed.
            remember(&mut channel.shared.lock().waiting, context.waker());
            Poll::Ready(match channel.take(next, place) {
                Ok(message) => Ok(message),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Lagged(count)) => Err(RecvError::Lagged(count)),
                Err(TryRecvError::Empty) => {
                    channel.shared.awaits(Verb::Receive, NOBODY, place);
                    return Poll::Pending;
                }
            })
        })
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
        let place = Location::caller();
        self.channel.shared.try_point(Verb::Receive, place);
        self.channel.take(&mut self.next, place)
    }

    /// See tokio's.
    #[track_caller]
    pub fn blocking_recv(&mut self) -> Result<T, RecvError> {
        crate::future::block_on(self.recv())
    }
}

impl<T: Clone> Channel<T> {
    /// The message that comes next for a receiver.
    fn take(&self, next: &mut u64, place: Place) -> Result<T, TryRecvError> {
        let mut state = self.shared.lock();
        let number = *next;
        if number == state.end() {
            return Err(match state.senders {
                0 => TryRecvError::Closed,
                _ => TryRecvError::Empty,
            });
        }
        if number < state.first {
            *next = state.first;
            return Err(TryRecvError::Lagged(state.first - number));
        }
        let kept = &state.kept[(number - state.first) as usize];
        let (message, event) = (kept.message.clone(), kept.event);
        state.pass(number);
        let passed = state.clear();
        drop(state);
        drop(passed);
        *next = number + 1;
        self.shared.acquired(Verb::Receive, event, place);
        Ok(Arc::unwrap_or_clone(message))
    }
}

impl<T> Receiver<T> {
    /// See tokio's.
    pub fn resubscribe(&self) -> Receiver<T> {
        Receiver::of(&self.channel)
    }

    fn of(channel: &Arc<Channel<T>>) -> Self {
        let mut state = channel.shared.lock();
        state.receivers += 1;
        Receiver { channel: channel.clone(), next: state.end() }
    }

    /// See tokio's.
    #[track_caller]
    pub fn len(&self) -> usize {
        self.channel.shared.try_point(Verb::Receive, Location::caller());
        let end = self.channel.shared.lock().end();
        (end - self.next) as usize
    }

    /// See tokio's.
    #[track_caller]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// See tokio's.
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.channel.shared.release_point(Verb::Receive);
        let mut state = self.channel.shared.lock();
        state.receivers -= 1;
        (self.next..state.end()).for_each(|number| state.pass(number));
        let passed = state.clear();
        drop(state);
        drop(passed);
    }
}

opaque!(Sender<T>, Receiver<T>);
