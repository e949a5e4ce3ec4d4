//! Futures as tasks.
//!
//! A future needs no stack while it waits, so futures share one: a worker polls whichever is chosen next,
//! and goes from one to the other by a return and a call. Only where a future is left in the middle of
//! being polled, because code in it waits as a thread does, it keeps the worker's stack, and another worker
//! goes on with the rest.

use std::any::Any;
use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};

use corosensei::Yielder;

use super::coroutine::Coroutine;
use super::task::Awaited;
use super::{
    NOBODY, Object, Operation, Place, Run, Spawning, State, TaskId, TaskKind, Verb, current,
};
use crate::Killed;
use crate::scheduler::Cause;

/// A future that was spawned. What it comes to it leaves somewhere itself.
pub(crate) type Polled = Pin<Box<dyn Future<Output = ()>>>;

/// A stack that futures are polled on.
pub(crate) struct Worker {
    coroutine: Coroutine,
    yielder: Cell<*const Yielder<(), ()>>,
    /// It is between two futures.
    idle: Cell<bool>,
}

const WAITS: Operation = Operation::new(Verb::Poll, Object::NONE);
const YIELDS: Operation = Operation::new(Verb::Poll, Object::EVERYTHING);

impl Run {
    /// Adds a task that polls a future.
    pub fn add_future(&self, spawning: Spawning, future: Polled) -> TaskId {
        let spawned = spawning.place;
        let id = self.add_slot(spawning, None);
        // SAFETY: the slot is that of no task that runs.
        unsafe { *self.task(id).future.get() = Some(future) };
        self.announce(id, spawned);
        id
    }

    /// Goes on with a future, and with others after it. Says whether the task that ran last is at its end,
    /// which never is so: workers see to that themselves.
    pub(super) fn resume_future(&self, id: TaskId) {
        let task = self.task(id);
        let bound = task.worker.replace(std::ptr::null_mut());
        let worker = match bound.is_null() {
            false => bound,
            true => match self.idle_worker.replace(std::ptr::null_mut()) {
                idle if !idle.is_null() => idle,
                _ => self.workers.borrow_mut().pop().unwrap_or_else(|| self.new_worker()),
            },
        };
        // SAFETY: workers live until the run's thread ends or they are reset; this one is not running.
        unsafe {
            (*worker).idle.set(false);
            self.yielder.set((*worker).yielder.get());
            self.running.set(&raw const (*worker).coroutine);
            self.floor.set((*worker).coroutine.floor());
            if (*worker).coroutine.resume() {
                // Its stack overflowed: nothing else ends it.
                self.stacks.put(Box::from_raw(worker).coroutine.reset());
                return;
            }
            match (*worker).idle.get() {
                true if self.idle_worker.get().is_null() => self.idle_worker.set(worker),
                true => self.workers.borrow_mut().push(worker),
                // It was left in the middle of a future, which need not be the one it began with.
                false => self.task(self.current()).worker.set(worker),
            }
        }
    }

    fn new_worker(&self) -> *mut Worker {
        let run = &raw const *self;
        // The coroutine needs to know where its worker is, which holds it.
        let place = Box::into_raw(Box::<Worker>::new_uninit());
        let worker = place.cast::<Worker>();
        // SAFETY: a worker is used by the run of its thread alone, which outlives it; whatever unwinds is
        // caught in `work`. The place is written before it is read.
        unsafe {
            let coroutine = Coroutine::new(self.stacks.take(None), move |yielder| {
                (*worker).yielder.set(&raw const *yielder);
                (*run).yielder.set(&raw const *yielder);
                (*run).work(&*worker);
            });
            let (yielder, idle) = (Cell::new(std::ptr::null()), Cell::new(false));
            worker.write(Worker { coroutine, yielder, idle });
        }
        worker
    }

    /// Polls futures for ever.
    fn work(&self, worker: &Worker) {
        loop {
            self.poll_current();
            worker.idle.set(true);
            let next = self.next.get();
            if next != NOBODY && self.is_free_future(next) && !self.over.get() {
                worker.idle.set(false);
                self.current.set(next);
                continue;
            }
            // SAFETY: it is the yielder of this worker, which lives on its stack.
            unsafe { (*worker.yielder.get()).suspend(()) };
        }
    }

    /// Whether the task is a future that is not in the middle of being polled.
    #[inline]
    fn is_free_future(&self, id: TaskId) -> bool {
        let task = self.task(id);
        task.kind.get() == TaskKind::Future && task.worker.get().is_null()
    }

