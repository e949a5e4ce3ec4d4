//! What channels with and without a bound have in common.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::super::super::shared::{Shared, last_event, remember, replace};
use super::super::permits::Permits;
use super::error::TryRecvError;
use crate::run::{NOBODY, Place, Verb};

/// A channel.
pub(super) struct Channel<T> {
    pub shared: Shared<State<T>>,
    /// Room for messages, where there is a bound. Whoever has a permit may send, and the message keeps it.
    pub room: Option<Permits>,
    pub bound: usize,
}

begins_as! {
    pub(super) struct State<T> {
        /// Messages, and the events that sent them.
        pub messages: VecDeque<(T, Option<usize>)> = VecDeque::new(),
        pub senders: usize = 1,
        pub weak: usize = 0,
        /// The receiver wants no more than was sent, or is gone.
        pub closed: bool = false,
        receiver: Option<Waker> = None,
        /// Those who wait for it to be closed.
        closing: Vec<Waker> = Vec::new(),
    }
}

impl<T> Channel<T> {
    pub fn new(bound: Option<usize>, made: Place) -> Arc<Self> {
        let room = bound.map(|bound| Permits::of_channel(bound, made));
        let shared = Shared::new(State::new(), made);
        Arc::new(Channel { shared, room, bound: bound.unwrap_or(usize::MAX) })
    }

    /// Adds a message. Who comes here has a permit, if there is a bound, so there is room even if the
    /// channel was closed meanwhile. Without a bound it is refused then.
    pub fn put(&self, message: T) -> Result<(), T> {
        let mut state = self.shared.lock();
        if state.closed && self.room.is_none() {
            return Err(message);
        }
        state.messages.push_back((message, last_event()));
        let waker = state.receiver.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// The next message, and what it means that there is none.
    pub fn take(&self, place: Place) -> Result<T, TryRecvError> {
        let mut state = self.shared.lock();
        let Some((message, event)) = state.messages.pop_front() else {
            let nothing_comes = state.senders == 0
                || state.closed && self.room.as_ref().is_none_or(Permits::is_idle);
            return Err(match nothing_comes {
                true => TryRecvError::Disconnected,
                false => TryRecvError::Empty,
            });
        };
        drop(state);
        self.shared.acquired(Verb::Receive, event, place);
        self.give_room();
        Ok(message)
    }

    /// A permit is given back.
    pub fn give_room(&self) {
        if let Some(room) = &self.room {
            room.release(1, Verb::Receive);
        }
    }

    pub fn poll_receive(&self, context: &mut Context<'_>, place: Place) -> Poll<Option<T>> {
        // The waker first: what is sent from another thread after the look must not be missed.
        replace(&mut self.shared.lock().receiver, context.waker());
        match self.take(place) {
            Ok(message) => Poll::Ready(Some(message)),
            Err(TryRecvError::Disconnected) => Poll::Ready(None),
            Err(TryRecvError::Empty) => {
                self.shared.awaits(Verb::Receive, NOBODY, place);
                Poll::Pending
            }
        }
    }

    /// Up to `limit` messages, at least one, as soon as there are any.
    pub fn poll_receive_many(
        &self,
        context: &mut Context<'_>,
        buffer: &mut Vec<T>,
        limit: usize,
        place: Place,
    ) -> Poll<usize> {
        if limit == 0 {
            return Poll::Ready(0);
        }
        let Some(first) = std::task::ready!(self.poll_receive(context, place)) else {
            return Poll::Ready(0);
        };
        buffer.push(first);
        let more = std::iter::from_fn(|| self.take(place).ok()).take(limit - 1);
        let before = buffer.len() - 1;
        buffer.extend(more);
        Poll::Ready(buffer.len() - before)
    }

    /// From now on nothing is sent but by those who have a permit.
    pub fn close(&self) {
        self.shared.release_point(Verb::Receive);
        let mut state = self.shared.lock();
        state.closed = true;
        let closing = std::mem::take(&mut state.closing);
        drop(state);
        if let Some(room) = &self.room {
            room.close();
        }
        closing.into_iter().for_each(Waker::wake);
    }

    /// The receiver is gone.
    pub fn drop_receiver(&self) {
        self.close();
        loop {
            let message = self.shared.lock().messages.pop_front();
            if message.is_none() {
                return;
            }
            self.give_room();
        }
    }

    /// A permit is not used: where the channel is closed the receiver may be waiting for just that.
    pub fn wake_if_closed(&self) {
        self.shared.wake(|state| if state.closed { state.receiver.take() } else { None });
    }

    /// Waits until the receiver wants nothing any more.
    pub fn closed(&self, place: Place) -> impl Future<Output = ()> {
        self.shared.future(Verb::Send, place, move |context| {
            self.shared.poll(Verb::Wait, place, |state| {
                if state.closed {
                    return Poll::Ready(());
                }
                remember(&mut state.closing, context.waker());
                Poll::Pending
            })
        })
    }

    /// One more sender, if there are any.
    pub fn try_add_sender(&self) -> bool {
        let mut state = self.shared.lock();
        let alive = state.senders > 0;
        state.senders += usize::from(alive);
        alive
    }

    pub fn drop_sender(&self) {
        self.shared.release_point(Verb::Send);
        self.shared.wake(|state| {
            state.senders -= 1;
            if state.senders == 0 { state.receiver.take() } else { None }
        });
    }
}

/// The methods that receivers of both kinds have.
macro_rules! receivers {
    ($receiver:ident) => {
        impl<T> $receiver<T> {
            /// See tokio's. If it is dropped while it waits, no message is lost.
            #[track_caller]
            pub fn recv(&mut self) -> impl Future<Output = Option<T>> {
                let (channel, place) = (&*self.0, Location::caller());
                let poll = move |context: &mut Context<'_>| channel.poll_receive(context, place);
                channel.shared.future(Verb::Receive, place, poll)
            }

            /// See tokio's.
            #[track_caller]
            pub fn recv_many(
                &mut self,
                buffer: &mut Vec<T>,
                limit: usize,
            ) -> impl Future<Output = usize> {
                let (channel, place) = (&*self.0, Location::caller());
                channel.shared.future(Verb::Receive, place, move |context| {
                    channel.poll_receive_many(context, buffer, limit, place)
                })
            }

            /// See tokio's.
            #[track_caller]
            pub fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
                let place = Location::caller();
                self.0.shared.point(Verb::Receive, place);
                self.0.poll_receive(context, place)
            }

            /// See tokio's.
            #[track_caller]
            pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
                let place = Location::caller();
                self.0.shared.try_point(Verb::Receive, place);
                self.0.take(place)
            }

            /// See tokio's.
            #[track_caller]
            pub fn blocking_recv(&mut self) -> Option<T> {
                crate::future::block_on(self.recv())
            }

            /// See tokio's: from now on nothing is sent, but what was sent can be received.
            pub fn close(&mut self) {
                self.0.close();
            }

            /// See tokio's.
            #[track_caller]
            pub fn is_closed(&self) -> bool {
                self.0.shared.try_point(Verb::Receive, Location::caller());
                let state = self.0.shared.lock();
                state.closed || state.senders == 0
            }

            /// See tokio's.
            #[track_caller]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// See tokio's.
            #[track_caller]
            pub fn len(&self) -> usize {
                self.0.shared.try_point(Verb::Receive, Location::caller());
                self.0.shared.lock().messages.len()
            }

            /// See tokio's.
            pub fn sender_strong_count(&self) -> usize {
                self.0.shared.lock().senders
            }

            /// See tokio's.
            pub fn sender_weak_count(&self) -> usize {
                self.0.shared.lock().weak
            }
        }

