//! The loop of a run: resuming tasks until none goes on, and clearing away what is left.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Waker;

use lawful_core::choice::Source;
use lawful_core::data::Trace;
use lawful_core::generate::Misuse;

use super::coroutine::Coroutine;
use super::stuck::Trouble;
use super::{
    CURRENT, NOBODY, Needs, OWN, Operation, Place, Run, Spawning, State, Task, TaskId, TaskKind,
    Watcher,
};
use crate::scheduler::{Algorithm, Cause, Estimate, TaskEstimate};
use crate::watch::RunEnd;

/// How a run is to be done.
pub(crate) struct Orders<'a> {
    pub scheduler: Algorithm,
    /// Where decisions are written, if they are.
    pub source: Option<&'a mut Source>,
    /// How many decisions there may be.
    pub limit: u64,
    /// Whether every operation is to be looked at, trace or not.
    pub careful: bool,
    /// Whether a trace is wanted.
    pub traced: bool,
    pub needs: Needs,
    /// Whether counts of `Arc`s of std are said not to matter.
    pub ignores_counts: bool,
    /// Whether timers may fire while tasks are runnable.
    pub early_timers: bool,
    /// Watcher of the run, if there is one.
    pub watcher: Option<Watcher>,
}

/// How a run ended.
pub(crate) struct Ended<T> {
    /// What the body gave, or what it unwound with; missing if it did not come to its end.
    pub body: Option<Result<T, Box<dyn Any + Send>>>,
    pub wrong: Option<Box<Wrong>>,
    pub trace: Option<Box<Trace>>,
    /// What the program turned out to need; if the run did not do that, it says nothing.
    pub needs: Needs,
    pub lacking: bool,
    /// End of a watched run; missing if there is nothing to be judged.
    pub watched: Option<Box<RunEnd>>,
}

/// What went wrong with a run.
pub(crate) struct Wrong {
    pub trouble: Trouble,
    /// The panic that broke the law, if one did: message and place.
    pub panic: Option<(String, String)>,
    /// The trouble in words.
    pub told: String,
}

/// Runs a body as the first task of a run, and those that it spawns.
pub(crate) fn execute<T>(
    body: &dyn Fn() -> T,
    orders: Orders<'_>,
    estimate: &mut Estimate,
) -> Ended<T> {
    if !CURRENT.get().is_null() {
        let message = "a scheduled law runs inside of another: its tasks would be one task of the other; run \
                       the inner body as a part of the outer one, or in a test of its own";
        std::panic::resume_unwind(Box::new(Misuse::new(message)));
    }
    OWN.with(|run| run.execute(body, orders, estimate))
}

impl Run {
    fn execute<T>(
        &self,
        body: &dyn Fn() -> T,
        orders: Orders<'_>,
        estimate: &mut Estimate,
    ) -> Ended<T> {
        let traced = orders.traced;
        self.begin(orders);
        let mut result = None;
        let place = &mut result;
        // SAFETY: what the body borrows and the place of its result live in this frame, which is left
        // only when every task of the run is at its end or was reset.
        unsafe {
            self.add_task(Spawning::root(), None, move || *place = Some(body()));
        }
        self.next.set(0);
        CURRENT.set(&raw const *self);
        super::overflow::install();
        super::watchdog::start();
        self.resume_all();
        self.running.set(std::ptr::null());
        self.floor.set(0);
        let is_watched = self.is_watched();
        if is_watched {
            self.finish_watched();
        }
        let wrong = self.take_trouble().map(|trouble| {
            let (told, panic) = (self.tell(&trouble), self.panic_behind(&trouble));
            Box::new(Wrong { trouble, panic, told })
        });
        self.estimate(estimate);
        let trouble = wrong.as_deref().map(|wrong| &wrong.trouble);
        let watched = if is_watched { self.take_watched(trouble, traced) } else { None };
        // The trace is that of the program, not of its being cleared away.
        let trace = traced.then(|| Box::new(self.take_trace()));
        let root = self.task(0);
        let ended = root.state.get() == State::Done;
        let payload = root.payload.take();
        self.clear_away();
        CURRENT.set(std::ptr::null());
        self.seat.end();
        self.clear_extensions();
        if is_watched {
            self.stop_watching();
        }
        if let Some(Wrong { trouble: Trouble::Misuse(message), .. }) = wrong.as_deref() {
            // Here no task runs any more: none can catch this.
            Misuse::raise(message);
        }
        // What a body does that is cleared away is not what it came to.
        let body = match payload {
            Some(payload) => Some(Err(payload)),
            None => result.filter(|_| ended).map(Ok),
        };
        let (needs, lacking) = (self.needs.get(), self.lacking.get());
        Ended { body, wrong, trace, needs, lacking, watched }
    }

