//! Points, waiting and waking: where a run decides who goes on.

use lawful_core::extend::Choices;
use std::panic::resume_unwind;
use std::time::Duration;

use lawful_core::choice::KeyedChoice;

use super::clock::Due;
use super::stuck::Trouble;
use super::{NOBODY, Object, Operation, Place, Run, State, Task, TaskId, TaskSet, Verb};
use crate::Killed;
use crate::scheduler::{CLOCK, Cause, FOR_EVER, Next, SchedulingPoint as Point, written};

/// After so many points in a row a task makes way for others: one that spins without saying so would
/// otherwise never see what it waits for.
pub(super) const QUANTUM: u64 = 10_000;
/// How often tasks may catch what unwinds them before they are given up.
const MOST_CATCHES: u32 = 1_000;

/// What unwinds the tasks that are left when a run is over.
pub(crate) struct Over;

impl Run {
    /// An operation that others can notice comes next; they may come first.
    #[inline(always)]
    pub fn point(&self, operation: impl FnOnce() -> Operation, place: Place) {
        let left = self.countdown.get();
        if left != 0 {
            self.countdown.set(left - 1);
            return;
        }
        let operation = operation();
        if self.decide_point(&operation, place) {
            self.suspend();
        }
        if self.careful.get() {
            self.perform(&operation, place);
        }
    }

    /// The task makes way for others, if there are any.
    #[inline]
    pub fn make_way(&self, verb: Verb, place: Place) {
        let operation = Operation::new(verb, Object::EVERYTHING);
        self.touch(Object::EVERYTHING.address, true);
        if self.decide(Cause::Yield, &operation, place) {
            self.suspend();
        }
        if self.careful.get() {
            self.perform(&operation, place);
        }
    }

    /// The task waits until somebody wakes it. `holder` is the task that holds what it waits for, if there
    /// is one.
    #[inline]
    pub fn wait(&self, operation: &Operation, holder: TaskId, place: Place) {
        if self.block(operation, holder, place) {
            self.suspend();
        }
        // It looks at what it waited for, also where a timer ended the wait.
        self.touch(operation.object.address, !operation.reads());
    }

    /// The same with a limit. Says whether the limit is what ended it.
    pub fn wait_for(&self, operation: &Operation, limit: Duration, place: Place) -> bool {
        let task = self.task(self.current());
        task.timed_out.set(false);
        let wait = task.waits.get() + 1;
        self.clock.set_timer(limit, self.current(), wait);
        self.wait(operation, NOBODY, place);
        let timed_out = task.timed_out.replace(false);
        if !timed_out {
            self.clock.forget(self.current(), wait);
        }
        timed_out
    }

    /// One of `count` alternatives, 0 being the simplest.
    pub fn pick(&self, count: u64, place: Place) -> u64 {
        if count < 2 {
            return 0;
        }
        let at = self.count_decision();
        self.contended.set(true);
        let current = self.current();
        let point = Point {
            run: self,
            cause: Cause::Operation,
            current,
            default: current,
            has_timer: false,
            at,
            points: self.points.get() - 1,
            disturbed: true,
        };
        self.disturbed.set(true);
        let picked = self.scheduler.borrow_mut().pick(&point, count).min(count - 1);
        self.write(at, picked);
        self.owed.set(0);
        if self.careful.get() {
            self.perform(&Operation::new(Verb::Pick, Object::NONE), place);
        }
        picked
    }

    /// Makes a task able to go on.
    #[inline]
    pub fn wake(&self, task: TaskId) {
        let woken = self.task(task);
        if woken.state.get() == State::Waiting {
            woken.state.set(State::Ready);
            woken.waits.set(woken.waits.get() + 1);
            self.add_ready(task);
        }
    }

    /// Wakes all of a set, and empties it.
    #[inline]
    pub fn wake_all(&self, waiting: &TaskSet) {
        match waiting.only_word() {
            Some(mut word) => {
                while word != 0 {
                    self.wake(word.trailing_zeros());
                    word &= word - 1;
                }
            }
            None => waiting.to_vec().into_iter().for_each(|task| self.wake(task)),
        }
        waiting.clear();
    }

