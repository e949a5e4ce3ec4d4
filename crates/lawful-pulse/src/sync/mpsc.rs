//! Channels.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::collections::VecDeque;
use std::panic::Location;
use std::sync::{Arc, mpsc};
use std::time::Duration;

pub use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};

use crate::run::{NOBODY, Needs, Object, Operation, Place, Run, TaskSet, Verb, current};

/// A channel of a run. It belongs to the run it was made in.
struct Channel<T> {
    run: u64,
    made: Place,
    /// How many messages fit in; without a bound all of them do.
    bound: Option<usize>,
    state: UnsafeCell<State<T>>,
}

begins_as! {
    struct State<T> {
        messages: RefCell<VecDeque<Message<T>>> = RefCell::default(),
        senders: Cell<usize> = Cell::new(1),
        receives: Cell<bool> = Cell::new(true),
        /// How many messages were sent.
        sent: Cell<u64> = Cell::new(0),
        waiting_receiver: TaskSet = TaskSet::new(),
        waiting_senders: TaskSet = TaskSet::new(),
    }
}

struct Message<T> {
    value: T,
    /// The event that sent it.
    event: Option<usize>,
    /// How many were sent before it.
    number: u64,
}

// SAFETY: the state is reached only in the run that the channel was made in, which is on one thread.
unsafe impl<T: Send> Send for Channel<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Channel<T> {}

impl<T> Channel<T> {
    fn new(run: &Run, bound: Option<usize>, made: Place) -> Arc<Self> {
        Arc::new(Channel { run: run.id(), made, bound, state: UnsafeCell::new(State::new()) })
    }

    fn operation(&self, verb: Verb) -> Operation {
        Operation::new(verb, Object::new(self, self.made))
    }

    /// The run, if this code is part of the one that the channel belongs to, and the state.
    #[inline]
    fn enter(&self) -> Option<(&'static Run, &State<T>)> {
        let run = current().filter(|run| run.id() == self.run)?;
        // SAFETY: this is the run of the channel; the state is reached by shared references only.
        Some((run, unsafe { &*self.state.get() }))
    }

    fn send(&self, message: T, place: Place) -> Result<(), SendError<T>> {
        let Some((run, state)) = self.enter() else { return Err(SendError(message)) };
        run.point(|| self.operation(Verb::Send), place);
        if let Some(bound) = self.bound.filter(|bound| *bound > 0) {
            while state.receives.get() && state.messages.borrow().len() >= bound {
                state.waiting_senders.insert(run.current());
                run.wait(&self.operation(Verb::Send), NOBODY, place);
            }
        }
        if !state.receives.get() {
            return Err(SendError(message));
        }
        let number = self.put(run, state, message);
        if self.bound == Some(0) {
            self.hand_over(run, state, number, place)?;
        }
        Ok(())
    }

    /// Waits until the message with this number is taken, or takes it back when nobody is left to do that.
    fn hand_over(
        &self,
        run: &Run,
        state: &State<T>,
        number: u64,
        place: Place,
    ) -> Result<(), SendError<T>> {
        let place_of = || state.messages.borrow().iter().position(|one| one.number == number);
        while let Some(index) = place_of() {
            if !state.receives.get() {
                let message = state.messages.borrow_mut().remove(index);
                return message.map_or(Ok(()), |message| Err(SendError(message.value)));
            }
            state.waiting_senders.insert(run.current());
            run.wait(&self.operation(Verb::Send), NOBODY, place);
        }
        Ok(())
    }

    /// Sends a message. Gives its number.
    fn put(&self, run: &Run, state: &State<T>, value: T) -> u64 {
        let event = run.is_careful().then(|| run.last_event(run.current())).flatten();
        let number = state.sent.get();
        state.messages.borrow_mut().push_back(Message { value, event, number });
        state.sent.set(number + 1);
        if !state.waiting_receiver.is_empty() {
            run.wake_all(&state.waiting_receiver);
        }
        number
    }

    fn try_send(&self, message: T, place: Place) -> Result<(), TrySendError<T>> {
        let Some((run, state)) = self.enter() else {
            return Err(TrySendError::Disconnected(message));
        };
        run.need(Needs::UNLOCKS);
        run.point(|| self.operation(Verb::Send), place);
        if !state.receives.get() {
            return Err(TrySendError::Disconnected(message));
        }
        let full = match self.bound {
            None => false,
            Some(0) => state.waiting_receiver.is_empty() || !state.messages.borrow().is_empty(),
            Some(bound) => state.messages.borrow().len() >= bound,
        };
        if full {
            return Err(TrySendError::Full(message));
        }
        self.put(run, state, message);
        Ok(())
    }

