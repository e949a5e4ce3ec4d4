//! Virtual time. It stands still while anybody can go on, unless the schedule says otherwise.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::task::Waker;
use std::time::Duration;

use super::TaskId;
use super::worker::task_of;

/// A moment at which a task is to be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timer {
    at: Duration,
    /// Timers of the same moment go off in the order they were set in.
    number: u64,
    pub task: TaskId,
    /// Which of the task's waits it ends.
    pub wait: u64,
}

/// A timer that wakes a future: its moment and its number. A task may have many of them, and each lasts
/// until it goes off or is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Alarm(Duration, u64);

/// What is to be done when a timer goes off.
pub(crate) enum Due {
    /// A task waited as a thread does.
    Wait(Timer),
    /// A future is to be polled.
    Wake(Waker),
}

/// A timer that is so far away never fires: programs write `Duration::MAX` for that, and tokio takes thirty years for what
/// is later than a clock can show.
const NEVER: Duration = Duration::from_secs(86_400 * 365 * 20);

/// The time of a run, and its timers.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    now: Cell<Duration>,
    timers: RefCell<BinaryHeap<Reverse<Timer>>>,
    alarms: RefCell<BTreeMap<Alarm, Waker>>,
    /// How many timers there are of both kinds: looked at in every decision.
    count: Cell<u32>,
    set: Cell<u64>,
    /// Tasks whose timers fired since somebody looked, in a run that looks at every operation.
    fired: RefCell<Vec<TaskId>>,
}

impl Clock {
    pub fn reset(&self) {
        self.now.set(Duration::ZERO);
        if self.count.replace(0) > 0 {
            self.timers.borrow_mut().clear();
            self.alarms.take();
        }
        self.set.set(0);
        self.fired.borrow_mut().clear();
    }

    /// Tasks whose timers fired since the last call.
    pub fn take_fired(&self) -> Vec<TaskId> {
        std::mem::take(&mut *self.fired.borrow_mut())
    }

    /// Notes that the next timer fires.
    pub fn note_fire(&self) {
        self.fired.borrow_mut().extend(self.next_task());
    }

    /// How much time went by in the run.
    pub fn now(&self) -> Duration {
        self.now.get()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count.get() == 0
    }

    pub fn set_timer(&self, after: Duration, task: TaskId, wait: u64) {
        if after >= NEVER {
            return;
        }
        let (at, number) = self.next_moment(after);
        self.timers.borrow_mut().push(Reverse(Timer { at, number, task, wait }));
        self.count.set(self.count.get() + 1);
    }

    /// Sets a timer that wakes a future.
    pub fn set_alarm(&self, after: Duration, waker: &Waker) -> Alarm {
        if after >= NEVER {
            return Alarm(Duration::MAX, 0);
        }
        let (at, number) = self.next_moment(after);
        self.alarms.borrow_mut().insert(Alarm(at, number), waker.clone());
        self.count.set(self.count.get() + 1);
        Alarm(at, number)
    }

    /// Another waker is to be called. Says whether the timer is still to go off.
    pub fn renew_alarm(&self, alarm: Alarm, waker: &Waker) -> bool {
        let mut alarms = self.alarms.borrow_mut();
        let Some(old) = alarms.get_mut(&alarm) else { return alarm.0 == Duration::MAX };
        old.clone_from(waker);
        true
    }

    /// Takes a timer of a future out. One that is not awaited any more must not keep time going.
    pub fn forget_alarm(&self, alarm: Alarm) {
        let forgotten = self.alarms.borrow_mut().remove(&alarm);
        if forgotten.is_some() {
            self.count.set(self.count.get() - 1);
        }
    }

    fn next_moment(&self, after: Duration) -> (Duration, u64) {
        let number = self.set.get();
        self.set.set(number + 1);
        (self.now.get().saturating_add(after), number)
    }

    /// Whether a task waits with a timer.
    pub fn has_timer(&self, task: TaskId) -> bool {
        self.timers.borrow().iter().any(|Reverse(timer)| timer.task == task)
    }

    /// The task that the next timer is of, if it is known.
    pub fn next_task(&self) -> Option<TaskId> {
        if self.count.get() == 0 {
            return None;
        }
        let timers = self.timers.borrow();
        let timer =
            timers.peek().map(|Reverse(timer)| (Alarm(timer.at, timer.number), Some(timer.task)));
        let alarms = self.alarms.borrow();
        let alarm = alarms.first_key_value().map(|(alarm, waker)| (*alarm, task_of(waker)));
        timer.into_iter().chain(alarm).min_by_key(|(alarm, _)| *alarm)?.1
    }

    /// Goes on to the next timer, and takes it.
    pub fn next_timer(&self) -> Option<Due> {
        let timer = self.timers.borrow().peek().map(|Reverse(timer)| Alarm(timer.at, timer.number));
        let alarm = self.alarms.borrow().first_key_value().map(|(alarm, _)| *alarm);
        let first = timer.into_iter().chain(alarm).min()?;
        self.count.set(self.count.get() - 1);
        self.now.set(self.now.get().max(first.0));
        match Some(first) == alarm {
            true => self.alarms.borrow_mut().pop_first().map(|(_, waker)| Due::Wake(waker)),
            false => self.timers.borrow_mut().pop().map(|Reverse(timer)| Due::Wait(timer)),
        }
    }

    /// Takes the timers out that nobody waits for any more.
    pub fn forget(&self, task: TaskId, wait: u64) {
        if self.count.get() == 0 {
            return;
        }
        let mut timers = self.timers.borrow_mut();
        timers.retain(|Reverse(timer)| timer.task != task || timer.wait != wait);
        self.count.set((timers.len() + self.alarms.borrow().len()) as u32);
    }
}