    pub(super) fn add_ready(&self, task: TaskId) {
        self.runnable.insert(task);
        self.wakes.set(self.wakes.get() + 1);
        self.task(task).ready_since.set(self.wakes.get());
        let ready = self.ready.get() + 1;
        self.ready.set(ready);
        if ready > 1 {
            self.contended.set(true);
        }
        self.end_grant();
    }

    /// Kills a task: it unwinds when it goes on next, whatever it waits for. One that kills itself unwinds
    /// here.
    pub fn kill(&self, id: TaskId) {
        let task = self.task(id);
        if task.state.get() == State::Done {
            return;
        }
        task.doomed.set(true);
        self.wake(id);
        if id == self.current() {
            self.ending.set(true);
            self.unwind();
        }
    }

    /// Gives the processor away. The decision was made; this is apart from it, so that it is inlined where
    /// the operation is and the processor foresees where it returns to.
    #[inline(always)]
    pub(super) fn suspend(&self) {
        // SAFETY: it is the yielder of the task that is running, which lives on its stack.
        unsafe { (*self.yielder.get()).suspend(()) };
        self.unwind_if_ending();
    }

    /// Unwinds the task that is running, since the run is over.
    #[cold]
    pub(super) fn unwind(&self) {
        if std::thread::panicking() || self.task(self.current()).shielded.get() {
            // It unwinds already, and a destructor came here; or others borrow from it.
            return;
        }
        // Whatever was granted, the next point of one that catches this unwinds it again.
        self.settle();
        let task = self.task(self.current());
        task.caught.set(task.caught.get() + 1);
        if task.caught.get() > MOST_CATCHES {
            if !self.over.get() {
                self.trouble(Trouble::Immortal(self.current()));
            }
            self.give_up();
        }
        match self.over.get() {
            true => resume_unwind(Box::new(Over)),
            false => resume_unwind(Box::new(Killed)),
        }
    }

    /// Something went wrong here: the run is over, and the task that is running does not go on.
    #[cold]
    pub fn end_with(&self, trouble: Trouble) {
        self.trouble(trouble);
        self.finish_run();
        self.suspend();
    }

    /// Leaves the task for ever: it cannot be unwound.
    #[cold]
    pub(super) fn give_up(&self) {
        self.next.set(NOBODY);
        // SAFETY: as in `suspend`. The loop of the run does not resume this task again.
        unsafe { (*self.yielder.get()).suspend(()) };
        unreachable!("a task that was given up is not resumed");
    }

    /// Takes the current task out of those that can go on, and decides who goes on. Says whether to suspend.
    #[inline(never)]
    pub(super) fn block(&self, operation: &Operation, holder: TaskId, place: Place) -> bool {
        self.end_if_low();
        if self.over.get() {
            // A destructor waits for somebody who does not run any more.
            assert!(!self.yielder.get().is_null(), "no task is left to wait for");
            match std::thread::panicking() {
                true => self.give_up(),
                false => self.unwind(),
            }
            // Others borrow from it, and do not come to their end any more.
            self.give_up();
        }
        // It was killed, and caught that.
        self.unwind_if_ending();
        let current = self.current();
        let task = self.task(current);
        if self.atomic.get() {
            self.refuse_to_wait(operation, holder);
        }
        if self.is_extended() {
            self.tell_wait(current);
        }
        task.state.set(State::Waiting);
        task.waits.set(task.waits.get() + 1);
        task.holder.set(holder);
        task.unwinding.set(std::thread::panicking());
        self.runnable.remove(current);
        self.ready.set(self.ready.get() - 1);
        if self.careful.get() {
            self.perform_wait(operation, place);
        }
        if holder != NOBODY && self.is_circle(current, holder) && !self.lets_wait() {
            task.pending.set((*operation, Some(place)));
            return self.end_with_circle();
        }
        let special = self.careful.get() | self.ending.get();
        if let Some(only) = self.only_ready().filter(|_| !special) {
            // Nothing is to be decided, which is so whenever two tasks hand something to and fro.
            self.settle();
            if self.points.get() + 1 < self.limit.get() {
                self.count_decision();
                task.pending.set((*operation, Some(place)));
                self.seat.beat().step(place);
                return self.go_on_with(only, Cause::Blocked);
            }
        }
        self.decide(Cause::Blocked, operation, place)
    }