    fn take(&self, run: &Run, state: &State<T>, place: Place) -> Option<T> {
        let message = state.messages.borrow_mut().pop_front()?;
        if !state.waiting_senders.is_empty() {
            run.wake_all(&state.waiting_senders);
        }
        if run.is_careful() {
            run.acquired(&self.operation(Verb::Receive), place);
            run.comes_from(message.event);
        }
        Some(message.value)
    }

    fn receive(&self, place: Place) -> Result<T, RecvError> {
        let Some((run, state)) = self.enter() else { return Err(RecvError) };
        run.point(|| self.operation(Verb::Receive), place);
        loop {
            if let Some(message) = self.take(run, state, place) {
                return Ok(message);
            }
            if state.senders.get() == 0 {
                return Err(RecvError);
            }
            state.waiting_receiver.insert(run.current());
            run.wait(&self.operation(Verb::Receive), NOBODY, place);
        }
    }

    fn try_receive(&self, place: Place) -> Result<T, TryRecvError> {
        let Some((run, state)) = self.enter() else { return Err(TryRecvError::Disconnected) };
        run.need(Needs::UNLOCKS);
        run.point(|| self.operation(Verb::Receive), place);
        match self.take(run, state, place) {
            Some(message) => Ok(message),
            None if state.senders.get() == 0 => Err(TryRecvError::Disconnected),
            None => Err(TryRecvError::Empty),
        }
    }

    fn receive_for(&self, limit: Duration, place: Place) -> Result<T, RecvTimeoutError> {
        let Some((run, state)) = self.enter() else { return Err(RecvTimeoutError::Disconnected) };
        // When the last sender is dropped can be seen, as by those who try.
        run.need(Needs::UNLOCKS);
        run.point(|| self.operation(Verb::Receive), place);
        let end = run.clock().now().saturating_add(limit);
        loop {
            if let Some(message) = self.take(run, state, place) {
                return Ok(message);
            }
            if state.senders.get() == 0 {
                return Err(RecvTimeoutError::Disconnected);
            }
            let Some(left) = end.checked_sub(run.clock().now()).filter(|left| !left.is_zero())
            else {
                return Err(RecvTimeoutError::Timeout);
            };
            state.waiting_receiver.insert(run.current());
            if run.wait_for(&self.operation(Verb::Receive), left, place) {
                state.waiting_receiver.clear();
                if state.messages.borrow().is_empty() {
                    return Err(RecvTimeoutError::Timeout);
                }
            }
        }
    }

    fn drop_sender(&self) {
        let Some((run, state)) = self.enter() else { return };
        if run.needs().unlocks {
            run.point(|| self.operation(Verb::Send), self.made);
        }
        state.senders.set(state.senders.get() - 1);
        if state.senders.get() == 0 {
            run.wake_all(&state.waiting_receiver);
        }
    }

    fn drop_receiver(&self) {
        let Some((run, state)) = self.enter() else { return };
        // What is sent before this is lost, and after it comes back.
        run.point(|| self.operation(Verb::Receive), self.made);
        state.receives.set(false);
        // Where there is no room, those who wait to hand something over take it back.
        let messages = match self.bound {
            Some(0) => VecDeque::new(),
            _ => std::mem::take(&mut *state.messages.borrow_mut()),
        };
        run.wake_all(&state.waiting_senders);
        drop(messages);
    }
}

/// A channel of std that is used in a run is looked at again and again: to wait for it would stop all tasks.
fn poll<T>(place: Place, mut ready: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(value) = ready() {
            return value;
        }
        match current() {
            Some(run) => run.make_way(Verb::Receive, place),
            None => std::thread::yield_now(),
        }
    }
}

enum Flavour<T, R> {
    Run(Arc<Channel<T>>),
    Real(R),
}

impl<T, R: Clone> Clone for Flavour<T, R> {
    fn clone(&self) -> Self {
        match self {
            Flavour::Run(channel) => {
                if let Some((_, state)) = channel.enter() {
                    state.senders.set(state.senders.get() + 1);
                }
                Flavour::Run(channel.clone())
            }
            Flavour::Real(real) => Flavour::Real(real.clone()),
        }
    }
}

/// A channel of the run that is going on, or a real one.
fn open<T, S>(
    bound: Option<usize>,
    place: Place,
    real: impl FnOnce() -> (S, mpsc::Receiver<T>),
) -> (Flavour<T, S>, Receiver<T>) {
    let Some(run) = current() else {
        let (sender, receiver) = real();
        return (Flavour::Real(sender), Receiver(Flavour::Real(receiver)));
    };
    let channel = Channel::new(run, bound, place);
    (Flavour::Run(channel.clone()), Receiver(Flavour::Run(channel)))
}

