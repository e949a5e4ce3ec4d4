//! What was recorded of concurrent calls.

use std::collections::BTreeMap;

use crate::Misuse;

/// A history of concurrent calls: of each its process, when it was invoked and when it returned.
///
/// A call that did not return is *pending*: it may have taken effect at any moment after its
/// invocation, or never.
///
/// ```
/// use lawful::history::History;
///
/// let mut history = History::new();
/// let push = history.invoke(0, "push")?;
/// let pop = history.invoke(1, "pop")?;
/// history.returned(pop)?;
///
/// assert_eq!(history.len(), 2);
/// assert!(history.call(push).returned.is_none());
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
#[derive(Clone, Debug)]
pub struct History<C> {
    calls: Vec<RecordedCall<C>>,
    /// In order of time; of those at the same time, invocations come first.
    events: Vec<Event>,
    /// The call of each process that has not returned.
    open: BTreeMap<u64, usize>,
    now: u64,
}

/// A recorded call.
///
/// ```
/// use lawful::history::{History, RecordedCall};
///
/// let call = RecordedCall { process: 0, invoked: 10, returned: Some(15), call: "push" };
/// let history = History::from_stamps([call.clone()])?;
/// assert_eq!(history.call(0), &call);
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall<C> {
    /// The process that called. A process makes one call after the other.
    pub process: u64,
    /// When the call was invoked.
    pub invoked: u64,
    /// When it returned, if it did.
    pub returned: Option<u64>,
    /// The call itself, with what it returned.
    pub call: C,
}

/// An invocation or a return, of a call by its index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    Invoked(usize),
    Returned(usize),
}

impl<C> History<C> {
    /// A history without calls.
    ///
    /// ```
    /// assert!(lawful::history::History::<()>::new().is_empty());
    /// ```
    pub fn new() -> History<C> {
        History { calls: Vec::new(), events: Vec::new(), open: BTreeMap::new(), now: 0 }
    }

    /// A history of calls with stamps of one clock. A call comes before another in real time if it
    /// returned at an earlier stamp than the other was invoked at; with equal stamps they overlap.
    ///
    /// ```
    /// use lawful::history::{History, Misuse, RecordedCall};
    ///
    /// let call = |invoked, returned| RecordedCall { process: 0, invoked, returned, call: "pop" };
    /// assert!(History::from_stamps([call(1, Some(2)), call(5, None)]).is_ok());
    /// let misuse = History::from_stamps([call(1, Some(5)), call(3, None)]).unwrap_err();
    /// assert_eq!(misuse, Misuse::Overlapping { process: 0, first: 0, second: 1 });
    /// ```
    pub fn from_stamps(
        calls: impl IntoIterator<Item = RecordedCall<C>>,
    ) -> Result<History<C>, Misuse> {
        let calls: Vec<_> = calls.into_iter().collect();
        let mut stamped = Vec::with_capacity(2 * calls.len());
        for (index, call) in calls.iter().enumerate() {
            stamped.push((call.invoked, false, index));
            if let Some(returned) = call.returned {
                let (process, invoked) = (call.process, call.invoked);
                if returned < invoked {
                    return Err(Misuse::ReturnedBeforeInvoked { process, invoked, returned });
                }
                stamped.push((returned, true, index));
            }
        }
        stamped.sort_unstable();
        let mut history = History::new();
        history.now = stamped.last().map_or(0, |(stamp, ..)| stamp.saturating_add(1));
        for (_, returns, index) in stamped {
            let process = calls[index].process;
            if returns {
                history.open.remove(&process);
                history.events.push(Event::Returned(index));
            } else {
                if let Some(first) = history.open.insert(process, index) {
                    return Err(Misuse::Overlapping { process, first, second: index });
                }
                history.events.push(Event::Invoked(index));
            }
        }
        history.calls = calls;
        Ok(history)
    }