    /// Ends the run where the stack of the running task is nearly used up: were it to overflow in here, the state of the
    /// run would be left half-way.
    #[inline(always)]
    fn end_if_low(&self) {
        let here = 0u8;
        if (&raw const here).addr() < self.floor.get() {
            self.end_low();
        }
    }

    #[cold]
    #[inline(never)]
    fn end_low(&self) {
        if self.over.get() || self.ending.get() {
            return;
        }
        self.note_overflow();
        self.finish_run();
        self.suspend();
    }

    /// Returns the only runnable task where no timer is set, so that there is nothing to choose. Schedulers that
    /// do not mind other tasks are asked all the same, since they look at every decision.
    #[inline]
    fn only_ready(&self) -> Option<TaskId> {
        if self.ready.get() != 1 || !self.minds_others.get() || self.may_fire() {
            return None;
        }
        match self.runnable.only_word() {
            Some(word) => Some(word.trailing_zeros()),
            None => self.runnable.nth(0),
        }
    }

    /// Whether a timer may fire while tasks are runnable.
    #[inline(always)]
    fn may_fire(&self) -> bool {
        !self.clock.is_empty() && self.early_timers.get()
    }

    /// Goes on with the only task that can, until another one can too.
    #[inline]
    fn go_on_with(&self, only: TaskId, cause: Cause) -> bool {
        self.disturbed.set(true);
        self.go_on(cause, only, FOR_EVER);
        only != self.current.get()
    }

    /// Whether `holder` waits, over others, for `task`.
    fn is_circle(&self, task: TaskId, holder: TaskId) -> bool {
        let mut holder = holder;
        for _ in 0..=self.spawned.get() {
            if holder == task {
                return true;
            }
            let next = self.task(holder);
            if next.state.get() != State::Waiting || next.holder.get() == NOBODY {
                return false;
            }
            holder = next.holder.get();
        }
        false
    }

    /// Decides who goes on at a point: the way that is taken millions of times a second.
    #[inline(never)]
    fn decide_point(&self, operation: &Operation, place: Place) -> bool {
        self.end_if_low();
        let over = self.ending.get() | self.over.get();
        if over | self.careful.get() | self.atomic.get() || std::thread::panicking() {
            return self.decide(Cause::Operation, operation, place);
        }
        let current = self.current.get();
        let at = self.count_decision();
        let points = self.points.get();
        if points >= self.horizon.get() {
            return self.decide_counted(Cause::Operation, at, operation, place);
        }
        let has_timer = self.may_fire();
        let cause = Cause::Operation;
        let disturbed = self.disturbed.replace(false);
        let (default, points) = (current, points - 1);
        let point = Point { run: self, cause, current, default, has_timer, at, points, disturbed };
        let Next { task: chosen, stay: grant } = self.scheduler.borrow_mut().choose(&point);
        if chosen == current {
            self.grant(grant);
            return false;
        }
        if self.recording.get() {
            self.write(at, written(chosen));
        }
        // No task is chosen after a misuse: `go_on` makes `NOBODY` the next one, which ends the run.
        if chosen == CLOCK {
            self.fire();
            let at = self.count_decision();
            return self.decide_counted(cause, at, operation, place);
        }
        self.seat.beat().step(place);
        self.note_switch(operation);
        self.go_on(cause, chosen, grant);
        true
    }

    /// Another task comes before an operation. Of spawning and joining, which are about nothing, nothing is noted.
    #[inline(always)]
    pub(super) fn note_switch(&self, operation: &Operation) {
        self.switched.set(self.switched.get() | operation.object.address);
    }

    /// Something happens that is about no object and whose order is for the schedule to choose: a message is delivered, the
    /// watcher sees an event.
    pub fn note_ordered(&self) {
        self.switched.set(self.switched.get() | 1);
    }

    /// Decides who goes on. Says whether the current task is to be suspended.
    #[inline(never)]
    pub(super) fn decide(&self, cause: Cause, operation: &Operation, place: Place) -> bool {
        let at = self.count_decision();
        if self.ending.get() && cause != Cause::Blocked {
            // Tasks that unwind go through their points without a decision; one that caught it goes on
            // unwinding.
            self.unwind();
            return false;
        }
        if self.over.get() {
            return false;
        }
        self.decide_counted(cause, at, operation, place)
    }

