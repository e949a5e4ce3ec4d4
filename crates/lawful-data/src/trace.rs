//! A trace: what happened in a case that ran under a scheduler, event by event.
//!
//! It is data for the report, and made only for a case that is shown.

/// Events of a case, in the order in which they happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Tasks that took part, in the order in which they were spawned.
    pub tasks: Vec<TracedTask>,
    /// Events of the tasks, in the order in which they happened.
    pub events: Vec<TracedEvent>,
    /// Number of decisions of the schedule that are other than the simplest: to go on with the task that is
    /// running, and with the next one where it cannot go on.
    pub switches: u64,
}

/// Somebody who took part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedTask {
    /// Its name, which comes from where it was spawned unless it was given one.
    pub name: String,
    /// Place where the task was spawned, as `file:line`; missing for the body of the law.
    pub spawned: Option<String>,
    /// End of the task.
    pub end: TaskEnd,
}

/// End of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskEnd {
    /// Ran to its end.
    Finished,
    /// Panicked, with this message.
    Panicked(String),
    /// Was killed or exited, for this reason.
    Exited(String),
    /// Waits for ever, for this: `the lock at src/bank.rs:12, which `b` holds`.
    Waits(String),
    /// The case ended before it did.
    Unfinished,
}

/// Something a task did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedEvent {
    /// The task, by its place in [`Trace::tasks`].
    pub task: usize,
    /// Kind of event.
    pub kind: EventKind,
    /// Description in words: `locks accounts`, `reads count: 3`, `sends {call, audit} to server`.
    pub text: String,
    /// Place, as `file:line`; empty where there is no line for it.
    pub place: String,
    /// The event, of another task as a rule, that this one comes from: the sending of the message that is
    /// delivered, the spawning of the task that starts, the end of the task that is joined.
    pub from: Option<usize>,
    /// Number of events of each task that happened before this one or are it, by task. What happened before
    /// is what this event can depend on: earlier events of its task, and of others through spawning,
    /// joining, locks and messages. Tasks beyond the end count 0.
    pub clock: Vec<u32>,
    /// True if the scheduler decided to come here although the task that ran before could have gone on,
    /// or, where it could not, to another one than the next.
    pub switched: bool,
    /// Short text beside the event, by which the reason of the failure refers to it; empty for most.
    pub label: String,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A task begins.
    Start,
    /// A task spawns another.
    Spawn,
    /// A task sends a message, or leaves something for another to take.
    Send,
    /// A message is delivered.
    Deliver,
    /// A call of code that other tasks can notice: a declared effect.
    Effect,
    /// A call of what is tested begins or ends.
    Call,
    /// An operation on something shared: a lock, an atomic, a cell.
    Operation,
    /// The task cannot go on.
    Wait,
    /// Time goes on to the next timer.
    Time,
    /// A task is at its end.
    End,
}

impl Trace {
    /// Returns whether `first` happened before `second`: it had to, in this order.
    ///
    /// ```
    /// use lawful::data::{EventKind, Trace, TracedEvent};
    ///
    /// let event = |task, clock: &[u32]| TracedEvent {
    ///     task,
    ///     kind: EventKind::Effect,
    ///     text: String::new(),
    ///     place: String::new(),
    ///     from: None,
    ///     clock: clock.to_vec(),
    ///     switched: false,
    ///     label: String::new(),
    /// };
    /// let events = vec![event(0, &[1]), event(1, &[1, 1]), event(0, &[2])];
    /// let trace = Trace { events, ..Trace::default() };
    /// assert!(trace.happened_before(0, 1) && trace.happened_before(0, 2));
    /// assert!(!trace.happened_before(1, 2));
    /// ```
    pub fn happened_before(&self, first: usize, second: usize) -> bool {
        let (earlier, later) = (&self.events[first], &self.events[second]);
        let of_earlier = |clock: &[u32]| clock.get(earlier.task).copied().unwrap_or(0);
        first != second && of_earlier(&earlier.clock) <= of_earlier(&later.clock)
    }

    /// The pairs of successive effects whose order nothing but the schedule decided. (Paper II,
    /// section 6: where such a pair is, a race may be.)
    pub fn races(&self) -> Vec<(usize, usize)> {
        let effects: Vec<usize> = (0..self.events.len())
            .filter(|event| self.events[*event].kind == EventKind::Effect)
            .collect();
        let pairs = effects.windows(2).map(|pair| (pair[0], pair[1]));
        pairs.filter(|(first, second)| !self.happened_before(*first, *second)).collect()
    }
}
