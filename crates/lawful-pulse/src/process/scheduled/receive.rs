//! Receiving: a look at the mailbox, and waiting for what is on its way.

use std::time::Duration;

use lawful_core::data::EventKind;

use super::world::{Letter, World, world};
use crate::process::Message;
use crate::run::{NOBODY, Object, Operation, Place, Run, TaskId, Verb};

pub(in crate::process) fn receive<T>(
    run: &'static Run,
    take: impl FnMut(Message) -> Result<T, Message>,
    place: Place,
) -> T {
    let mut receiver = Receiver::new(run, Limit::None, place);
    match receiver.receive(take) {
        Some(value) => value,
        None => unreachable!("without a limit a process waits for ever"),
    }
}

pub(in crate::process) fn receive_within<T>(
    run: &'static Run,
    limit: Duration,
    take: impl FnMut(Message) -> Result<T, Message>,
    place: Place,
) -> Option<T> {
    let limit = match limit {
        Duration::ZERO => Limit::Look,
        limit => Limit::Until(run.clock().now().saturating_add(limit)),
    };
    Receiver::new(run, limit, place).receive(take)
}

/// Limit of waiting for a message, on the virtual clock.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    None,
    /// Until the clock shows this.
    Until(Duration),
    /// Not at all.
    Look,
}

/// A process that receives.
struct Receiver<'a> {
    run: &'a Run,
    world: std::rc::Rc<World>,
    limit: Limit,
    place: Place,
    /// The number of what was delivered last.
    delivered: Option<u64>,
}

impl<'a> Receiver<'a> {
    fn new(run: &'a Run, limit: Limit, place: Place) -> Self {
        Receiver { run, world: world(run), limit, place, delivered: None }
    }

    fn receive<T>(&mut self, mut take: impl FnMut(Message) -> Result<T, Message>) -> Option<T> {
        let own = self.run.current();
        let mut seen = 0;
        loop {
            while let Some(letter) = self.world.with(own, |process| process.mailbox.remove(seen)) {
                let Letter { number, message } = letter;
                // What was delivered just now and is taken at once is one event.
                let apart = self.delivered != Some(number) && self.run.logs(EventKind::Operation);
                let text = apart.then(|| format!("takes {message:?}"));
                match take(message) {
                    Ok(value) => {
                        if let Some(text) = text {
                            self.run.log(EventKind::Operation, || text, Some(self.place));
                        }
                        return Some(value);
                    }
                    Err(message) => {
                        let letter = Letter { number, message };
                        self.world.with(own, |process| {
                            let place = seen.min(process.mailbox.len());
                            process.mailbox.insert(place, letter);
                        });
                        seen += 1;
                    }
                }
            }
            let goes_on = match self.limit {
                Limit::Look => self.look(),
                Limit::None | Limit::Until(_) => self.await_delivery(seen),
            };
            if !goes_on {
                return None;
            }
        }
    }

    /// Waits until something is delivered after the first `seen` messages of the mailbox. Says false if the time is up
    /// before.
    fn await_delivery(&mut self, seen: usize) -> bool {
        let own = self.run.current();
        let mut woken = false;
        loop {
            if self.is_late() {
                return false;
            }
            if self.world.deliverable(self.run, own).is_empty() {
                // A signal that came during a pause may have brought messages along.
                if self.world.with(own, |process| process.mailbox.len()) > seen {
                    return true;
                }
                self.wait();
                woken = true;
                continue;
            }
            // Others may come first; one that was woken has just been chosen.
            if !std::mem::take(&mut woken) {
                self.pause();
                woken = true;
                continue;
            }
            let from = self.world.deliverable(self.run, own);
            let picked = self.run.pick(from.len() as u64, self.place) as usize;
            self.deliver(from[picked]);
            return true;
        }
    }

    /// Looks whether something is there. With messages on their way, whether one arrives is a choice.
    fn look(&mut self) -> bool {
        let own = self.run.current();
        match self.world.deliverable(self.run, own).is_empty() {
            true => self.run.make_way(Verb::Receive, self.place),
            false => self.point(),
        }
        let from = self.world.deliverable(self.run, own);
        let picked = self.run.pick(from.len() as u64 + 1, self.place) as usize;
        let Some(from) = from.get(picked) else { return false };
        self.deliver(*from);
        true
    }

    fn deliver(&mut self, from: TaskId) {
        self.run.note_ordered();
        self.delivered = self.world.deliver(self.run, self.run.current(), from, Some(self.place));
    }

    fn is_late(&self) -> bool {
        matches!(self.limit, Limit::Until(end) if self.run.clock().now() >= end)
    }

    fn operation() -> Operation {
        Operation::new(Verb::Receive, Object::NONE)
    }

    fn point(&self) {
        self.run.point(Self::operation, self.place);
    }

    /// A point during which the time may come to be up.
    fn pause(&self) {
        let Limit::Until(end) = self.limit else { return self.point() };
        let own = self.run.current();
        let clock = self.run.clock();
        let wait = self.run.task(own).waits.get() + 1;
        clock.set_timer(end.saturating_sub(clock.now()), own, wait);
        self.run.end_grant();
        self.point();
        clock.forget(own, wait);
    }

    /// Nothing can be delivered: waits until something is sent, a delay is over, or the time is up.
    fn wait(&self) {
        let own = self.run.current();
        let delayed = self.world.next_delayed(own);
        let limit = match self.limit {
            Limit::Until(end) => Some(end),
            Limit::None | Limit::Look => None,
        };
        let until = delayed.into_iter().chain(limit).min();
        self.world.with(own, |process| process.receives = true);
        match until {
            None => self.run.wait(&Self::operation(), NOBODY, self.place),
            Some(until) => {
                let limit = until.saturating_sub(self.run.clock().now());
                let _ = self.run.wait_for(&Self::operation(), limit, self.place);
            }
        }
        self.world.with(own, |process| process.receives = false);
    }
}