    /// The same for a decision that was counted.
    #[inline]
    fn decide_counted(&self, cause: Cause, at: u64, operation: &Operation, place: Place) -> bool {
        let current = self.current.get();
        self.task(current).pending.set((*operation, Some(place)));
        self.seat.beat().step(place);
        let mut cause = cause;
        if self.points.get() >= self.limit.get() {
            return self.decide_at_limit(cause, at);
        }
        if cause == Cause::Operation {
            if self.owed.get() > 0 {
                self.owed.set(self.owed.get() - 1);
                return false;
            }
            if std::thread::panicking() {
                return self.pass();
            }
            if self.points.get() >= self.horizon.get() {
                cause = Cause::Yield;
            }
        } else {
            // As where points are not looked at one by one: whatever is no point ends the grant.
            self.owed.set(0);
        }
        if self.atomic.get() && cause != Cause::Blocked {
            return self.pass();
        }
        self.choose(cause, at)
    }

    /// A watched run comes here at every point; any other has come to no end.
    #[cold]
    #[inline(never)]
    fn decide_at_limit(&self, cause: Cause, at: u64) -> bool {
        if self.is_watched() {
            return self.decide_watched(cause, at);
        }
        self.trouble(Trouble::Livelock);
        self.finish_run()
    }

    /// Passes a scheduling point without a choice: the task goes on.
    pub(super) fn pass(&self) -> bool {
        if self.careful.get() {
            self.scheduler.borrow_mut().passed();
        }
        false
    }

    /// Asks the scheduler for the next task, again after each timer that it chooses first.
    #[inline]
    fn choose(&self, mut cause: Cause, mut at: u64) -> bool {
        let current = self.current.get();
        loop {
            if self.ready.get() == 0 {
                if self.clock.is_empty() || self.is_left_to_futures() {
                    self.trouble_if_stuck();
                    return self.finish_run();
                }
                self.fire();
                continue;
            }
            let default = match cause {
                Cause::Operation => current,
                Cause::Yield | Cause::Blocked => self.runnable.after(current).unwrap_or(current),
            };
            let has_timer = self.may_fire();
            if has_timer {
                self.contended.set(true);
            }
            if let Some(only) = self.only_ready() {
                return self.go_on_with(only, cause);
            }
            let points = self.points.get() - 1;
            let disturbed = self.disturbed.replace(false);
            let point =
                Point { run: self, cause, current, default, has_timer, at, points, disturbed };
            let Next { task: chosen, stay: grant } = self.scheduler.borrow_mut().choose(&point);
            if chosen == NOBODY {
                return self.finish_run();
            }
            if chosen != default {
                self.write(at, written(chosen));
            }
            if chosen == CLOCK {
                self.fire();
                at = self.count_decision();
                if self.points.get() >= self.limit.get() {
                    self.trouble(Trouble::Livelock);
                    return self.finish_run();
                }
                if cause == Cause::Operation && self.points.get() >= self.horizon.get() {
                    cause = Cause::Yield;
                }
                continue;
            }
            if cause == Cause::Operation && chosen != current {
                self.note_switch(&self.task(current).pending.get().0);
            }
            if self.careful.get() && chosen != default {
                self.record.borrow_mut().switched_to = chosen;
            }
            self.go_on(cause, chosen, grant);
            return chosen != current;
        }
    }

    /// Goes on with a task. One that stays at a point has as many points left before it makes way as it had,
    /// so that how often a scheduler is asked changes nothing.
    #[inline]
    fn go_on(&self, cause: Cause, chosen: TaskId, grant: u64) {
        self.next.set(chosen);
        if cause != Cause::Operation || chosen != self.current.get() {
            self.horizon.set(self.limit.get().min(self.points.get() + QUANTUM));
        }
        self.grant(grant);
    }

    /// So many of the coming points are no decisions, unless something has to be looked at before.
    #[inline]
    fn grant(&self, grant: u64) {
        let most = (self.horizon.get() - 1).saturating_sub(self.points.get());
        let grant = grant.min(most);
        match self.careful.get() {
            true => self.owed.set(grant),
            false => {
                self.granted.set(grant);
                self.countdown.set(grant);
            }
        }
    }

