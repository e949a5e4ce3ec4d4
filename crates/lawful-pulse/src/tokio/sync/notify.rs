//! Notifications.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::MutexGuard;
use std::task::{Context, Poll, Waker};

use super::super::shared::Shared;
use super::permits::Stage;
use crate::run::{NOBODY, Place, Run, Verb, current, is_alive};

/// tokio's `Notify`: one notification is kept if nobody waits, and those who wait are served in the order
/// they came in.
pub struct Notify(Shared<State>);

struct State {
    /// The run that used it last: those of one that is over wait no more.
    tenant: u64,
    /// A notification that nobody waited for.
    kept: bool,
    /// How often all were notified.
    rounds: u64,
    waiting: VecDeque<(u64, Waker)>,
    /// Those that were chosen, and have not looked yet.
    chosen: Vec<u64>,
    next: u64,
}

/// Takes one of those who wait.
type Take = fn(&mut VecDeque<(u64, Waker)>) -> Option<(u64, Waker)>;

impl Notify {
    /// See tokio's.
    #[track_caller]
    pub const fn new() -> Self {
        let state = State {
            tenant: 0,
            kept: false,
            rounds: 0,
            waiting: VecDeque::new(),
            chosen: Vec::new(),
            next: 0,
        };
        Notify(Shared::new(state, Location::caller()))
    }

    /// See tokio's.
    #[track_caller]
    pub const fn const_new() -> Self {
        Notify::new()
    }

    fn enter(&self) -> MutexGuard<'_, State> {
        let own = current().map_or(0, Run::id);
        let mut state = self.0.lock();
        if state.tenant != own {
            if state.tenant != 0 && !is_alive(state.tenant) {
                state.kept = false;
                state.waiting.clear();
                state.chosen.clear();
            }
            state.tenant = own;
        }
        state
    }

    /// See tokio's. It is notified by [`notify_waiters`](Notify::notify_waiters) from now on, also before
    /// it is polled.
    #[track_caller]
    pub fn notified(&self) -> Notified<'_> {
        let round = self.enter().rounds;
        Notified { notify: self, round, stage: Stage::Fresh, place: Location::caller() }
    }

    /// See tokio's.
    #[track_caller]
    pub fn notify_one(&self) {
        self.notify(VecDeque::pop_front, Location::caller());
    }

    /// See tokio's.
    #[track_caller]
    pub fn notify_last(&self) {
        self.notify(VecDeque::pop_back, Location::caller());
    }

    /// See tokio's.
    #[track_caller]
    pub fn notify_waiters(&self) {
        let place = Location::caller();
        self.0.point(Verb::Notify, place);
        let mut state = self.enter();
        state.rounds += 1;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        if waiting.is_empty() {
            self.0.missed(place);
        }
        waiting.into_iter().for_each(|(_, waker)| waker.wake());
    }

    fn notify(&self, take: Take, place: Place) {
        self.0.point(Verb::Notify, place);
        if !self.choose(take) {
            self.0.missed(place);
        }
    }

    /// Notifies one of those who wait, or keeps the notification. Says whether somebody waited.
    fn choose(&self, take: Take) -> bool {
        let mut state = self.enter();
        let Some((number, waker)) = take(&mut state.waiting) else {
            state.kept = true;
            return false;
        };
        state.chosen.push(number);
        drop(state);
        waker.wake();
        true
    }
}

default_is_new!(Notify);

/// tokio's `Notified`. If it is dropped after it was chosen, somebody else is.
pub struct Notified<'a> {
    notify: &'a Notify,
    /// How often all had been notified when it was made.
    round: u64,
    stage: Stage,
    place: Place,
}

impl Notified<'_> {
    /// See tokio's: it waits from now on, as if it had been polled. Says whether it is notified.
    pub fn enable(self: Pin<&mut Self>) -> bool {
        self.get_mut().look(Waker::noop()).is_ready()
    }

    fn look(&mut self, waker: &Waker) -> Poll<()> {
        if matches!(self.stage, Stage::Fresh) {
            self.notify.0.point(Verb::Wait, self.place);
        }
        let mut state = self.notify.enter();
        let ready = match self.stage {
            Stage::Done => true,
            Stage::Fresh => state.rounds != self.round || std::mem::take(&mut state.kept),
            Stage::Waiting(number) => {
                let chosen = state.chosen.iter().position(|other| *other == number);
                chosen.map(|place| state.chosen.remove(place)).is_some()
                    || state.rounds != self.round
            }
        };
        if ready {
            self.stage = Stage::Done;
            drop(state);
            self.notify.0.acquired(Verb::Wait, None, self.place);
            return Poll::Ready(());
        }
        self.wait(&mut state, waker);
        drop(state);
        self.notify.0.awaits(Verb::Wait, NOBODY, self.place);
        Poll::Pending
    }

    fn wait(&mut self, state: &mut State, waker: &Waker) {
        if let Stage::Waiting(number) = self.stage {
            let own = state.waiting.iter_mut().find(|(other, _)| *other == number);
            if let Some((_, old)) = own {
                old.clone_from(waker);
            }
            return;
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back((number, waker.clone()));
        self.stage = Stage::Waiting(number);
    }
}

impl Future for Notified<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.get_mut().look(context.waker())
    }
}

impl Drop for Notified<'_> {
    fn drop(&mut self) {
        let Stage::Waiting(number) = self.stage else { return };
        let mut state = self.notify.enter();
        state.waiting.retain(|(other, _)| *other != number);
        let chosen = state.chosen.iter().position(|other| *other == number);
        let passed_on = chosen.map(|place| state.chosen.remove(place)).is_some();
        drop(state);
        if passed_on {
            self.notify.choose(VecDeque::pop_front);
        }
    }
}

opaque!(Notify, Notified<'a>);
