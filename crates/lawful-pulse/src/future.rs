//! Futures under the scheduler: spawning, awaiting, blocking.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::Killed;
use crate::run::{Object, Operation, Place, Polled, Run, Spawning, State, TaskKind, Verb, current};
use crate::spawned::{Packet, Spawned, spawn_thread};

/// Runs a future to its end.
///
/// In a run the current task waits while the future does; outside of one, the thread does.
#[track_caller]
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    match current() {
        Some(run) => run.block_on(future, Location::caller()),
        None => lawful_core::law::block_on(future),
    }
}

/// Spawns a future as a task of its own. In a run it goes on as the schedule says; outside of one, on a
/// thread of its own.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::{future, scheduled};
///
/// let law = scheduled(|| {
///     future::block_on(async {
///         let one = future::spawn(async { 1 });
///         let two = future::spawn(async { 2 });
///         one.await.unwrap() + two.await.unwrap() == 3
///     })
/// });
/// assert!(Runner::named("sums").run(&law).is_success());
/// ```
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    match current() {
        Some(run) => spawn_in(run, future, Location::caller()),
        None => spawn_outside(future),
    }
}

/// Spawns a future that stays on its thread.
///
/// # Panics
///
/// Outside of a run: nothing polls it there.
#[track_caller]
pub fn spawn_local<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    let run = current().expect("futures that stay on their thread are spawned in a run only");
    spawn_in(run, future, Location::caller())
}

fn spawn_in<F: Future + 'static>(run: &Run, future: F, place: Place) -> JoinHandle<F::Output> {
    let spawning = Spawning::of::<F, F::Output>(TaskKind::Future, place);
    let packet = Packet::new();
    let result = packet.clone();
    let future: Polled = Box::pin(async move {
        let value = future.await;
        result.put(value);
    });
    let task = run.add_future(spawning, future);
    run.point(|| Operation::new(Verb::Spawn, Object::NONE), place);
    JoinHandle(Handle::Run(Spawned::new(run, task), packet))
}

/// Runs a closure that waits as threads do as a task of its own: outside of a run, on a thread.
#[track_caller]
pub fn spawn_blocking<F, T>(body: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    let Some(run) = current() else { return spawn_outside(async { body() }) };
    let place = Location::caller();
    let spawning = Spawning::of::<F, T>(TaskKind::Thread, place);
    // SAFETY: the body borrows nothing.
    let (spawned, packet) = unsafe { spawn_thread(run, spawning, None, body, place, |_| {}) };
    JoinHandle(Handle::Run(spawned, packet))
}

/// Handle of a spawned future.
///
/// As with tokio, dropping it leaves the future running, and awaiting it gives an error if the future
/// panicked or was aborted.
pub struct JoinHandle<T>(Handle<T>);

enum Handle<T> {
    Run(Spawned, Arc<Packet<T>>),
    /// Twice the same: what stops it does not know what it comes to.
    Real(Arc<Mutex<Real<T>>>, Arc<dyn Stop>),
}

struct Real<T> {
    ended: bool,
    aborted: bool,
    result: Option<Result<T, JoinError>>,
    /// Who awaits the end.
    waker: Option<Waker>,
    /// What makes the future itself go on.
    own: Option<Waker>,
}

/// Stops a future from afar. It may be had without awaiting the future.
#[derive(Clone)]
pub struct AbortHandle(Abort);

#[derive(Clone)]
enum Abort {
    Run(Spawned),
    Real(Arc<dyn Stop>),
}

/// A future on a thread of its own, whatever it comes to.
trait Stop: Send + Sync {
    fn stop(&self);
    fn is_finished(&self) -> bool;
}

impl<T: Send> Stop for Mutex<Real<T>> {
    fn stop(&self) {
        let mut real = lock(self);
        real.aborted = true;
        if let Some(waker) = real.own.take() {
            drop(real);
            waker.wake();
        }
    }

    fn is_finished(&self) -> bool {
        lock(self).ended
    }
}

/// Stops a future of a run.
fn abort(future: Spawned, place: Place) {
    let Some(run) = future.run() else { return };
    // Whether it has ended decides what comes of it, so this depends on its end.
    run.point(|| Operation::new(Verb::Unpark, run.end_of_task(future.task())), place);
    if run.task(future.task()).is_future() {
        run.kill_future(future.task());
    }
}

impl AbortHandle {
    /// See [`JoinHandle::abort`].
    #[track_caller]
    pub fn abort(&self) {
        match &self.0 {
            Abort::Run(future) => abort(*future, Location::caller()),
            Abort::Real(real) => real.stop(),
        }
    }

    /// See [`JoinHandle::is_finished`].
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        match &self.0 {
            Abort::Run(future) => future.is_finished(Location::caller()),
            Abort::Real(real) => real.is_finished(),
        }
    }
}