    /// Ends the grant: the next scheduling point is a decision, since other tasks are runnable than before.
    #[inline]
    pub fn end_grant(&self) {
        if self.minds_others.get() {
            self.settle();
            self.owed.set(0);
            self.disturbed.set(true);
        }
    }

    /// How many points there were so far.
    pub(crate) fn points_passed(&self) -> u64 {
        self.points.get() + self.granted.get() - self.countdown.get()
    }

    /// Counts the points that were passed without a decision, and ends the grant.
    #[inline]
    pub(super) fn settle(&self) {
        let passed = self.granted.get() - self.countdown.get();
        self.granted.set(0);
        self.countdown.set(0);
        let task = self.task(self.current.get());
        task.passed.set(task.passed.get() + passed);
        self.points.set(self.points.get() + passed);
    }

    /// Counts a decision of the current task, and says how many it came to before.
    #[inline]
    pub(super) fn count_decision(&self) -> u64 {
        let passed = self.granted.get() - self.countdown.get();
        self.granted.set(0);
        self.countdown.set(0);
        let task = self.task(self.current.get());
        let at = task.passed.get() + passed;
        task.passed.set(at + 1);
        self.points.set(self.points.get() + passed + 1);
        at
    }

    pub(super) fn write(&self, at: u64, choice: u64) {
        let source = self.source.get();
        if choice != 0 && self.careful.get() {
            self.record.borrow_mut().switches += 1;
        }
        if choice != 0 && !source.is_null() {
            let decision = KeyedChoice { owner: self.current.get(), at, choice };
            // SAFETY: the source is borrowed for the run and used by nobody else meanwhile.
            unsafe { (*source).write_keyed(decision) };
        }
    }

    /// Nobody goes on: the loop of the run ends it.
    pub(super) fn finish_run(&self) -> bool {
        self.next.set(NOBODY);
        true
    }

    /// Lets time go on to the next timer, and wakes who waits for it.
    pub(super) fn fire(&self) {
        if self.careful.get() {
            self.clock.note_fire();
        }
        let Some(due) = self.clock.next_timer() else { return };
        if self.careful.get() {
            self.perform_time();
        }
        let timer = match due {
            Due::Wake(waker) => return waker.wake(),
            Due::Wait(timer) => timer,
        };
        let task = self.task(timer.task);
        if task.state.get() == State::Waiting && task.waits.get() == timer.wait {
            task.timed_out.set(true);
            self.wake(timer.task);
        }
    }

    /// Keeps the current task from being unwound.
    pub fn shield(&self) -> Shield<'_> {
        let task = self.task(self.current());
        Shield { task, outer: task.shielded.replace(true) }
    }

    /// Unwinds the current task if it is to be.
    #[inline(always)]
    pub fn unwind_if_ending(&self) {
        if self.ending.get() {
            self.unwind();
        }
    }

    /// Puts a task behind all others, as if it had been able to go on before them.
    pub fn make_last(&self, task: TaskId) {
        self.wakes.set(self.wakes.get() + 1);
        self.task(task).ready_since.set(-self.wakes.get());
    }

    /// Wakes a task that is parked.
    pub fn wake_parked(&self, task: TaskId) {
        if self.task(task).pending.get().0.verb == Verb::Park {
            self.wake(task);
        }
    }

    /// Whether the current task unwinds from a panic, or since it was killed: not because the run is over,
    /// which locks that outlive the run must not be poisoned by.
    #[inline]
    pub fn is_panicking(&self) -> bool {
        std::thread::panicking() && !self.over.get() && self.unwinds_here()
    }

    /// Whether the current task unwinds. Another one may do so and have been suspended on the way; then the
    /// thread of the system counts as panicking all the same.
    #[inline]
    pub fn is_unwinding(&self) -> bool {
        std::thread::panicking() && self.unwinds_here()
    }

    #[cold]
    fn unwinds_here(&self) -> bool {
        let others = (0..self.spawned.get()).filter(|id| *id != self.current());
        let elsewhere = others.into_iter().any(|id| self.task(id).unwinding.get());
        !elsewhere || self.task(self.current()).unwinding.get()
    }
}

/// While it is alive, the task is not unwound.
pub(crate) struct Shield<'a> {
    task: &'a Task,
    outer: bool,
}

impl Drop for Shield<'_> {
    fn drop(&mut self) {
        self.task.shielded.set(self.outer);
    }
}