    /// Polls the future of the current task, and decides who goes on.
    fn poll_current(&self) {
        let id = self.current();
        let task = self.task(id);
        let polled = match task.doomed.get() {
            true => Err(Box::new(Killed) as Box<dyn Any + Send>),
            false => catch_unwind(AssertUnwindSafe(|| self.poll(id))),
        };
        match polled {
            Ok(Poll::Pending) => {
                let place = match task.parked.get() {
                    true => task.parked_at.get(),
                    false => task.spawned.get(),
                };
                let place = place.unwrap_or(std::panic::Location::caller());
                match task.woken.replace(false) {
                    // It was woken while it was polled.
                    true => {
                        self.touch(Object::EVERYTHING.address, true);
                        self.decide(Cause::Yield, &YIELDS, place)
                    }
                    false => self.block(&WAITS, NOBODY, place),
                };
            }
            Ok(Poll::Ready(())) if task.parked.get() => self.unpark_thread(id, None),
            Err(payload) if task.parked.get() => self.unpark_thread(id, Some(payload)),
            Ok(Poll::Ready(())) => self.end_future(id, None),
            Err(payload) => self.end_future(id, Some(payload)),
        }
    }

    /// What a thread awaits is there: the thread itself goes on, on its own stack. That is no decision.
    fn unpark_thread(&self, id: TaskId, payload: Option<Box<dyn Any + Send>>) {
        let task = self.task(id);
        task.kind.set(task.parked_kind.get());
        task.parked.set(false);
        task.payload.set(payload);
        // SAFETY: it is not polled any more.
        unsafe { *task.future.get() = None };
        if !self.over.get() {
            self.next.set(id);
        }
    }

    #[inline]
    fn poll(&self, id: TaskId) -> Poll<()> {
        let waker = self.waker(id);
        self.task(id).awaited.borrow_mut().clear();
        // SAFETY: only the worker that polls the task uses its future, and no other has the task.
        match unsafe { &mut *self.task(id).future.get() } {
            Some(future) => future.as_mut().poll(&mut Context::from_waker(&waker)),
            None => Poll::Ready(()),
        }
    }

