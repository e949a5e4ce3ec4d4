//! Threads that are spawned, and what is known of them.

use std::panic::Location;
use std::sync::Arc;
use std::{fmt, io, thread};

use crate::process::Pid;
use crate::run::{Object, Operation, Place, Run, Spawning, State, TaskId, TaskKind, Verb, current};
use crate::spawned::{Packet, Spawned, spawn_thread};

/// A thread of a run, and where it leaves its result.
pub(super) struct InRun<T> {
    pub thread: Thread,
    pub spawned: Spawned,
    packet: Arc<Packet<T>>,
}

impl<T> InRun<T> {
    /// Spawns a thread in a run. `added` is told its task before it can go on.
    ///
    /// # Safety
    ///
    /// What `body` borrows must live until the thread is at its end.
    pub unsafe fn spawn<F: FnOnce() -> T>(
        run: &Run,
        builder: Builder,
        body: F,
        place: Place,
        added: impl FnOnce(TaskId),
    ) -> Self {
        let called = builder.name.clone();
        let stack = builder.stack_size;
        let spawning = Spawning { stack, ..Spawning::of::<F, T>(TaskKind::Thread, place) };
        // SAFETY: the caller promises that what is borrowed lives.
        let (spawned, packet) =
            unsafe { spawn_thread(run, spawning, builder.name, body, place, added) };
        InRun { thread: Thread::of(run, spawned.task(), called), spawned, packet }
    }

    pub fn join(self, place: Place) -> thread::Result<T> {
        let (run, task) = (self.spawned.own_run(), self.spawned.task());
        join(run, task, place);
        match run.task(task).payload.take() {
            Some(payload) => Err(payload),
            None => self.packet.take().ok_or_else(|| Box::new(crate::Killed) as _),
        }
    }
}

/// Waits for the end of a task.
fn join(run: &Run, task: TaskId, place: Place) {
    let operation = Operation::new(Verb::Join, Object::NONE);
    run.point(|| operation, place);
    wait_for(run, task, place);
    run.task(task).joined.set(true);
    run.joined(task, place);
}

/// The same without a word of it.
pub(super) fn wait_for(run: &Run, task: TaskId, place: Place) {
    let joined = run.task(task);
    while joined.state.get() != State::Done {
        joined.joiners.insert(run.current());
        run.wait(&Operation::new(Verb::Join, Object::NONE), task, place);
    }
}

/// [`std::thread::JoinHandle`].
pub struct JoinHandle<T>(Handle<T, thread::JoinHandle<T>>);

/// What a handle is of: a thread of a run, or a real one.
pub(super) enum Handle<T, R> {
    Run(InRun<T>),
    Real { real: R, thread: Thread },
}

/// See [`std::thread::spawn`].
#[track_caller]
pub fn spawn<F, T>(body: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    Builder::new().spawn(body).expect("failed to spawn thread")
}

/// The methods that handles of threads and of scoped threads have.
macro_rules! join_handles {
    ($handle:ident $(<$scope:lifetime>)?) => {
        impl<$($scope,)? T> $handle<$($scope,)? T> {
            fn real(real: thread::$handle<$($scope,)? T>) -> Self {
                let thread = Thread::real(real.thread().clone());
                $handle(Handle::Real { real, thread })
            }

            #[doc = concat!("See [`std::thread::", stringify!($handle), "::join`].")]
            /// A panic of the thread that is joined is no failure by itself.
            #[track_caller]
            pub fn join(self) -> thread::Result<T> {
                match self.0 {
                    Handle::Real { real, .. } => real.join(),
                    Handle::Run(own) => own.join(Location::caller()),
                }
            }

            #[doc = concat!("See [`std::thread::", stringify!($handle), "::is_finished`].")]
            #[track_caller]
            pub fn is_finished(&self) -> bool {
                match &self.0 {
                    Handle::Real { real, .. } => real.is_finished(),
                    Handle::Run(own) => own.spawned.is_finished(Location::caller()),
                }
            }

            #[doc = concat!("See [`std::thread::", stringify!($handle), "::thread`].")]
            pub fn thread(&self) -> &Thread {
                match &self.0 {
                    Handle::Real { thread, .. } | Handle::Run(InRun { thread, .. }) => thread,
                }
            }
        }

        opaque!($handle<$($scope,)? T>);
    };
}

