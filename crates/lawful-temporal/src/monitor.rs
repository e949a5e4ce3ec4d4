//! Monitors: a formula that is judged event by event.

use std::time::Duration;

use crate::automaton::Automaton;
use crate::compile::{has_data, nanos};
use crate::formula::Formula;
use crate::slots::Slots;
use crate::{Ending, EventTrace, Stamp};

/// Judgement of a formula on the events so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// True, whatever comes.
    True,
    /// False, whatever comes.
    False,
    /// True if the trace ends here.
    PresumablyTrue,
    /// False if the trace ends here: something is owed.
    PresumablyFalse,
}

impl Verdict {
    /// Returns whether nothing that comes can change it.
    pub fn is_final(self) -> bool {
        matches!(self, Verdict::True | Verdict::False)
    }

    /// Returns whether it is true, or would be if the trace ended here.
    pub fn holds(self) -> bool {
        matches!(self, Verdict::True | Verdict::PresumablyTrue)
    }
}

/// Formula that is judged event by event.
///
/// A formula without data is an automaton that is built as it is needed. One with data is a set of obligations, which
/// sleep until an event comes that they wait for. Memory depends on what is open and on what has to be remembered, and not
/// on the number of events.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Event { Request { id: u32 }, Response { id: u32 } }
/// use Event::*;
///
/// let mut monitor = Monitor::new(&always(when!(Request { id } => eventually(is!(Response { id: =id })))));
/// assert_eq!(monitor.step(&Request { id: 1 }, Stamp::default()), Verdict::PresumablyFalse);
/// assert_eq!(monitor.owed().len(), 1);
/// assert_eq!(monitor.step(&Response { id: 1 }, Stamp::default()), Verdict::PresumablyTrue);
/// ```
pub struct Monitor<E>(Engine<E>);

enum Engine<E> {
    Automaton(Box<Automaton<E>>),
    Slots(Box<Slots<E>>),
}

/// Something that is owed: an event must still happen for the formula to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owed {
    /// Number of the event since which it is owed, from 1; 0 if it is owed from the beginning.
    pub event: u64,
    /// Moment of that event.
    pub at: Stamp,
    /// Kind of the debt.
    pub debt: Debt,
}

/// Kind of something that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Debt {
    /// An event has to happen.
    Event,
    /// An event has to happen [within](crate::within) a time that is not over.
    InTime,
    /// An event has to happen [within](crate::within) a number of rounds that are not over.
    InRounds,
    /// Nothing has to happen but that time goes on: something has to [stay](crate::stays) as it is.
    Stay,
}

/// When an obligation was born.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Birth {
    event: u64,
    /// Moment in nanoseconds and in rounds: smaller than a stamp, since there may be very many.
    nanos: u64,
    round: u64,
}

impl Birth {
    pub fn new(event: u64, at: Stamp) -> Self {
        Birth { event, nanos: nanos(at), round: at.round }
    }

    pub fn owed(self, debt: Debt) -> Owed {
        let at = Stamp { time: Duration::from_nanos(self.nanos), round: self.round };
        Owed { event: self.event, at, debt }
    }
}