    fn begin(&self, orders: Orders<'_>) {
        self.id.set(self.seat.begin());
        self.countdown.set(0);
        self.granted.set(0);
        self.owed.set(0);
        self.current.set(0);
        self.ending.set(false);
        self.over.set(false);
        self.lost.set(false);
        self.stopped.set(false);
        self.first_panic.set(NOBODY);
        self.atomic.set(false);
        self.clear_extensions();
        let observes = orders.watcher.as_ref().is_some_and(|(_, limits)| limits.observes_any());
        self.careful.set(orders.traced || orders.careful || orders.needs.clocks || observes);
        self.footprint.borrow_mut().clear();
        self.needs.set(orders.needs);
        self.special.set(self.careful.get() || orders.needs.unlocks);
        self.lacking.set(false);
        self.runnable.clear();
        self.ready.set(0);
        self.points.set(0);
        self.contended.set(false);
        self.switched.set(0);
        self.limit.set(orders.limit);
        self.horizon.set(orders.limit.min(super::point::QUANTUM));
        if let Some(watcher) = orders.watcher {
            self.begin_watching(watcher);
        }
        self.spawned.set(0);
        self.any_owns.set(false);
        self.accesses.set(0);
        self.ignores_counts.set(orders.ignores_counts);
        self.early_timers.set(orders.early_timers);
        self.clock.reset();
        self.minds_others.set(orders.scheduler.minds_others());
        self.disturbed.set(true);
        self.scheduler.replace(orders.scheduler);
        let source = orders.source.map_or(std::ptr::null_mut(), |source| &raw mut *source);
        self.source.set(source);
        self.recording.set(!source.is_null() || self.careful.get());
        let has_things = self.has_things.replace(false);
        if self.careful.get() {
            self.record.borrow_mut().reset(orders.traced, orders.needs.clocks);
        } else if has_things {
            self.record.borrow_mut().things.clear();
        }
    }

    /// Adds a task, which can go on at once.
    ///
    /// # Safety
    ///
    /// What `body` borrows must live until the task is at its end.
    pub(crate) unsafe fn add_task(
        &self,
        spawning: Spawning,
        name: Option<String>,
        body: impl FnOnce(),
    ) -> TaskId {
        let (spawned, stack) = (spawning.place, self.stacks.take(spawning.stack));
        let id = self.add_slot(spawning, name);
        let task = self.task(id);
        let slot = &raw const *task;
        // SAFETY: the caller promises that what is borrowed lives; the slot does so too, since slots are
        // never given back. Whatever unwinds is caught.
        let coroutine = unsafe {
            Coroutine::new(stack, move |yielder| {
                let task = &*slot;
                task.yielder.set(&raw const *yielder);
                let run = super::current();
                if let Some(run) = run {
                    run.yielder.set(&raw const *yielder);
                }
                let body = move || {
                    // One that was killed before it began: what it would have used is dropped here, on
                    // its own stack, since destructors may come to points.
                    if let Some(run) = run.filter(|run| run.ending.get()) {
                        drop(body);
                        run.unwind();
                    } else {
                        body();
                    }
                };
                let ended = catch_unwind(AssertUnwindSafe(body));
                // However it ended, and here too since destructors may come to points.
                let dropped = task.drop_locals();
                if let Err(payload) = ended.and(dropped) {
                    task.unwound(payload);
                }
            })
        };
        task.stack.set((coroutine.stack().start, coroutine.stack().end));
        // SAFETY: the slot is that of no task that runs.
        unsafe { *task.coroutine.get() = Some(coroutine) };
        self.announce(id, spawned);
        id
    }