    fn end_future(&self, id: TaskId, payload: Option<Box<dyn Any + Send>>) {
        let task = self.task(id);
        // SAFETY: it is not polled any more.
        let future = unsafe { (*task.future.get()).take() };
        // What it holds is dropped while the task still runs.
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(future)));
        let dropped = dropped.and(task.drop_locals());
        if let Some(payload) = payload.or(dropped.err()) {
            task.unwound(payload);
        }
        match self.over.get() {
            true => task.state.set(State::Done),
            false => self.end_task(id),
        }
    }

    /// Ends a future that is left when the run is over; where it is only to be leaked, that. Says whether
    /// its task could be ended. A stack that may be `borrowed` from is not used again.
    ///
    /// What a thread awaits is only taken back: the thread itself is unwound after that.
    pub(super) fn clear_future(&self, id: TaskId, leak: bool, borrowed: bool) -> bool {
        let task = self.task(id);
        let worker = task.worker.replace(std::ptr::null_mut());
        let mut ended = true;
        if !worker.is_null() {
            // SAFETY: the worker is not running. One that is given up is used no more.
            unsafe {
                if !leak {
                    self.current.set(id);
                    self.yielder.set((*worker).yielder.get());
                    (*worker).coroutine.resume();
                }
                ended = (*worker).idle.get();
                match ended {
                    true => self.workers.borrow_mut().push(worker),
                    // It is left as it is, for good.
                    false if borrowed || !leak => {}
                    false => self.stacks.put(Box::from_raw(worker).coroutine.reset()),
                }
            }
        }
        // SAFETY: it is not polled any more.
        let future = unsafe { (*task.future.get()).take() };
        if task.parked.replace(false) {
            task.kind.set(task.parked_kind.get());
            std::mem::forget(future);
            return ended;
        }
        if leak || !ended {
            std::mem::forget(future);
            return ended;
        }
        // It is dropped here, where nothing can be unwound and nobody waited for.
        self.ending.set(false);
        self.yielder.set(std::ptr::null());
        self.current.set(id);
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(future)));
        std::mem::forget(dropped.and(task.drop_locals()));
        self.ending.set(true);
        task.state.set(State::Done);
        true
    }

    /// Wakes a task that awaits something; one that is running will look once more.
    #[inline]
    pub fn wake_future(&self, id: TaskId) {
        let task = self.task(id);
        self.touch(Object::FUTURES.address, true);
        let awaits = task.pending.get().0.verb == Verb::Poll;
        match task.state.get() {
            State::Waiting if awaits => self.wake(id),
            State::Done => {}
            _ => task.woken.set(true),
        }
    }

    /// Kills a future where it waits next. One that is being polled now is at its end when it waits.
    pub fn kill_future(&self, id: TaskId) {
        let task = self.task(id);
        if task.state.get() == State::Done {
            return;
        }
        task.doomed.set(true);
        task.woken.set(true);
        // In the middle of being polled it may wait as a thread does, and goes on with that.
        if self.is_free_future(id) {
            self.wake(id);
        }
    }

    /// Says what the future that is being polled awaits, for those who read why nobody goes on.
    pub fn awaits(&self, operation: Operation, holder: TaskId, place: Place) {
        let awaited = Awaited { operation, holder, place };
        self.task(self.current()).awaited.borrow_mut().push(awaited);
    }

    /// Kills the futures of a runtime, but for the current task, and waits for their end.
    pub fn end_runtime(&self, runtime: u64, place: Place) {
        let own = self.current();
        let of_runtime = |id: &TaskId| {
            let task = self.task(*id);
            let is_future = task.is_future() && task.state.get() != State::Done;
            *id != own && is_future && task.runtime.get() == runtime
        };
        (0..self.spawned.get()).filter(of_runtime).for_each(|id| self.kill_future(id));
        if std::thread::panicking() || self.is_over() {
            return;
        }
        while let Some(id) = (0..self.spawned.get()).find(of_runtime) {
            self.kill_future(id);
            self.task(id).joiners.insert(own);
            self.wait(&Operation::new(Verb::Join, Object::NONE), id, place);
        }
    }

    /// What wakes a task of this run. It owns nothing: it is the numbers of the run and of the task.
    #[inline]
    pub fn waker(&self, task: TaskId) -> Waker {
        let word = (self.id() << TASK_BITS) as usize | task as usize;
        let raw = RawWaker::new(std::ptr::without_provenance(word), &WAKER);
        // SAFETY: the functions of the table look at nothing but the numbers.
        unsafe { Waker::from_raw(raw) }
    }

    /// Polls a future as the current task until it is ready.
    ///
    /// A thread gives its stack up meanwhile: a worker polls the future for it, so that going from it to
    /// other futures takes no change of stacks.
    pub fn block_on<T>(&self, future: impl Future<Output = T>, place: Place) -> T {
        let id = self.current();
        let task = self.task(id);
        if task.kind.get() == TaskKind::Future || self.over.get() || std::thread::panicking() {
            return self.block_on_here(future, place);
        }
        let value = Cell::new(None);
        let future = std::pin::pin!(async { value.set(Some(future.await)) });
        let borrowed: Pin<&mut dyn Future<Output = ()>> = future;
        // SAFETY: the future lives in this frame, which is not left before a worker is done with it: the
        // task goes on only when `unpark_thread` took the reference back, or when the run is over and
        // `clear_away` did.
        let borrowed: Pin<&'static mut dyn Future<Output = ()>> =
            unsafe { std::mem::transmute(borrowed) };
        // SAFETY: the slot is that of this task, which polls nothing else.
        unsafe { *task.future.get() = Some(Box::pin(borrowed)) };
        task.parked_kind.set(task.kind.replace(TaskKind::Future));
        task.parked.set(true);
        task.parked_at.set(Some(place));
        task.woken.set(false);
        self.next.set(id);
        // SAFETY: it is the yielder of this task. What has to be unwound is, below, when the future is free.
        unsafe { (*self.yielder.get()).suspend(()) };
        if let Some(payload) = task.payload.take() {
            std::panic::resume_unwind(payload);
        }
        self.unwind_if_ending();
        value.take().expect("the future is ready")
    }

    /// The same on the stack of the current task, for one that is polled already or unwinds.
    fn block_on_here<T>(&self, future: impl Future<Output = T>, place: Place) -> T {
        let mut future = std::pin::pin!(future);
        let task = self.current();
        let waker = self.waker(task);
        loop {
            self.task(task).woken.set(false);
            self.task(task).awaited.borrow_mut().clear();
            if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return value;
            }
            match self.task(task).woken.replace(false) {
                // It was woken while it was polled. Others must get their turn all the same: it may wait
                // for them in this way.
                true => self.make_way(Verb::Yield, place),
                false => self.wait(&WAITS, NOBODY, place),
            }
        }
    }
}

/// How many bits of a waker are the number of the task.
const TASK_BITS: u32 = 24;

static WAKER: RawWakerVTable =
    RawWakerVTable::new(|word| RawWaker::new(word, &WAKER), wake, wake, |_| {});

/// The task that a waker wakes, if it is one of a run.
pub(super) fn task_of(waker: &Waker) -> Option<TaskId> {
    let is_own = std::ptr::eq(waker.vtable(), &WAKER);
    is_own.then(|| (waker.data().addr() & ((1 << TASK_BITS) - 1)) as TaskId)
}

fn wake(word: *const ()) {
    let word = word.addr();
    let task = (word & ((1 << TASK_BITS) - 1)) as TaskId;
    // From elsewhere, or after the run, it wakes nobody.
    if let Some(run) =
        current().filter(|run| (run.id() << TASK_BITS) as usize == word - task as usize)
    {
        run.wake_future(task);
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let idle = Some(self.idle_worker.get()).filter(|worker| !worker.is_null());
        for worker in self.workers.take().into_iter().chain(idle) {
            // SAFETY: idle workers hold nothing on their stacks that anybody uses.
            unsafe { drop(Box::from_raw(worker).coroutine.reset()) };
        }
    }
}
