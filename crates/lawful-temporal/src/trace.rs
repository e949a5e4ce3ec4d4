//! Traces: the events of a run, in order.

use crate::Stamp;

/// Events of a run, in the order in which they happened.
///
/// ```
/// use lawful::temporal::{Ending, EventTrace};
///
/// let trace: EventTrace<&str> = ["opened", "closed"].into_iter().collect();
/// assert_eq!(trace.events().collect::<Vec<_>>(), [&"opened", &"closed"]);
/// assert_eq!(trace.ending, Ending::Ended);
/// ```
#[derive(Clone, Debug)]
pub struct EventTrace<E> {
    /// Events with their moments.
    pub entries: Vec<Entry<E>>,
    /// Moment at which the trace ends.
    pub end: Stamp,
    /// Reason why the trace ends.
    pub ending: Ending,
}

/// An event of a trace.
#[derive(Clone, Debug)]
pub struct Entry<E> {
    /// The event.
    pub event: E,
    /// Moment at which it happened.
    pub at: Stamp,
    /// Number of the task that it happened in, under the scheduler.
    pub task: Option<u32>,
}

/// Reason why a trace ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The program came to its end, or none of its tasks can ever go on: nothing else will happen.
    #[default]
    Ended,
    /// The program was stopped: more might have happened.
    Cut,
}

// A derive would ask for `E: Default`.
impl<E> Default for EventTrace<E> {
    fn default() -> Self {
        EventTrace { entries: Vec::new(), end: Stamp::default(), ending: Ending::default() }
    }
}

impl<E> EventTrace<E> {
    /// Returns the events without their moments.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &E> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// Adds an event.
    pub fn push(&mut self, event: E, at: Stamp, task: Option<u32>) {
        self.end = self.end.max(at);
        self.entries.push(Entry { event, at, task });
    }

    /// Number of events.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<E> FromIterator<E> for EventTrace<E> {
    /// Makes a trace that ended by itself, with a round for each event and no time between them.
    fn from_iter<I: IntoIterator<Item = E>>(events: I) -> Self {
        let mut trace = EventTrace::default();
        for (event, round) in events.into_iter().zip(0..) {
            trace.push(event, Stamp { round, ..Stamp::default() }, None);
        }
        trace
    }
}
