//! What can go wrong with a run as a whole, and how it is told.

use super::record::at;
use super::{NOBODY, Operation, Place, Run, State, Task, TaskId, Verb};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A task panicked.
    Panic(TaskId),
    /// Tasks wait for each other, or for something that nobody is left to do.
    Deadlock,
    /// The body is at its end, and threads wait for ever.
    Leak,
    /// The run came to no end.
    Livelock,
    /// A task was killed and goes on.
    Immortal(TaskId),
    /// The stack of a task overflowed.
    Overflow(TaskId),
    /// Two tasks use a cell at the same time.
    Race(String),
    /// The scheduler made a mistake, which is not one of the law.
    Misuse(String),
}

/// Number of tasks of which a verdict tells what they wait for.
const MOST_TOLD: usize = 30;

/// What a scope panics with when one of its threads did.
pub(crate) const SCOPE_PANICKED: &str = "a scoped thread panicked";

impl Trouble {
    /// Stable code of the reason.
    pub fn code(&self) -> &'static str {
        self.words().0
    }

    /// Title of the reason, in words without values.
    pub fn law(&self) -> &'static str {
        self.words().1
    }

    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Trouble::Panic(_) => ("panic", "a task panics"),
            Trouble::Deadlock => ("deadlock", "tasks wait for each other for ever"),
            Trouble::Leak => ("leaked-thread", "a thread waits for ever"),
            Trouble::Livelock => ("livelock", "the tasks come to no end"),
            Trouble::Immortal(_) => ("kill-ignored", "a task that was killed goes on"),
            Trouble::Overflow(_) => ("stack-overflow", "the stack of a task overflows"),
            Trouble::Race(_) => ("data-race", "two tasks use a cell at the same time"),
            Trouble::Misuse(_) => ("misuse", "the scheduler chooses a runnable task"),
        }
    }
}

impl Run {
    /// Something went wrong; the first thing is what is told.
    #[cold]
    pub fn trouble(&self, trouble: Trouble) {
        self.trouble.borrow_mut().get_or_insert(trouble);
    }

    pub(super) fn take_trouble(&self) -> Option<Trouble> {
        self.trouble.borrow_mut().take()
    }

    /// The panic that led to this: where a task only passes on that another panicked, or finds a lock that
    /// the other left poisoned, the first of all. The others follow from it, and a schedule in which they do
    /// too has more switches than it takes.
    pub(super) fn panic_behind(&self, trouble: &Trouble) -> Option<(String, String)> {
        let Trouble::Panic(id) = trouble else { return None };
        let of = |id: TaskId| self.task(id).panicked.borrow().clone();
        let own = of(*id)?;
        let follows = ["Any { .. }", "PoisonError", SCOPE_PANICKED];
        let passed_on = follows.iter().any(|text| own.0.contains(text));
        let first = Some(self.first_panic.get()).filter(|first| passed_on && *first != NOBODY);
        Some(first.and_then(of).unwrap_or(own))
    }

    /// Nobody goes on, and no timer is left: is that as it should be?
    #[cold]
    pub(super) fn trouble_if_stuck(&self) {
        let tasks = || (0..self.spawned.get()).map(|id| (id, self.task(id)));
        let unjoined =
            tasks().find(|(_, task)| task.panicked.borrow().is_some() && !task.joined.get());
        let mut waiting = tasks().filter(|(_, task)| task.state.get() == State::Waiting);
        if let Some((id, _)) = unjoined {
            self.trouble(Trouble::Panic(id));
        } else if self.task(0).state.get() == State::Waiting {
            self.trouble(Trouble::Deadlock);
        } else if waiting.any(|(_, task)| task.is_thread()) {
            self.trouble(Trouble::Leak);
        }
    }

    /// Whether the body is at its end and all that is left are futures. They are dropped with the runtime
    /// of the body, so for them time does not go on.
    pub(super) fn is_left_to_futures(&self) -> bool {
        self.task(0).state.get() == State::Done && self.living().all(|id| self.task(id).is_future())
    }