/// [`std::sync::mpsc::channel`], under the scheduler where a run is going on.
#[track_caller]
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = open(None, Location::caller(), mpsc::channel);
    (Sender(sender), receiver)
}

/// [`std::sync::mpsc::sync_channel`], under the scheduler where a run is going on.
#[track_caller]
pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let real = || mpsc::sync_channel(bound);
    let (sender, receiver) = open(Some(bound), Location::caller(), real);
    (SyncSender(sender), receiver)
}

/// [`std::sync::mpsc::Sender`].
pub struct Sender<T>(Flavour<T, mpsc::Sender<T>>);

/// [`std::sync::mpsc::SyncSender`].
pub struct SyncSender<T>(Flavour<T, mpsc::SyncSender<T>>);

/// [`std::sync::mpsc::Receiver`].
pub struct Receiver<T>(Flavour<T, mpsc::Receiver<T>>);

macro_rules! senders {
    ($($sender:ident),+) => {$(
        impl<T> $sender<T> {
            #[doc = concat!("See [`std::sync::mpsc::", stringify!($sender), "::send`].")]
            #[track_caller]
            pub fn send(&self, message: T) -> Result<(), SendError<T>> {
                match &self.0 {
                    Flavour::Run(channel) => channel.send(message, Location::caller()),
                    Flavour::Real(real) => real.send(message),
                }
            }
        }

        impl<T> Clone for $sender<T> {
            fn clone(&self) -> Self {
                $sender(self.0.clone())
            }
        }

        impl<T> Drop for $sender<T> {
            fn drop(&mut self) {
                if let Flavour::Run(channel) = &self.0 {
                    channel.drop_sender();
                }
            }
        }
    )+};
}

senders!(Sender, SyncSender);

impl<T> SyncSender<T> {
    /// See [`std::sync::mpsc::SyncSender::try_send`].
    #[track_caller]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        match &self.0 {
            Flavour::Run(channel) => channel.try_send(message, Location::caller()),
            Flavour::Real(real) => real.try_send(message),
        }
    }
}

impl<T> Receiver<T> {
    /// See [`std::sync::mpsc::Receiver::recv`].
    #[track_caller]
    pub fn recv(&self) -> Result<T, RecvError> {
        let place = Location::caller();
        match &self.0 {
            Flavour::Run(channel) => channel.receive(place),
            Flavour::Real(real) if current().is_none() => real.recv(),
            Flavour::Real(real) => poll(place, || match real.try_recv() {
                Ok(message) => Some(Ok(message)),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(RecvError)),
            }),
        }
    }

    /// See [`std::sync::mpsc::Receiver::try_recv`].
    #[track_caller]
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        match &self.0 {
            Flavour::Run(channel) => channel.try_receive(Location::caller()),
            Flavour::Real(real) => real.try_recv(),
        }
    }

    /// See [`std::sync::mpsc::Receiver::recv_timeout`].
    #[track_caller]
    pub fn recv_timeout(&self, limit: Duration) -> Result<T, RecvTimeoutError> {
        match &self.0 {
            Flavour::Run(channel) => channel.receive_for(limit, Location::caller()),
            Flavour::Real(real) => real.recv_timeout(limit),
        }
    }

    /// See [`std::sync::mpsc::Receiver::iter`].
    pub fn iter(&self) -> Iter<'_, T> {
        Iter(self)
    }

    /// See [`std::sync::mpsc::Receiver::try_iter`].
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter(self)
    }
}

/// [`std::sync::mpsc::Iter`].
#[derive(Debug)]
pub struct Iter<'a, T>(&'a Receiver<T>);

/// [`std::sync::mpsc::TryIter`].
#[derive(Debug)]
pub struct TryIter<'a, T>(&'a Receiver<T>);

/// [`std::sync::mpsc::IntoIter`].
#[derive(Debug)]
pub struct IntoIter<T>(Receiver<T>);

macro_rules! iterators {
    ($($iterator:ty: $receive:ident),+) => {$(
        impl<T> Iterator for $iterator {
            type Item = T;

            #[track_caller]
            fn next(&mut self) -> Option<T> {
                self.0.$receive().ok()
            }
        }
    )+};
}

iterators!(Iter<'_, T>: recv, TryIter<'_, T>: try_recv, IntoIter<T>: recv);

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter(self)
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        if let Flavour::Run(channel) = &self.0 {
            channel.drop_receiver();
        }
    }
}

opaque!(Sender<T>, SyncSender<T>, Receiver<T>);
