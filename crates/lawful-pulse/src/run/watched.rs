//! Decisions of a watched run: rounds, fair time, the searched prefix and the fair tail after it.
//!
//! ```text
//!   searched prefix ──── max_points, or asked for ───▶ fair tail ──── tail_rounds ───▶ cut
//!        │                                                │
//!        └──────── no task can go on: quiescent ──────────┤
//!                  end_run, Break: stopped ◀──────────────┘
//! ```
//!
//! A watched run has the limit 0, so every scheduling point comes to [`Run::decide_watched`] by the branch that ends an
//! unwatched run as a livelock: watching costs unwatched runs nothing. Points are never passed by a countdown here, and
//! the same function decides in runs that are traced and in those that are not.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use lawful_core::data::EventKind;
use lawful_core::law::panicked;

use super::point::QUANTUM;
use super::stuck::Trouble;
use super::{NOBODY, Object, Place, Run, State, TaskId, TaskSet};
use crate::scheduler::{
    Algorithm, CLOCK, Cause, FOR_EVER, Given, Next, SchedulingPoint as Point, written,
};
use crate::watch::{AnyWatch, EndCause, Happening, Limits, Moment, Observed, RunEnd, Stuck};

/// Maximum number of scheduling points of a fair tail, and of an effect that comes to no end.
const TAIL_POINTS: u64 = 1_000_000;

/// Watcher of a run, with the limits it asks for.
pub(crate) type Watcher = (Rc<dyn AnyWatch>, Limits);

/// State of the watching of a run.
pub(super) struct Watching {
    watcher: RefCell<Option<Rc<dyn AnyWatch>>>,
    /// True if the run is watched.
    active: Cell<bool>,
    limits: Cell<Limits>,
    /// Kinds of events that the watcher is told of, as bits.
    kinds: Cell<u32>,
    /// A decision or a call of the watcher is going on: operations in it are no steps of the program.
    busy: Cell<bool>,
    rounds: Cell<u64>,
    /// Tasks that were runnable when the round began and have not taken a step since; empty between two rounds.
    pending: TaskSet,
    /// Round in which time last went on, or in which the first of the timers was set.
    timed: Cell<u64>,
    /// Number of points at which the running task makes way, as `horizon` is in unwatched runs.
    quantum: Cell<u64>,
    /// Number of points at which the run is cut, whatever it does.
    cap: Cell<u64>,
    /// When the fair tail began.
    tail: Cell<Option<Moment>>,
    wants_tail: Cell<bool>,
    /// The watcher depends on the number of rounds.
    counts_rounds: Cell<bool>,
    /// No task has had a turn in the tail.
    first_turn: Cell<bool>,
    stopping: Cell<bool>,
    end: Cell<Option<EndCause>>,
    /// Last observed event, until the result of its operation is known.
    noted: RefCell<Option<Noted>>,
    /// Scheduler of the prefix, which is dropped where no task runs.
    retired: RefCell<Option<Algorithm>>,
}

/// Event that the watcher is to be told of.
struct Noted {
    task: TaskId,
    kind: EventKind,
    text: String,
    place: Option<Place>,
    moment: Moment,
}

impl Watching {
    pub const fn new() -> Self {
        Watching {
            watcher: RefCell::new(None),
            active: Cell::new(false),
            limits: Cell::new(Limits::new()),
            kinds: Cell::new(0),
            busy: Cell::new(false),
            rounds: Cell::new(0),
            pending: TaskSet::new(),
            timed: Cell::new(0),
            quantum: Cell::new(0),
            cap: Cell::new(0),
            tail: Cell::new(None),
            wants_tail: Cell::new(false),
            counts_rounds: Cell::new(false),
            first_turn: Cell::new(false),
            stopping: Cell::new(false),
            end: Cell::new(None),
            noted: RefCell::new(None),
            retired: RefCell::new(None),
        }
    }

    fn begin(&self, watcher: Watcher, most: u64) {
        let (watcher, limits) = watcher;
        let limits = Limits { max_points: limits.max_points.min(most), ..limits };
        self.watcher.replace(Some(watcher));
        self.active.set(true);
        self.kinds.set(limits.observes.iter().fold(0, |kinds, kind| kinds | bit(*kind)));
        self.limits.set(limits);
        self.busy.set(false);
        self.rounds.set(0);
        self.pending.clear();
        self.timed.set(0);
        self.quantum.set(QUANTUM);
        self.cap.set(limits.max_points.saturating_add(TAIL_POINTS));
        self.tail.set(None);
        self.wants_tail.set(false);
        self.counts_rounds.set(false);
        self.stopping.set(false);
        self.end.set(None);
        self.noted.replace(None);
    }