impl<E: 'static> Monitor<E> {
    /// Makes a monitor that has seen no event.
    pub fn new(formula: &Formula<E>) -> Self {
        let automaton = if has_data(formula) { None } else { Automaton::new(formula) };
        Monitor(match automaton {
            Some(automaton) => Engine::Automaton(Box::new(automaton)),
            None => Engine::Slots(Box::new(Slots::new(formula))),
        })
    }

    /// Makes a monitor that keeps obligations apart also where the formula has no data.
    #[doc(hidden)]
    pub fn sliced(formula: &Formula<E>) -> Self {
        Monitor(Engine::Slots(Box::new(Slots::new(formula))))
    }

    /// Makes a monitor that keeps the formula as a whole, which is slow: for comparison.
    #[doc(hidden)]
    pub fn whole(formula: &Formula<E>) -> Self {
        Monitor(Engine::Slots(Box::new(Slots::whole(formula))))
    }

    /// Forgets all events, so that the monitor is as one that has seen none.
    ///
    /// It keeps the progress of residuals that it knows, so that many short runs do not compute it again. It answers as a
    /// new monitor does, also as to when a verdict becomes final.
    ///
    /// ```
    /// use lawful::temporal::*;
    ///
    /// #[derive(Debug)]
    /// enum Light { Green, Red }
    /// use Light::*;
    ///
    /// let mut monitor = Monitor::new(&never(is!(Red)));
    /// assert_eq!(monitor.step(&Red, Stamp::default()), Verdict::False);
    /// monitor.restart();
    /// assert_eq!(monitor.step(&Green, Stamp::default()), Verdict::PresumablyTrue);
    /// ```
    pub fn restart(&mut self) {
        match &mut self.0 {
            Engine::Automaton(automaton) => automaton.restart(),
            Engine::Slots(slots) => slots.restart(),
        }
    }

    /// Judges one more event. Moments must not go back.
    #[inline]
    pub fn step(&mut self, event: &E, at: Stamp) -> Verdict {
        match &mut self.0 {
            Engine::Automaton(automaton) => automaton.step(event, at),
            Engine::Slots(slots) => slots.step(event, at),
        }
    }

    /// Lets time go on without an event: deadlines may be over.
    pub fn advance(&mut self, now: Stamp) -> Verdict {
        if let Engine::Slots(slots) = &mut self.0 {
            slots.advance(now);
        }
        self.verdict()
    }

    /// Returns the verdict on the events so far.
    pub fn verdict(&self) -> Verdict {
        match &self.0 {
            Engine::Automaton(automaton) => automaton.verdict(),
            Engine::Slots(slots) => slots.verdict(),
        }
    }

    /// Returns whether the formula is true if the trace ends now, and in this way.
    ///
    /// Of a trace that [ended](Ending::Ended) all time has passed: what stays, stays for ever.
    pub fn holds_at(&self, ending: Ending) -> bool {
        match (ending, &self.0) {
            (Ending::Cut, _) => self.verdict().holds(),
            (Ending::Ended, Engine::Automaton(automaton)) => automaton.ended(),
            (Ending::Ended, Engine::Slots(slots)) => slots.ended(),
        }
    }

    /// Returns what is owed, each with its beginning.
    pub fn owed(&self) -> Vec<Owed> {
        if self.verdict() != Verdict::PresumablyFalse {
            return Vec::new();
        }
        match &self.0 {
            Engine::Automaton(automaton) => automaton.owed(),
            Engine::Slots(slots) => slots.owed(),
        }
    }

    /// Returns the oldest event that is owed; none if nothing has to happen but that time goes on.
    pub fn oldest_owed(&self) -> Option<Owed> {
        self.owed().into_iter().filter(|owed| owed.debt != Debt::Stay).min()
    }

    /// Returns whether a deadline in rounds is open.
    #[cfg(feature = "pulse")]
    pub(crate) fn counts_rounds(&self) -> bool {
        match &self.0 {
            Engine::Automaton(_) => false,
            Engine::Slots(slots) => slots.counts_rounds(),
        }
    }

    /// Number of obligations and remembered values.
    pub fn open(&self) -> usize {
        match &self.0 {
            Engine::Automaton(_) => 1,
            Engine::Slots(slots) => slots.len(),
        }
    }

    /// Number of bytes that the monitor holds for residuals, about.
    pub fn memory(&self) -> usize {
        match &self.0 {
            Engine::Automaton(automaton) => automaton.memory(),
            Engine::Slots(slots) => slots.memory(),
        }
    }
}

impl<E: 'static> Formula<E> {
    /// Returns the verdict of a monitor on a trace.
    ///
    /// ```
    /// use lawful::temporal::*;
    ///
    /// #[derive(Debug)]
    /// enum Light { Green, Red }
    /// use Light::*;
    ///
    /// let trace: EventTrace<Light> = [Green, Red].into_iter().collect();
    /// assert_eq!(never(is!(Red)).verdict(&trace), Verdict::False);
    /// assert_eq!(always(is!(Green | Red)).verdict(&trace), Verdict::PresumablyTrue);
    /// ```
    pub fn verdict(&self, trace: &EventTrace<E>) -> Verdict {
        let mut monitor = Monitor::new(self);
        for entry in &trace.entries {
            if monitor.step(&entry.event, entry.at).is_final() {
                return monitor.verdict();
            }
        }
        if trace.ending == Ending::Ended {
            monitor.advance(Stamp::NEVER);
            return match (monitor.verdict().is_final(), monitor.holds_at(Ending::Ended)) {
                (true, _) => monitor.verdict(),
                (_, true) => Verdict::PresumablyTrue,
                (_, false) => Verdict::PresumablyFalse,
            };
        }
        monitor.advance(trace.end)
    }
}