pub(super) use join_handles;

join_handles!(JoinHandle);

impl<T> From<&JoinHandle<T>> for Pid {
    fn from(handle: &JoinHandle<T>) -> Self {
        let own = match &handle.0 {
            Handle::Run(own) => own.spawned.run().map(|run| Pid::new(run, own.spawned.task())),
            Handle::Real { .. } => None,
        };
        own.expect("only a thread of the run that is going on can be killed")
    }
}

/// [`std::thread::Builder`].
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) name: Option<String>,
    stack_size: Option<usize>,
}

impl Builder {
    /// See [`std::thread::Builder::new`].
    pub fn new() -> Self {
        Builder::default()
    }

    /// See [`std::thread::Builder::name`].
    pub fn name(self, name: String) -> Self {
        Builder { name: Some(name), ..self }
    }

    /// See [`std::thread::Builder::stack_size`].
    pub fn stack_size(self, size: usize) -> Self {
        Builder { stack_size: Some(size), ..self }
    }

    pub(super) fn real(self) -> thread::Builder {
        let builder = thread::Builder::new();
        let builder = match self.name {
            Some(name) => builder.name(name),
            None => builder,
        };
        match self.stack_size {
            Some(size) => builder.stack_size(size),
            None => builder,
        }
    }

    /// See [`std::thread::Builder::spawn`].
    #[track_caller]
    pub fn spawn<F, T>(self, body: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        let Some(run) = current() else { return self.real().spawn(body).map(JoinHandle::real) };
        let place = Location::caller();
        // SAFETY: the body borrows nothing.
        let own = unsafe { InRun::spawn(run, self, body, place, |_| {}) };
        Ok(JoinHandle(Handle::Run(own)))
    }
}

/// [`std::thread::Thread`].
#[derive(Clone)]
pub struct Thread(Who);

#[derive(Clone)]
enum Who {
    Run { run: u64, task: TaskId, name: Option<Arc<str>> },
    Real(thread::Thread),
}

/// [`std::thread::ThreadId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreadId(Id);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Id {
    Run(TaskId),
    Real(thread::ThreadId),
}

impl fmt::Debug for ThreadId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Id::Run(task) => write!(formatter, "ThreadId({})", task + 1),
            Id::Real(real) => real.fmt(formatter),
        }
    }
}

/// What is released by `unpark` and acquired by `park`: something that has no address in the program.
pub(super) fn parked(task: TaskId) -> Object {
    Object { address: 64 + task as usize, made: None }
}

impl Thread {
    pub(super) fn current() -> Self {
        Thread(match current() {
            None => Who::Real(thread::current()),
            Some(run) => {
                let task = run.current();
                let name = run.task(task).name.borrow().as_deref().map(Arc::from);
                Who::Run { run: run.id(), task, name }
            }
        })
    }

    pub(super) fn real(real: thread::Thread) -> Self {
        Thread(Who::Real(real))
    }

    fn of(run: &Run, task: TaskId, name: Option<String>) -> Self {
        Thread(Who::Run { run: run.id(), task, name: name.map(Arc::from) })
    }

    /// See [`std::thread::Thread::id`].
    pub fn id(&self) -> ThreadId {
        ThreadId(match &self.0 {
            Who::Run { task, .. } => Id::Run(*task),
            Who::Real(real) => Id::Real(real.id()),
        })
    }

    /// See [`std::thread::Thread::name`].
    pub fn name(&self) -> Option<&str> {
        match &self.0 {
            Who::Run { name, .. } => name.as_deref(),
            Who::Real(real) => real.name(),
        }
    }

    /// See [`std::thread::Thread::unpark`].
    #[track_caller]
    pub fn unpark(&self) {
        let (id, task) = match &self.0 {
            Who::Real(real) => return real.unpark(),
            Who::Run { run, task, .. } => (*run, *task),
        };
        let Some(run) = current().filter(|run| run.id() == id) else { return };
        run.point(|| Operation::new(Verb::Unpark, parked(task)), Location::caller());
        run.outcome(|| run.task_name(task));
        run.task(task).token.set(true);
        run.wake_parked(task);
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("Thread");
        debug.field("id", &self.id()).field("name", &self.name()).finish_non_exhaustive()
    }
}