    /// The run is over: nothing of it is left for the next one.
    fn leave(&self) {
        self.active.set(false);
        self.kinds.set(0);
        self.end.set(None);
        let left = (self.watcher.take(), self.noted.take(), self.retired.take());
        drop(left);
    }
}

fn bit(kind: EventKind) -> u32 {
    1 << kind as u32
}

/// Ends a call of the watcher, however it is left.
struct Busy<'a> {
    run: &'a Run,
    busy: bool,
    atomic: bool,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.run.watch.busy.set(self.busy);
        self.run.atomic.set(self.atomic);
    }
}

impl Run {
    /// Begins to watch the run, which then comes to `decide_watched` at every scheduling point.
    pub(super) fn begin_watching(&self, watcher: Watcher) {
        self.watch.begin(watcher, self.limit.replace(0));
        self.horizon.set(0);
    }

    /// Returns whether the run is watched.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.watch.active.get()
    }

    /// The current moment of the run. Rounds are counted in watched runs only.
    pub(crate) fn moment(&self) -> Moment {
        let round = if self.is_watched() { self.watch.rounds.get() } else { 0 };
        Moment { time: self.clock.now(), round, points: self.points_passed() }
    }

    /// Decides which task goes on, in a watched run. Says whether the current task is to be suspended.
    #[cold]
    #[inline(never)]
    pub(super) fn decide_watched(&self, cause: Cause, at: u64) -> bool {
        // The watcher looks at something that tasks share: that is no step of the program.
        if self.watch.busy.get() {
            return false;
        }
        let _busy = self.busy(self.atomic.get());
        if self.watch.kinds.get() != 0 {
            self.hand_over_noted();
        }
        if self.watch.stopping.get() {
            return self.end_watched(EndCause::Stopped);
        }
        if self.points.get() >= self.watch.cap.get() {
            return self.end_watched(EndCause::Cut);
        }
        // Points inside of an effect are a part of its step, and one that unwinds goes through its points.
        let passes = match cause {
            Cause::Operation => self.atomic.get() || std::thread::panicking(),
            Cause::Yield => self.atomic.get(),
            Cause::Blocked => false,
        };
        if !passes {
            self.count_step();
            self.begin_tail_if_due();
            if self.watch.stopping.get() {
                return self.end_watched(EndCause::Stopped);
            }
            if let Some(began) = self.watch.tail.get() {
                return self.go_on_in_tail(began, cause);
            }
        }
        let mut cause = cause;
        if cause == Cause::Operation && !passes && self.points.get() >= self.watch.quantum.get() {
            cause = Cause::Yield;
        }
        // A scheduler counts its grants in points, those of effects included.
        if cause == Cause::Operation && self.owed.get() > 0 {
            self.owed.set(self.owed.get() - 1);
            self.begin_round();
            return false;
        }
        if cause != Cause::Operation {
            self.owed.set(0);
        }
        if passes {
            return if self.watch.tail.get().is_some() { false } else { self.pass() };
        }
        self.choose_watched(cause, at)
    }

    /// Counts the step that the current task has just taken, and the round if that was its last step.
    fn count_step(&self) {
        let watch = &self.watch;
        let limits = watch.limits.get();
        // Time that nothing waits for need not be fair. The round begins anew when a timer is set, so that how often
        // tasks took turns before does not matter then: an exhaustive search leaves equivalent orders out.
        if self.clock.is_empty() {
            watch.timed.set(u64::MAX);
        } else if watch.timed.get() == u64::MAX {
            watch.timed.set(watch.rounds.get());
            watch.pending.clear();
            return;
        }
        let timed = !self.clock.is_empty() && limits.rounds_per_timer > 0;
        if timed || watch.counts_rounds.get() {
            // Whether a timer may fire, or a round is over, depends on the order of all steps.
            self.touch(Object::EVERYTHING.address, true);
        }
        watch.pending.remove(self.current());
        watch.pending.retain(&self.runnable);
        if !watch.pending.is_empty() {
            return;
        }
        watch.rounds.set(watch.rounds.get() + 1);
        if self.rounds_without_time() == Some(limits.rounds_per_timer) && self.early_timers.get() {
            // A timer may fire from here on, as if another task had become runnable.
            self.end_grant();
        }
        if limits.every_round || watch.tail.get().is_some() {
            self.tell_watcher(Happening::Round);
        }
    }

    /// Number of rounds for which a timer has been set and time has stood still; none without a timer.
    fn rounds_without_time(&self) -> Option<u64> {
        let rounds = self.watch.rounds.get().saturating_sub(self.watch.timed.get());
        (!self.clock.is_empty()).then_some(rounds)
    }

    /// A round begins with the tasks that are runnable when the first of them goes on.
    fn begin_round(&self) {
        if self.watch.pending.is_empty() {
            self.watch.pending.copy(&self.runnable);
        }
    }

    fn begin_tail_if_due(&self) {
        let watch = &self.watch;
        let is_due = self.points.get() >= watch.limits.get().max_points || watch.wants_tail.get();
        if watch.tail.get().is_some() || !is_due {
            return;
        }
        watch.tail.set(Some(self.moment()));
        watch.first_turn.set(true);
        watch.pending.clear();
        watch.cap.set(self.points.get().saturating_add(TAIL_POINTS));
        // Nothing is chosen from here on: `pick` gives the simplest alternative, and the tape ends here.
        let simplest = Algorithm::Given(Given::simplest());
        watch.retired.replace(Some(self.scheduler.replace(simplest)));
        self.owed.set(0);
        let text = || String::from("the fair tail begins: tasks take turns");
        self.log_untold(self.current(), EventKind::Time, text, None);
        self.tell_watcher(Happening::FairTail);
    }

    /// Asks the scheduler for the next task, as in unwatched runs, but for the time at which a timer may fire.
    fn choose_watched(&self, mut cause: Cause, mut at: u64) -> bool {
        let (watch, current) = (&self.watch, self.current.get());
        loop {
            if self.ready.get() == 0 {
                match self.wait_for_time() {
                    true => continue,
                    false => return true,
                }
            }
            let default = match cause {
                Cause::Operation => current,
                Cause::Yield | Cause::Blocked => self.runnable.after(current).unwrap_or(current),
            };
            let fair = watch.limits.get().rounds_per_timer;
            let waited = self.rounds_without_time().is_some_and(|rounds| rounds >= fair);
            let has_timer = waited && self.early_timers.get();
            if has_timer {
                self.contended.set(true);
            }
            if self.ready.get() == 1 && self.minds_others.get() && !has_timer {
                let only = self.runnable.nth(0).unwrap_or(current);
                self.disturbed.set(true);
                return self.go_on_watched(cause, only, FOR_EVER);
            }
            let points = self.points.get() - 1;
            let disturbed = self.disturbed.replace(false);
            let point =
                Point { run: self, cause, current, default, has_timer, at, points, disturbed };
            let Next { task: chosen, stay } = self.scheduler.borrow_mut().choose(&point);
            if chosen == NOBODY {
                // Redundant, or a misuse: nothing is judged.
                return self.finish_run();
            }
            if chosen != default {
                self.write(at, written(chosen));
            }
            if chosen == CLOCK {
                if !self.fire_watched() {
                    return true;
                }
                at = self.count_decision();
                if cause == Cause::Operation && self.points.get() >= watch.quantum.get() {
                    cause = Cause::Yield;
                }
                continue;
            }
            if self.careful.get() && chosen != default {
                self.record.borrow_mut().switched_to = chosen;
            }
            return self.go_on_watched(cause, chosen, stay);
        }
    }

    /// Goes on with the next task in turn, and lets time go on if it has stood still for too long.
    fn go_on_in_tail(&self, began: Moment, cause: Cause) -> bool {
        let (watch, limits) = (&self.watch, self.watch.limits.get());
        // Nothing takes it any more.
        self.footprint.borrow_mut().clear();
        if watch.rounds.get() - began.round >= limits.tail_rounds {
            return self.end_watched(EndCause::Cut);
        }
        // A task that spins would keep time from going on for ever.
        let waited = limits.rounds_per_timer.max(1);
        if self.ready.get() > 0 && self.rounds_without_time().is_some_and(|rounds| rounds >= waited)
        {
            let ends_alone = self.is_left_to_futures();
            if !ends_alone && !self.fire_watched() {
                return true;
            }
        }
        while self.ready.get() == 0 {
            if !self.wait_for_time() {
                return true;
            }
        }
        // The first turn is that of the first task, whichever ran last: equivalent prefixes have the same tail.
        let in_turn = match watch.first_turn.replace(false) {
            true => self.runnable.nth(0),
            false => self.runnable.after(self.current.get()),
        };
        self.go_on_watched(cause, in_turn.unwrap_or(self.current.get()), 0)
    }

    fn go_on_watched(&self, cause: Cause, chosen: TaskId, grant: u64) -> bool {
        let current = self.current.get();
        if cause == Cause::Operation && chosen != current {
            self.note_switch(&self.task(current).pending.get().0);
        }
        self.next.set(chosen);
        if cause != Cause::Operation || chosen != current {
            self.watch.quantum.set(self.points.get() + QUANTUM);
        }
        self.owed.set(grant);
        self.begin_round();
        chosen != current
    }

    /// No task is runnable: goes on to the next timer. Says false if the run is over.
    fn wait_for_time(&self) -> bool {
        if self.clock.is_empty() || self.is_left_to_futures() {
            self.trouble_if_stuck();
            self.end_watched(EndCause::Quiescent);
            return false;
        }
        self.fire_watched()
    }

    /// Fires the next timer. Says false if the run is over.
    fn fire_watched(&self) -> bool {
        self.fire();
        self.hand_over_noted();
        self.watch.timed.set(self.watch.rounds.get());
        self.tell_watcher(Happening::Time);
        let stops = self.watch.stopping.get();
        if stops {
            self.end_watched(EndCause::Stopped);
        }
        !stops
    }

    /// No task goes on any more, for this cause.
    pub(super) fn end_watched(&self, cause: EndCause) -> bool {
        self.watch.end.set(Some(cause));
        self.finish_run()
    }

    /// Tasks wait for each other in a circle. The run is quiescent only if no other task is left.
    pub(super) fn end_with_circle(&self) -> bool {
        self.trouble(Trouble::Deadlock);
        if self.is_watched() && self.ready.get() == 0 && self.clock.is_empty() {
            self.watch.end.set(Some(EndCause::Quiescent));
        }
        self.finish_run()
    }

    /// Returns whether tasks may be left waiting, for each other too: others go on.
    pub(super) fn lets_wait(&self) -> bool {
        self.is_watched() && self.watch.limits.get().may_wait
    }

    /// The number of rounds from here on matters to the watcher.
    pub(crate) fn count_rounds(&self) {
        self.watch.counts_rounds.set(true);
    }

    /// Ends the run where the current task stands.
    pub(crate) fn stop(&self) {
        if !self.is_watched() || self.over.get() || self.is_unwinding() {
            return;
        }
        // A decision ends the run by itself. One that is at its end has no stack of its own to leave.
        self.watch.stopping.set(true);
        let runs = self.task(self.current()).state.get() == State::Ready;
        if self.watch.busy.get() || !runs {
            return;
        }
        let busy = self.busy(self.atomic.get());
        self.hand_over_noted();
        drop(busy);
        self.end_watched(EndCause::Stopped);
        self.suspend();
    }

    /// Asks for the fair tail, which begins at the next scheduling point.
    pub(crate) fn want_tail(&self) {
        if self.watch.tail.get().is_none() {
            self.watch.wants_tail.set(true);
        }
    }

    fn busy(&self, atomic: bool) -> Busy<'_> {
        let busy = self.watch.busy.replace(true);
        Busy { run: self, busy, atomic: self.atomic.replace(atomic) }
    }

    fn tell_watcher(&self, what: Happening) {
        let moment = self.moment();
        self.ask_watcher(|watcher| watcher.moment(moment, what));
    }

    /// Calls the watcher. A panic stops the test: it must not unwind the task of the law whose stack this is.
    fn ask_watcher(&self, ask: impl FnOnce(&dyn AnyWatch) -> ControlFlow<()>) {
        let Some(watcher) = self.watch.watcher.borrow().clone() else { return };
        let _busy = self.busy(true);
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&*watcher)));
        match answer {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => self.watch.stopping.set(true),
            Err(payload) => self.blame_watcher(&*payload),
        }
    }

    /// The watcher panicked: the program is not to blame, and must not be able to catch it.
    #[cold]
    fn blame_watcher(&self, payload: &(dyn Any + Send)) {
        let (message, place) = panicked(payload).unwrap_or_default();
        let told = format!("the watcher of the run panicked at {place}: {message}");
        self.trouble(Trouble::Misuse(told));
        self.watch.stopping.set(true);
    }

    /// Hands the watcher to a task.
    pub(crate) fn with_watcher<T>(&self, call: impl FnOnce(&dyn Any) -> T) -> Option<T> {
        if self.over.get() {
            return None;
        }
        if self.watch.kinds.get() != 0 && !self.watch.busy.get() {
            let _busy = self.busy(true);
            self.hand_over_noted();
        }
        // It stays borrowed: a run gives its watcher back when no task is in a call.
        let watcher = self.watch.watcher.borrow();
        let watcher = watcher.as_deref()?;
        let _busy = self.busy(true);
        match catch_unwind(AssertUnwindSafe(|| call(watcher.as_any()))) {
            Ok(answer) => Some(answer),
            Err(payload) => {
                self.blame_watcher(&*payload);
                None
            }
        }
    }

    /// Returns whether events of a kind are logged, in a trace or for the watcher.
    pub(crate) fn logs(&self, kind: EventKind) -> bool {
        self.is_traced() || self.observes(kind)
    }

    pub(super) fn observes(&self, kind: EventKind) -> bool {
        self.watch.kinds.get() & bit(kind) != 0
    }

    /// Notes an event for the watcher, who sees them all in one order.
    pub(super) fn note(&self, task: TaskId, kind: EventKind, text: &str, place: Option<Place>) {
        self.hand_over_noted();
        if self.observes(kind) {
            self.touch(Object::TRACE.address, true);
            let (text, moment) = (text.to_string(), self.moment());
            self.watch.noted.replace(Some(Noted { task, kind, text, place, moment }));
        }
    }

    /// Returns whether the last event of the current task is one that the watcher has yet to be told of.
    pub(super) fn is_noted(&self, is: impl FnOnce(EventKind) -> bool) -> bool {
        let noted = self.watch.noted.borrow();
        noted.as_ref().is_some_and(|noted| noted.task == self.current() && is(noted.kind))
    }

    /// Adds the outcome of an operation to its event.
    pub(super) fn add_to_noted(&self, text: &str) {
        if let Some(noted) = &mut *self.watch.noted.borrow_mut() {
            noted.text.push_str(text);
        }
    }

    /// Tells the watcher of the last event.
    pub(super) fn hand_over_noted(&self) {
        if self.watch.kinds.get() == 0 {
            return;
        }
        let Some(noted) = self.watch.noted.take() else { return };
        let Noted { task, kind, text, place, moment } = noted;
        let text = self.named(&text);
        let event = Observed { run: self, task, kind, text, place, moment };
        self.ask_watcher(|watcher| watcher.observed(&event));
    }

    /// Takes the end of the run, as far as it is to be judged, and whatever else there is to report.
    pub(super) fn take_watched(
        &self,
        trouble: Option<&Trouble>,
        traced: bool,
    ) -> Option<Box<RunEnd>> {
        let cause = self.watch.end.get()?;
        let stuck = trouble.filter(|trouble| matches!(trouble, Trouble::Deadlock | Trouble::Leak));
        let stuck = stuck.map(|trouble| Stuck { code: trouble.code(), text: self.tell(trouble) });
        let tasks = if traced { self.names().into_tasks() } else { Vec::new() };
        let (moment, fair_tail) = (self.moment(), self.watch.tail.get());
        Some(Box::new(RunEnd { cause, moment, fair_tail, stuck, tasks }))
    }

    /// Tells the watcher of the last event of the run, and reports a panic that no task has joined, where the run was cut.
    pub(super) fn finish_watched(&self) {
        self.hand_over_noted();
        if matches!(self.watch.end.get(), Some(EndCause::Cut | EndCause::Stopped)) {
            let panicked = |id: &TaskId| self.task(*id).panicked.borrow().is_some();
            let joined = |id: &TaskId| self.task(*id).joined.get();
            let mut tasks = 0..self.spawned.get();
            if let Some(id) = tasks.find(|id| panicked(id) && !joined(id)) {
                self.trouble(Trouble::Panic(id));
            }
        }
    }

    pub(super) fn stop_watching(&self) {
        self.watch.leave();
    }
}