    /// A slot for one more task.
    pub(super) fn add_slot(&self, spawning: Spawning, name: Option<String>) -> TaskId {
        let id = self.spawned.get();
        self.spawned.set(id + 1);
        if spawning.owns {
            self.any_owns.set(true);
        }
        // SAFETY: no reference to the list is alive; those to tasks are to what the boxes hold.
        let tasks = unsafe { &mut *self.tasks.get() };
        if tasks.len() <= id as usize {
            tasks.push(Box::new(Task::new()));
        }
        let task = self.task(id);
        let parent = if id == 0 { NOBODY } else { self.current() };
        task.begin(spawning, parent);
        if parent != NOBODY {
            task.runtime.set(self.task(parent).runtime.get());
        }
        if name.is_some() {
            *task.name.borrow_mut() = name;
        }
        id
    }

    /// A task was added, and can go on.
    pub(super) fn announce(&self, id: TaskId, spawned: Option<Place>) {
        if self.careful.get() {
            self.task(id).held.borrow_mut().clear();
            self.perform_spawn(id, spawned);
        }
        if id != 0 {
            self.scheduler.borrow_mut().spawned(self.current(), id);
        }
        self.add_ready(id);
    }

    /// Whether an address lies on the stack of a task, so that it is borrowed by whoever else uses it.
    pub(crate) fn is_on_a_stack(&self, address: usize) -> bool {
        let holds = |id: u32| {
            let (start, end) = self.task(id).stack.get();
            (start..end).contains(&address)
        };
        (0..self.spawned.get()).any(holds)
    }

    /// Whether the drop of an `Arc` of std may order what the first task did before what the second one does: nothing
    /// is seen of such a drop. Both must own something for that, and not borrow what they share.
    pub(crate) fn may_be_ordered_by_count(
        &self,
        first: TaskId,
        second: TaskId,
        address: usize,
    ) -> bool {
        // The body owns what it shares if those that it spawns own anything.
        let owns =
            |id: TaskId| if id == 0 { self.any_owns.get() } else { self.task(id).owns.get() };
        !self.ignores_counts.get() && owns(first) && owns(second) && !self.is_on_a_stack(address)
    }

    fn resume_all(&self) {
        loop {
            let next = self.next.get();
            if next == NOBODY {
                return;
            }
            self.current.set(next);
            let task = self.task(next);
            if task.kind.get() == TaskKind::Future {
                // One that is to be aborted is dropped where it awaits something, and not unwound.
                self.ending.set(false);
                self.resume_future(next);
            } else if self.resume(next) {
                if self.lost.get() {
                    return;
                }
                self.end_task(next);
            }
        }
    }

    /// Resumes a task. Says whether it is at its end.
    #[inline(always)]
    fn resume(&self, id: TaskId) -> bool {
        let task = self.task(id);
        self.yielder.set(task.yielder.get());
        self.ending.set(task.doomed.get());
        // SAFETY: only this loop has to do with coroutines, and it is not in one.
        let Some(coroutine) = (unsafe { &mut *task.coroutine.get() }) else { return true };
        self.running.set(&raw const *coroutine);
        self.floor.set(coroutine.floor());
        coroutine.resume()
    }

