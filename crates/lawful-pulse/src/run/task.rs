//! A task: a stack of its own, and what is known of it.

use std::any::Any;
use std::cell::{Cell, RefCell, UnsafeCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Waker;

use corosensei::Yielder;
use lawful_core::law::panicked;

use super::coroutine::Coroutine;
use super::operation::{Object, Operation, Place, Verb};
use super::point::Over;
use super::set::TaskSet;
use super::worker::{Polled, Worker};
use super::{NOBODY, TaskId};
use crate::Killed;

/// What a task can do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It can go on.
    Ready,
    /// It waits for others.
    Waiting,
    /// It is at its end.
    Done,
}

/// What kind of task it is: what it means that it never ends depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    /// A thread: one that waits for ever is a leak.
    Thread,
    /// A future that was spawned: it is dropped with its runtime.
    Future,
    /// A process: a server waits for messages as long as there is a world.
    Process,
}

/// Something that a future awaits: what, who holds it, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awaited {
    pub operation: Operation,
    pub holder: TaskId,
    pub place: Place,
}

/// How a task is spawned.
#[derive(Clone, Copy)]
pub(crate) struct Spawning {
    pub kind: TaskKind,
    /// Where; nothing for the body of the law.
    pub place: Option<Place>,
    /// Size of its stack, where one was asked for.
    pub stack: Option<usize>,
    /// Whether it owns anything that is dropped with it: an `Arc` of std may be among that.
    pub owns: bool,
    /// The same of its result.
    pub gives: bool,
    /// Type of its body, where its name is derived from that.
    pub body: Option<&'static str>,
}

impl Spawning {
    /// A task that runs a body of type `F` to a result of type `T`.
    #[inline(always)]
    pub fn of<F, T>(kind: TaskKind, place: Place) -> Self {
        let (owns, gives) = (std::mem::needs_drop::<F>(), std::mem::needs_drop::<T>());
        Spawning { kind, place: Some(place), stack: None, owns, gives, body: None }
    }

    /// The body of the law.
    pub fn root() -> Self {
        let (kind, place, stack) = (TaskKind::Thread, None, None);
        Spawning { kind, place, stack, owns: false, gives: false, body: None }
    }
}

/// What a task does next that has not begun.
const STARTS: Operation = Operation::new(Verb::Start, Object::NONE);

/// A thread-local of a task, by the address of its key.
pub(crate) type Local = (usize, Option<Box<dyn Any>>);

begins_as! {
    /// A task of a run. Slots are used again by later runs.
    pub(crate) struct Task {
        /// Only the loop of the run resumes it, so there is no other reference to it meanwhile.
        pub coroutine: UnsafeCell<Option<Coroutine>> = UnsafeCell::new(None),
        /// The future it polls, if it is one, and the stack it was left on in the middle of that.
        pub future: UnsafeCell<Option<Polled>> = UnsafeCell::new(None),
        pub worker: Cell<*mut Worker> = Cell::new(std::ptr::null_mut()),
        /// It is a thread that awaits something: a worker polls that for it. What it is otherwise.
        pub parked: Cell<bool> = Cell::new(false),
        pub parked_kind: Cell<TaskKind> = Cell::new(TaskKind::Thread),
        /// Where it does so.
        pub parked_at: Cell<Option<Place>> = Cell::new(None),
        /// What it awaits, as far as it said so when it was polled last.
        pub awaited: RefCell<Vec<Awaited>> = RefCell::default(),
        /// The runtime that it belongs to, with those that it spawns; 0 for none.
        pub runtime: Cell<u64> = Cell::new(0),
        /// Those that await its end.
        pub awaiting: RefCell<Vec<Waker>> = RefCell::default(),
        /// Where its stack is, if it has one of its own.
        pub stack: Cell<(usize, usize)> = Cell::new((0, 0)),
        /// Where it suspends itself.
        pub yielder: Cell<*const Yielder<(), ()>> = Cell::new(std::ptr::null()),
        /// How many decisions it came to.
        pub passed: Cell<u64> = Cell::new(0),
        pub state: Cell<State> = Cell::new(State::Done),
        /// When it became able to go on.
        pub ready_since: Cell<i64> = Cell::new(0),
        pub kind: Cell<TaskKind> = Cell::new(TaskKind::Thread),
        /// What it does next, or waits for, and where.
        pub pending: Cell<(Operation, Option<Place>)> = Cell::new((STARTS, None)),
        /// The task that holds what it waits for.
        pub holder: Cell<TaskId> = Cell::new(NOBODY),
        /// The locks it holds, by address, in a run that looks at every operation.
        pub held: RefCell<Vec<usize>> = RefCell::default(),
        /// Those that wait for its end.
        pub joiners: TaskSet = TaskSet::new(),
        /// True if the news of its end was taken.
        pub joined: Cell<bool> = Cell::new(false),
        /// Whether a timer, and not what it waited for, made it go on.
        pub timed_out: Cell<bool> = Cell::new(false),
        /// Counts what it waited for, so that a timer of an earlier wait does not end a later one.
        pub waits: Cell<u64> = Cell::new(0),
        /// It was suspended while it unwound.
        pub unwinding: Cell<bool> = Cell::new(false),
        /// It was killed: it unwinds when it goes on.
        pub doomed: Cell<bool> = Cell::new(false),
        /// Nothing unwinds it now: others borrow from it.
        pub shielded: Cell<bool> = Cell::new(false),
        /// For `park`: an `unpark` came before.
        pub token: Cell<bool> = Cell::new(false),
        /// For futures: it was woken while it was polled.
        pub woken: Cell<bool> = Cell::new(false),
        /// How often it caught what unwinds it.
        pub caught: Cell<u32> = Cell::new(0),
        /// Its name, if it was given one.
        pub name: RefCell<Option<String>> = RefCell::new(None),
        pub spawned: Cell<Option<Place>> = Cell::new(None),
        /// Type of its body, where its name is derived from that.
        pub body: Cell<Option<&'static str>> = Cell::new(None),
        /// See [`Spawning`].
        pub owns: Cell<bool> = Cell::new(false),
        pub gives: Cell<bool> = Cell::new(false),
        pub parent: Cell<TaskId> = Cell::new(NOBODY),
        /// What it unwound with.
        pub payload: Cell<Option<Box<dyn Any + Send>>> = Cell::new(None),
        /// Its panic: message and place.
        pub panicked: RefCell<Option<(String, String)>> = RefCell::new(None),
        /// Why it exits before its end, where it is a process that does.
        pub exited: RefCell<Option<String>> = RefCell::new(None),
        /// Its own copies of thread-locals, in the order they were made in.
        /// Of one that was dropped the key is left.
        pub locals: RefCell<Vec<Local>> = RefCell::default(),
    }
}

