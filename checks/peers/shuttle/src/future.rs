//! `shuttle::future`.

pub mod batch_semaphore;

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll};

use lawful_pulse::future;

pub use lawful_pulse::future::{AbortHandle, block_on, yield_now};

/// A task that was spawned.
#[derive(Debug)]
pub struct JoinHandle<T>(future::JoinHandle<T>);

impl<T> JoinHandle<T> {
    /// Aborts the task.
    #[track_caller]
    pub fn abort(&self) {
        self.0.abort();
    }

    /// Returns a handle that aborts the task.
    pub fn abort_handle(&self) -> AbortHandle {
        self.0.abort_handle()
    }

    /// Returns whether the task has ended.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map_err(|error| match error.try_into_panic() {
            Ok(payload) => resume_unwind(payload),
            Err(_) => JoinError::Cancelled,
        })
    }
}

/// Why a task has no result.
#[derive(Debug)]
pub enum JoinError {
    /// It was aborted.
    Cancelled,
}

impl fmt::Display for JoinError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("task was cancelled")
    }
}

impl Error for JoinError {}

/// Spawns a future.
#[track_caller]
pub fn spawn<F: Future<Output: Send> + Send + 'static>(future: F) -> JoinHandle<F::Output> {
    JoinHandle(future::spawn(future))
}

/// Spawns a future that stays on its thread.
#[track_caller]
pub fn spawn_local<F: Future + 'static>(future: F) -> JoinHandle<F::Output> {
    JoinHandle(future::spawn_local(future))
}
