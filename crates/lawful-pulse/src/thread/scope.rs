//! Threads that borrow.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::{io, thread};

use lawful_core::law::after_failure;

use super::handle::{Builder, Handle, InRun, Thread, join_handles, wait_for};
use crate::run::{Place, Run, SCOPE_PANICKED, Spawning, TaskId, TaskKind, current};
use crate::spawned::spawn_thread;

/// [`std::thread::Scope`].
pub struct Scope<'scope, 'env: 'scope> {
    flavour: Flavour<'scope, 'env>,
    /// As std's: what is borrowed can neither be shorter nor longer than it is.
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

enum Flavour<'scope, 'env: 'scope> {
    Run { run: u64, tasks: RunTasks },
    Real(&'scope thread::Scope<'scope, 'env>),
}

/// The run of a scope. A thread of the system that got hold of a reference to the scope is not part of it.
fn run_of(id: u64) -> &'static Run {
    let run = current().filter(|run| run.id() == id);
    run.expect("threads of a scope are spawned in the run that the scope is in")
}

/// The tasks of a scope. It is used by the tasks of one run alone, which are on one thread; tasks may spawn
/// others in the scope, and for that it has to be shared.
#[derive(Default)]
struct RunTasks {
    tasks: RefCell<Vec<TaskId>>,
    panicked: Cell<bool>,
}

// SAFETY: it is touched only by code that is part of the run of the scope, which `run_of` sees to.
unsafe impl Sync for RunTasks {}

/// [`std::thread::ScopedJoinHandle`].
pub struct ScopedJoinHandle<'scope, T>(Handle<T, thread::ScopedJoinHandle<'scope, T>>);

/// See [`std::thread::scope`].
#[track_caller]
pub fn scope<'env, F, T>(body: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    let Some(run) = current() else {
        return thread::scope(|real| {
            let (scope, env) = (PhantomData, PhantomData);
            let scope = Scope { flavour: Flavour::Real(real), scope, env };
            // It is nothing but a reference to the real one, and is leaked so that it lives as long as the
            // real threads can use it.
            body(Box::leak(Box::new(scope)))
        });
    };
    let place = Location::caller();
    let flavour = Flavour::Run { run: run.id(), tasks: RunTasks::default() };
    let scope = Scope { flavour, scope: PhantomData, env: PhantomData };
    let result = catch_unwind(AssertUnwindSafe(|| body(&scope)));
    let Flavour::Run { tasks, .. } = &scope.flavour else { unreachable!("it was made above") };
    leave(run, tasks, place, result)
}

/// Runs bodies in tasks of their own and another one in this task, and waits for all of them.
pub(crate) fn scoped<'a>(
    run: &Run,
    own: impl FnOnce(),
    others: Vec<(String, Box<dyn FnOnce() + 'a>)>,
    place: Place,
) {
    let tasks = RunTasks::default();
    let result = catch_unwind(AssertUnwindSafe(|| {
        for (name, body) in others {
            let added = |task| tasks.tasks.borrow_mut().push(task);
            // The box is that of whoever calls this, and what it holds is borrowed.
            let spawning = Spawning::of::<(), ()>(TaskKind::Thread, place);
            // SAFETY: nothing leaves this function before all tasks are at their end.
            unsafe { spawn_thread(run, spawning, Some(name), body, place, added) };
        }
        own();
    }));
    leave(run, &tasks, place, result);
}

/// Leaves a scope, with what its body came to, when all of its tasks are at their end.
#[track_caller]
fn leave<T>(run: &Run, tasks: &RunTasks, place: Place, result: thread::Result<T>) -> T {
    wait_for_all(run, tasks, place, result.is_err());
    match result {
        Err(payload) => resume_unwind(payload),
        Ok(_) if tasks.panicked.get() => panic!("{SCOPE_PANICKED}"),
        Ok(value) => value,
    }
}

/// Waits until all tasks of a scope are at their end. They borrow from this task, so nothing unwinds it
/// before that. If it is `unwinding` already, what is known of that must outlast a panic of theirs.
fn wait_for_all(run: &Run, scope: &RunTasks, place: Place, unwinding: bool) {
    let wait = || {
        let _shield = run.shield();
        let mut index = 0;
        loop {
            let Some(task) = scope.tasks.borrow().get(index).copied() else { break };
            wait_for(run, task, place);
            let ended = run.task(task);
            if ended.panicked.borrow().is_some() && !ended.joined.get() {
                scope.panicked.set(true);
            }
            ended.joined.set(true);
            run.joined(task, place);
            index += 1;
        }
    };
    match unwinding {
        true => after_failure(wait),
        false => wait(),
    }
    run.unwind_if_ending();
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// See [`std::thread::Scope::spawn`].
    #[track_caller]
    pub fn spawn<F, T>(&'scope self, body: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        Builder::new().spawn_scoped(self, body).expect("failed to spawn thread")
    }
}

impl Builder {
    /// See [`std::thread::Builder::spawn_scoped`].
    #[track_caller]
    pub fn spawn_scoped<'scope, 'env, F, T>(
        self,
        scope: &'scope Scope<'scope, 'env>,
        body: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let (run, tasks) = match &scope.flavour {
            Flavour::Real(real) => {
                return self.real().spawn_scoped(real, body).map(ScopedJoinHandle::real);
            }
            Flavour::Run { run, tasks } => (run_of(*run), tasks),
        };
        let (place, added) = (Location::caller(), |task| tasks.tasks.borrow_mut().push(task));
        // SAFETY: the scope is not left before the task is at its end.
        let own = unsafe { InRun::spawn(run, self, body, place, added) };
        Ok(ScopedJoinHandle(Handle::Run(own)))
    }
}

join_handles!(ScopedJoinHandle<'scope>);
opaque!(Scope<'a, 'b>);