impl Task {
    /// Whether it is a thread, one that awaits something too.
    pub fn is_thread(&self) -> bool {
        let kind = if self.parked.get() { &self.parked_kind } else { &self.kind };
        kind.get() == TaskKind::Thread
    }

    /// Whether it is a future that was spawned, and not a thread that awaits one.
    pub fn is_future(&self) -> bool {
        self.kind.get() == TaskKind::Future && !self.parked.get()
    }

    /// It unwound: from a panic, or since it was killed or the run is over.
    pub fn unwound(&self, payload: Box<dyn Any + Send>) {
        if !payload.is::<Over>() && !payload.is::<Killed>() {
            *self.panicked.borrow_mut() = panicked(&*payload);
        }
        self.payload.set(Some(payload));
    }

    /// Drops the task's thread-locals, at its end. They may use others on the way. Gives what the first of
    /// them panicked with.
    pub fn drop_locals(&self) -> std::thread::Result<()> {
        let mut result = Ok(());
        if self.locals.borrow().is_empty() {
            return result;
        }
        // It is at its end: nothing unwinds it on the way.
        let shielded = self.shielded.replace(true);
        let last = || self.locals.borrow_mut().iter_mut().rev().find_map(|(_, value)| value.take());
        while let Some(value) = last() {
            let dropped = catch_unwind(AssertUnwindSafe(|| drop(value)));
            result = result.and(dropped);
        }
        self.shielded.set(shielded);
        result
    }

    /// The run is over: nothing of the task is left to be dropped in a later one. If the run was given up,
    /// what is left is leaked.
    pub fn leave(&self, leak: bool) {
        let payload = self.payload.take();
        let is_empty = self.locals.borrow().is_empty() && self.awaiting.borrow().is_empty();
        if is_empty && payload.is_none() {
            return;
        }
        let (locals, awaiting) = (self.locals.take(), self.awaiting.take());
        if leak {
            std::mem::forget((locals, payload, awaiting));
        } else {
            let dropped = catch_unwind(AssertUnwindSafe(|| drop((locals, payload, awaiting))));
            std::mem::forget(dropped);
        }
    }

    /// Makes the slot that of a task that has not begun. What [`Task::leave`] took out of it is not there.
    pub fn begin(&self, spawning: Spawning, parent: TaskId) {
        let Spawning { kind, place: spawned, owns, gives, body, .. } = spawning;
        self.owns.set(owns);
        self.gives.set(gives);
        self.passed.set(0);
        self.stack.set((0, 0));
        self.state.set(State::Ready);
        self.kind.set(kind);
        self.pending.set((STARTS, spawned));
        self.parked.set(false);
        self.holder.set(NOBODY);
        self.joiners.clear();
        self.awaited.borrow_mut().clear();
        self.runtime.set(0);
        self.joined.set(false);
        self.timed_out.set(false);
        self.waits.set(0);
        self.unwinding.set(false);
        self.doomed.set(false);
        self.shielded.set(false);
        self.token.set(false);
        self.woken.set(false);
        self.caught.set(0);
        self.spawned.set(spawned);
        self.body.set(body);
        self.parent.set(parent);
        if self.name.borrow().is_some() {
            *self.name.borrow_mut() = None;
        }
        if self.panicked.borrow().is_some() {
            *self.panicked.borrow_mut() = None;
        }
        if self.exited.borrow().is_some() {
            *self.exited.borrow_mut() = None;
        }
    }
}