        impl<T> Drop for $receiver<T> {
            fn drop(&mut self) {
                self.0.drop_receiver();
            }
        }

        opaque!($receiver<T>);
    };
}

/// The methods that senders of both kinds have.
macro_rules! senders {
    ($sender:ident, $weak:ident) => {
        impl<T> $sender<T> {
            /// See tokio's.
            #[track_caller]
            pub fn is_closed(&self) -> bool {
                self.0.shared.try_point(Verb::Send, Location::caller());
                self.0.shared.lock().closed
            }

            /// See tokio's.
            #[track_caller]
            pub fn closed(&self) -> impl Future<Output = ()> {
                self.0.closed(Location::caller())
            }

            /// See tokio's.
            pub fn same_channel(&self, other: &Self) -> bool {
                Arc::ptr_eq(&self.0, &other.0)
            }

            /// See tokio's.
            pub fn downgrade(&self) -> $weak<T> {
                self.0.shared.lock().weak += 1;
                $weak(self.0.clone())
            }

            /// See tokio's.
            pub fn strong_count(&self) -> usize {
                self.0.shared.lock().senders
            }

            /// See tokio's.
            pub fn weak_count(&self) -> usize {
                self.0.shared.lock().weak
            }
        }

        impl<T> Clone for $sender<T> {
            fn clone(&self) -> Self {
                self.0.shared.lock().senders += 1;
                $sender(self.0.clone())
            }
        }

        impl<T> Drop for $sender<T> {
            fn drop(&mut self) {
                self.0.drop_sender();
            }
        }

        impl<T> $weak<T> {
            /// See tokio's.
            pub fn upgrade(&self) -> Option<$sender<T>> {
                self.0.try_add_sender().then(|| $sender(self.0.clone()))
            }
        }

        impl<T> Clone for $weak<T> {
            fn clone(&self) -> Self {
                self.0.shared.lock().weak += 1;
                $weak(self.0.clone())
            }
        }

        impl<T> Drop for $weak<T> {
            fn drop(&mut self) {
                self.0.shared.lock().weak -= 1;
            }
        }

        opaque!($sender<T>, $weak<T>);
    };
}

pub(super) use {receivers, senders};