    /// A process invokes a call. Returns the index of the call.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// assert_eq!(history.invoke(0, "push")?, 0);
    /// assert_eq!(history.invoke(1, "pop")?, 1);
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    pub fn invoke(&mut self, process: u64, call: C) -> Result<usize, Misuse> {
        if let Some(open) = self.open.get(&process) {
            return Err(Misuse::StillOpen { process, open: *open });
        }
        let invoked = self.tick()?;
        let index = self.calls.len();
        self.open.insert(process, index);
        self.calls.push(RecordedCall { process, invoked, returned: None, call });
        self.events.push(Event::Invoked(index));
        Ok(index)
    }

    /// A call returns.
    ///
    /// ```
    /// use lawful::history::{History, Misuse};
    ///
    /// let mut history = History::new();
    /// let call = history.invoke(0, "push")?;
    /// history.returned(call)?;
    /// assert_eq!(history.returned(call), Err(Misuse::ReturnedTwice { call }));
    /// # Ok::<(), Misuse>(())
    /// ```
    pub fn returned(&mut self, call: usize) -> Result<(), Misuse> {
        self.returned_with(call, |_| ())
    }

    /// A call returns, and what it returned is written into it.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// let pop = history.invoke(0, ("pop", None))?;
    /// history.returned_with(pop, |call| call.1 = Some(5))?;
    /// assert_eq!(history.call(pop).call, ("pop", Some(5)));
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    pub fn returned_with(&mut self, call: usize, write: impl FnOnce(&mut C)) -> Result<(), Misuse> {
        let recorded = self.calls.get(call).ok_or(Misuse::UnknownCall { call })?;
        if recorded.returned.is_some() {
            return Err(Misuse::ReturnedTwice { call });
        }
        let returned = self.tick()?;
        let recorded = &mut self.calls[call];
        recorded.returned = Some(returned);
        write(&mut recorded.call);
        self.open.remove(&recorded.process);
        self.events.push(Event::Returned(call));
        Ok(())
    }

    /// Returns the number of calls.
    ///
    /// ```
    /// assert_eq!(lawful::history::History::<()>::new().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Returns whether there is no call.
    ///
    /// ```
    /// assert!(lawful::history::History::<()>::new().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// A call by its index.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// let push = history.invoke(3, "push")?;
    /// assert_eq!(history.call(push).process, 3);
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no call of that index.
    pub fn call(&self, index: usize) -> &RecordedCall<C> {
        &self.calls[index]
    }

    /// All calls, by their index.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// history.invoke(0, "push")?;
    /// assert_eq!(history.calls().len(), 1);
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    pub fn calls(&self) -> &[RecordedCall<C>] {
        &self.calls
    }

    /// Returns whether one call returned before the other was invoked.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// let first = history.invoke(0, "push")?;
    /// history.returned(first)?;
    /// let second = history.invoke(1, "pop")?;
    /// assert!(history.precedes(first, second));
    /// assert!(!history.precedes(second, first));
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    pub fn precedes(&self, one: usize, other: usize) -> bool {
        self.calls[one].returned.is_some_and(|returned| returned < self.calls[other].invoked)
    }

    /// Maps the calls of the history.
    ///
    /// ```
    /// let mut history = lawful::history::History::new();
    /// history.invoke(0, "17")?;
    /// let history = history.try_map(|call| call.parse::<u8>())?;
    /// assert_eq!(history.call(0).call, 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_map<D, E>(self, mut map: impl FnMut(C) -> Result<D, E>) -> Result<History<D>, E> {
        let History { calls, events, open, now } = self;
        let mapped = calls.into_iter().map(|RecordedCall { process, invoked, returned, call }| {
            Ok(RecordedCall { process, invoked, returned, call: map(call)? })
        });
        Ok(History { calls: mapped.collect::<Result<_, E>>()?, events, open, now })
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The next moment. The last one there is may be taken by a stamp, so it is not used.
    fn tick(&mut self) -> Result<u64, Misuse> {
        let now = self.now;
        self.now = now.checked_add(1).ok_or(Misuse::NoMomentLeft)?;
        Ok(now)
    }
}

impl<C> Default for History<C> {
    fn default() -> History<C> {
        History::new()
    }
}
