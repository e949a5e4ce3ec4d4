//! Futures under the scheduler: spawning, awaiting, blocking.

use std::any::Any;
use std::cell::UnsafeCell;
use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::run::{Killed, Run, State, TaskId, current};

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
/// use lawful_core::run::Check;
/// use lawful_pulse::{future, scheduled};
///
/// let law = scheduled(|| {
///     future::block_on(async {
///         let one = future::spawn(async { 1 });
///         let two = future::spawn(async { 2 });
///         one.await.unwrap() + two.await.unwrap() == 3
///     })
/// });
/// assert!(Check::new("sums").run(&law).is_success());
/// ```
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let Some(run) = current() else { return spawn_outside(future) };
    let packet = Arc::new(Packet(UnsafeCell::new(None)));
    let result = packet.clone();
    let place = Location::caller();
    let task = run.add_future(
        None,
        place,
        Box::pin(async move {
            let value = future.await;
            // SAFETY: nobody looks at it before the task is at its end.
            unsafe { *result.0.get() = Some(value) };
        }),
    );
    JoinHandle(Handle::Run { run: run.id(), task, packet })
}

/// Where a future leaves what it comes to.
struct Packet<T>(UnsafeCell<Option<T>>);

// SAFETY: the future writes it before its end, and it is read after that; all in one run.
unsafe impl<T: Send> Sync for Packet<T> {}

/// What a future that was spawned comes to.
///
/// As with tokio, dropping it leaves the future running, and awaiting it gives an error if the future
/// panicked or was aborted.
pub struct JoinHandle<T>(Handle<T>);

enum Handle<T> {
    Run { run: u64, task: TaskId, packet: Arc<Packet<T>> },
    Real(Arc<Mutex<Real<T>>>),
}

struct Real<T> {
    result: Option<Result<T, JoinError>>,
    waker: Option<Waker>,
}

/// Why a future did not come to its end.
pub struct JoinError(Option<Box<dyn Any + Send>>);

impl JoinError {
    /// Whether the future panicked.
    pub fn is_panic(&self) -> bool {
        self.0.is_some()
    }

    /// Whether it was aborted.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_none()
    }

    /// What it panicked with.
    ///
    /// # Panics
    ///
    /// If it did not panic.
    pub fn into_panic(self) -> Box<dyn Any + Send> {
        self.0.expect("the task was aborted and did not panic")
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

impl fmt::Display for JoinError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_panic() { "task panicked" } else { "task was cancelled" })
    }
}

impl std::error::Error for JoinError {}

impl<T> JoinHandle<T> {
    /// Stops the future at the next point where it waits.
    pub fn abort(&self) {
        if let Some((run, task)) = self.in_run() {
            run.kill_future(task);
        }
    }

    /// Whether the future is at its end.
    pub fn is_finished(&self) -> bool {
        match &self.0 {
            Handle::Run { .. } => {
                self.in_run().is_none_or(|(run, task)| run.task(task).state.get() == State::Done)
            }
            Handle::Real(real) => lock(real).result.is_some(),
        }
    }

    fn in_run(&self) -> Option<(&'static Run, TaskId)> {
        let Handle::Run { run: id, task, .. } = &self.0 else { return None };
        current().filter(|run| run.id() == *id).map(|run| (run, *task))
    }
}

fn lock<T>(real: &Mutex<Real<T>>) -> std::sync::MutexGuard<'_, Real<T>> {
    real.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    #[track_caller]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let (id, task, packet) = match &self.0 {
            Handle::Run { run, task, packet } => (*run, *task, packet),
            Handle::Real(real) => {
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
        let run = current().filter(|run| run.id() == id);
        let run = run.expect("a task is awaited in the run it was spawned in");
        let awaited = run.task(task);
        if awaited.state.get() != State::Done {
            awaited.awaiting.borrow_mut().push(context.waker().clone());
            return Poll::Pending;
        }
        awaited.joined.set(true);
        run.joined(task, Location::caller());
        Poll::Ready(match awaited.payload.take() {
            Some(payload) if payload.is::<Killed>() => Err(JoinError(None)),
            Some(payload) => Err(JoinError(Some(payload))),
            // SAFETY: the task is at its end.
            None => unsafe { (*packet.0.get()).take() }.ok_or(JoinError(None)),
        })
    }
}

impl<T> Unpin for JoinHandle<T> {}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

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
    let real = Arc::new(Mutex::new(Real { result: None, waker: None }));
    let shared = real.clone();
    std::thread::spawn(move || {
        let run = std::panic::AssertUnwindSafe(|| lawful_core::law::block_on(future));
        let result = std::panic::catch_unwind(run).map_err(|payload| JoinError(Some(payload)));
        let mut real = lock(&shared);
        real.result = Some(result);
        if let Some(waker) = real.waker.take() {
            drop(real);
            waker.wake();
        }
    });
    JoinHandle(Handle::Real(real))
}