/// Why a future did not come to its end.
pub struct JoinError(Option<Box<dyn Any + Send>>);

impl JoinError {
    /// Returns whether the future panicked.
    pub fn is_panic(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether the future was aborted.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the payload of the panic.
    ///
    /// # Panics
    ///
    /// If it did not panic.
    pub fn into_panic(self) -> Box<dyn Any + Send> {
        self.0.expect("the task was aborted and did not panic")
    }

    /// Returns the payload of the panic, if there was one.
    pub fn try_into_panic(self) -> Result<Box<dyn Any + Send>, JoinError> {
        self.0.ok_or(JoinError(None))
    }
}

impl fmt::Debug for JoinError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Any { .. }`, as std prints the panic of a thread that was joined.
        match &self.0 {
            Some(payload) => write!(formatter, "JoinError::Panic({payload:?})"),
            None => formatter.write_str("JoinError::Cancelled"),
        }
    }
}

errors! {
    JoinError {
        JoinError(Some(_)) => "task panicked",
        JoinError(None) => "task was cancelled",
    }
}

impl<T> JoinHandle<T> {
    /// Stops the future where it awaits something next. A closure that blocks is not stopped.
    #[track_caller]
    pub fn abort(&self) {
        self.abort_handle().abort();
    }

    /// Returns a handle that can abort the future.
    pub fn abort_handle(&self) -> AbortHandle {
        AbortHandle(match &self.0 {
            Handle::Run(future, _) => Abort::Run(*future),
            Handle::Real(_, stop) => Abort::Real(stop.clone()),
        })
    }

    /// Returns whether the future is at its end.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.abort_handle().is_finished()
    }

    /// The same without a point: for those who look at many.
    pub(crate) fn has_ended(&self) -> bool {
        match &self.0 {
            Handle::Run(future, _) => future.has_ended(),
            Handle::Real(real, _) => lock(real).ended,
        }
    }
}

fn lock<T>(real: &Mutex<Real<T>>) -> std::sync::MutexGuard<'_, Real<T>> {
    real.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    #[track_caller]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let (future, packet) = match &self.0 {
            Handle::Run(future, packet) => (*future, packet),
            Handle::Real(real, _) => {
                let mut real = lock(real);
                return match real.result.take() {
                    Some(result) => Poll::Ready(result),
                    None => {
                        real.waker = Some(context.waker().clone());
                        Poll::Pending
                    }
                };
            }
        };
        let (run, task) = (future.own_run(), future.task());
        let awaited = run.task(task);
        if awaited.state.get() != State::Done {
            let mut awaiting = awaited.awaiting.borrow_mut();
            if !awaiting.iter().any(|waker| waker.will_wake(context.waker())) {
                awaiting.push(context.waker().clone());
            }
            let operation = Operation::new(Verb::Join, Object::NONE);
            run.awaits(operation, task, Location::caller());
            return Poll::Pending;
        }
        awaited.joined.set(true);
        run.joined(task, Location::caller());
        Poll::Ready(match awaited.payload.take() {
            Some(payload) if payload.is::<Killed>() => Err(JoinError(None)),
            Some(payload) => Err(JoinError(Some(payload))),
            None => packet.take().ok_or(JoinError(None)),
        })
    }
}

impl<T> Unpin for JoinHandle<T> {}

opaque!(AbortHandle, JoinHandle<T>);

/// Lets others go on first.
#[track_caller]
pub fn yield_now() -> impl Future<Output = ()> {
    let mut yielded = false;
    std::future::poll_fn(move |context| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
}

fn spawn_outside<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let real = Real { ended: false, aborted: false, result: None, waker: None, own: None };
    let real = Arc::new(Mutex::new(real));
    let shared = real.clone();
    std::thread::spawn(move || {
        let future = unless_aborted(future, &shared);
        let run = std::panic::AssertUnwindSafe(|| lawful_core::law::block_on(future));
        let result = std::panic::catch_unwind(run).map_err(|payload| JoinError(Some(payload)));
        let mut real = lock(&shared);
        real.result = Some(result.and_then(|value| value.ok_or(JoinError(None))));
        real.ended = true;
        if let Some(waker) = real.waker.take() {
            drop(real);
            waker.wake();
        }
    });
    JoinHandle(Handle::Real(real.clone(), real))
}

/// What a future comes to, or nothing if it is aborted before that.
async fn unless_aborted<F: Future>(future: F, real: &Mutex<Real<F::Output>>) -> Option<F::Output> {
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(move |context| {
        let mut state = lock(real);
        if state.aborted {
            return Poll::Ready(None);
        }
        state.own = Some(context.waker().clone());
        drop(state);
        future.as_mut().poll(context).map(Some)
    })
    .await
}