    /// What a task waits for, in words.
    pub(super) fn waits_for(&self, operation: &Operation, holder: TaskId) -> String {
        let thing = self.thing(operation);
        let held = match holder {
            NOBODY => String::new(),
            // Nobody begins to read while another task waits to write.
            holder
                if operation.verb == Verb::ReadLock && self.waits_to_write(holder, operation) =>
            {
                format!(", for which `{}` waits before it", self.task_name(holder))
            }
            holder if holder == self.current() => String::from(", which it holds itself"),
            holder => format!(", which `{}` holds", self.task_name(holder)),
        };
        match operation.verb {
            Verb::Lock | Verb::ReadLock | Verb::WriteLock => format!("the lock {thing}{held}"),
            Verb::Wait => {
                let missed = self.missed_at(operation.object).map(|(count, place)| {
                    let times = if count == 1 { "once" } else { "more than once" };
                    format!(" (it was notified {times} when no task waited, last at {})", at(place))
                });
                format!("a notification of {thing}{}", missed.unwrap_or_default())
            }
            Verb::Join if holder != NOBODY => format!("the end of `{}`", self.task_name(holder)),
            Verb::Park => String::from("an `unpark`"),
            Verb::Receive if thing.is_empty() => String::from("a message"),
            Verb::Receive => format!("a message from {thing}"),
            Verb::Send => format!("room in {thing}"),
            Verb::Meet => format!("others at {thing}"),
            Verb::Initialise => format!("{thing} to be initialised{held}"),
            Verb::Sleep => String::from("time to go by"),
            Verb::Acquire => format!("a permit of {thing}"),
            Verb::Change => format!("a change of {thing}"),
            Verb::Poll => self.awaits_in_words(),
            _ => operation.text(&thing),
        }
    }

    /// Whether a task waits to write to what an operation is about.
    fn waits_to_write(&self, task: TaskId, operation: &Operation) -> bool {
        let task = self.task(task);
        let (pending, _) = task.pending.get();
        let same = pending.object.address == operation.object.address;
        task.state.get() == State::Waiting && pending.verb == Verb::WriteLock && same
    }

    /// What the current task awaits, as far as it said so when it was polled last.
    fn awaits_in_words(&self) -> String {
        let awaited = self.task(self.current()).awaited.borrow();
        let words: Vec<String> = match &awaited[..] {
            [] => vec![String::from("being woken")],
            [one] => vec![self.waits_for(&one.operation, one.holder)],
            several => several
                .iter()
                .map(|one| (self.waits_for(&one.operation, one.holder), at(one.place)))
                .map(|(what, place)| format!("{what} at {place}"))
                .collect(),
        };
        words.join(", or ")
    }

    /// Where a task waits: for one that awaits a single thing, where it does that.
    fn waits_at(&self, task: &Task) -> Option<Place> {
        let (operation, place) = task.pending.get();
        let awaited = task.awaited.borrow();
        match &awaited[..] {
            [one] if operation.verb == Verb::Poll => Some(one.place),
            _ => place,
        }
    }

    /// What went wrong, line by line.
    pub(super) fn tell(&self, trouble: &Trouble) -> String {
        self.named(&self.tell_with_marks(trouble))
    }

    fn tell_with_marks(&self, trouble: &Trouble) -> String {
        match trouble {
            Trouble::Panic(_) => String::new(),
            Trouble::Deadlock | Trouble::Leak => self.tell_waiting(),
            Trouble::Livelock => {
                let limit = self.limit.get();
                let doing = self.tell_some(self.living().collect(), |id| {
                    if self.task(id).state.get() == State::Waiting {
                        return self.tell_one_wait(id);
                    }
                    let (operation, place) = self.task(id).pending.get();
                    let text = operation.text(&self.thing(&operation));
                    let place = place.map(|place| format!(" at {}", at(place)));
                    format!("`{}` {text}{}", self.task_name(id), place.unwrap_or_default())
                });
                format!("still running after {limit} scheduling points (livelock?):\n{doing}")
            }
            Trouble::Immortal(id) => format!(
                "`{}` was killed, and caught what unwinds it again and again",
                self.task_name(*id)
            ),
            Trouble::Overflow(id) => format!(
                "`{}` used up its stack of {} KiB",
                self.task_name(*id),
                self.stack_size.get() / 1024
            ),
            Trouble::Race(text) | Trouble::Misuse(text) => text.clone(),
        }
    }

    fn living(&self) -> impl Iterator<Item = TaskId> {
        (0..self.spawned.get()).filter(|id| self.task(*id).state.get() != State::Done)
    }

    fn tell_waiting(&self) -> String {
        let waiting = self.living().filter(|id| self.task(*id).state.get() == State::Waiting);
        self.tell_some(waiting.collect(), |id| self.tell_one_wait(id))
    }

    /// A line for each task, unless there are very many.
    fn tell_some(&self, tasks: Vec<TaskId>, tell: impl Fn(TaskId) -> String) -> String {
        let told = tasks.iter().take(MOST_TOLD).map(|id| tell(*id));
        let mut lines: Vec<String> = told.collect();
        if tasks.len() > MOST_TOLD {
            lines.push(format!("and {} tasks more", tasks.len() - MOST_TOLD));
        }
        lines.join("\n")
    }

    /// What one task waits for.
    fn tell_one_wait(&self, id: TaskId) -> String {
        let task = self.task(id);
        self.current.set(id);
        let what = self.waits_for(&task.pending.get().0, task.holder.get());
        let place = self.waits_at(task).map(|place| format!(", at {}", at(place)));
        format!("`{}` waits for {what}{}", self.task_name(id), place.unwrap_or_default())
    }
}