    /// A task is at its end: its stack is free, and those that wait for it go on.
    pub(super) fn end_task(&self, id: TaskId) {
        let task = self.task(id);
        task.state.set(State::Done);
        self.runnable.remove(id);
        self.ready.set(self.ready.get() - 1);
        // SAFETY: the coroutine is at its end.
        if let Some(coroutine) = unsafe { (*task.coroutine.get()).take() } {
            // SAFETY: nothing is left on its stack.
            self.stacks.put(unsafe { coroutine.reset() });
        }
        if self.first_panic.get() == NOBODY && task.panicked.borrow().is_some() {
            self.first_panic.set(id);
        }
        if self.careful.get() {
            self.touch(self.end_of_task(id).address, true);
            self.perform_end(id);
        }
        self.tell_end(id);
        self.wake_all(&task.joiners);
        if !task.awaiting.borrow().is_empty() {
            let awaiting = std::mem::take(&mut *task.awaiting.borrow_mut());
            awaiting.into_iter().for_each(Waker::wake);
        }
        if id == 0 && task.panicked.borrow().is_some() {
            // The body panicked: what the others would do says nothing more.
            self.trouble(Trouble::Panic(0));
            self.next.set(NOBODY);
            return;
        }
        if let Some(place) = task.pending.get().1 {
            let operation = Operation::new(super::Verb::Join, super::Object::NONE);
            self.decide(Cause::Blocked, &operation, place);
        } else {
            self.decide(Cause::Blocked, &task.pending.get().0, std::panic::Location::caller());
        }
    }

    /// Ends the tasks that are left: each is unwound, the last one first, since it may have borrowed from
    /// those before it.
    fn clear_away(&self) {
        self.ending.set(true);
        self.over.set(true);
        let spawned = self.spawned.get();
        // What the stack of a lost task held was not unwound, and others may have borrowed from it.
        let mut reset = self.lost.get();
        // Whatever borrows from a task that cannot be unwound, a thread of the system say, may go on to do so: its stack
        // is not used again.
        let mut borrowed = self.stopped.get();
        for id in (0..spawned).rev() {
            let task = self.task(id);
            if task.kind.get() == TaskKind::Future && task.state.get() != State::Done {
                let parked = task.parked.get();
                let ended = self.clear_future(id, reset, borrowed);
                (reset, borrowed) = (reset || !ended, borrowed || !ended && !reset);
                if !parked {
                    continue;
                }
            }
            // SAFETY: no task is running.
            let Some(mut coroutine) = (unsafe { (*task.coroutine.get()).take() }) else { continue };
            if !reset {
                self.current.set(id);
                self.yielder.set(task.yielder.get());
                let ended = coroutine.resume();
                task.state.set(State::Done);
                // What could not be unwound may be borrowed by nobody any more, but may borrow from those
                // before it: they stay as well.
                (reset, borrowed) = (reset || !ended, borrowed || !ended);
            }
            if borrowed {
                std::mem::forget(coroutine);
                continue;
            }
            // SAFETY: the task was unwound, or it overflowed, and it and those that could reach its stack are given up.
            self.stacks.put(unsafe { coroutine.reset() });
        }
        // What destructors spawned on the way does not run, and may have borrowed what is gone.
        for id in spawned..self.spawned.get() {
            let task = self.task(id);
            // SAFETY: the task has not begun, and nobody else has to do with its slot.
            unsafe {
                std::mem::forget((*task.future.get()).take());
                if let Some(coroutine) = (*task.coroutine.get()).take() {
                    self.stacks.put(coroutine.reset());
                }
            }
        }
        self.ending.set(false);
        self.yielder.set(std::ptr::null());
        (0..self.spawned.get()).for_each(|id| self.task(id).leave(reset));
        self.over.set(false);
    }

    fn estimate(&self, estimate: &mut Estimate) {
        self.settle();
        estimate.points = self.points.get();
        estimate.has_choices = self.contended.get();
        // A single task comes to its end, which is a decision, and to whatever else it comes.
        let alone = self.spawned.get() == 1;
        estimate.has_operations =
            if alone { estimate.points > 1 } else { self.switched.get() != 0 };
        estimate.tasks.clear();
        let tasks = (0..self.spawned.get()).map(|id| self.task(id));
        estimate.tasks.extend(tasks.map(|task| TaskEstimate {
            points: task.passed.get(),
            parent: Some(task.parent.get()).filter(|parent| *parent != NOBODY),
        }));
    }
}
