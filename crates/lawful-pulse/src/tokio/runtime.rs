//! `tokio::runtime`, as far as a program needs it to begin.
//!
//! In a run a runtime is a name for the futures that are spawned in it: when it is dropped, those that are
//! left are. Outside of a run each of them is on a thread of its own, and goes on.

use std::future::Future;
use std::io;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::task::{self, JoinHandle};
use crate::run::current;

static MADE: AtomicU64 = AtomicU64::new(1);

/// tokio's `runtime::Builder`. What it sets has no meaning here: the schedule decides.
#[derive(Debug)]
pub struct Builder(());

macro_rules! settings {
    ($($name:ident($($argument:ident: $type:ty)?);)*) => {$(
        /// See tokio's; it has no effect here.
        pub fn $name(&mut self, $($argument: $type)?) -> &mut Self {
            $(let _ = $argument;)?
            self
        }
    )*};
}

impl Builder {
    /// See tokio's.
    pub fn new_current_thread() -> Self {
        Builder(())
    }

    /// See tokio's.
    pub fn new_multi_thread() -> Self {
        Builder(())
    }

    settings! {
        enable_all();
        enable_time();
        enable_io();
        worker_threads(count: usize);
        max_blocking_threads(count: usize);
        thread_name(name: impl Into<String>);
        thread_stack_size(size: usize);
        thread_keep_alive(time: Duration);
        event_interval(count: u32);
        global_queue_interval(count: u32);
    }

    /// See tokio's.
    pub fn build(&mut self) -> io::Result<Runtime> {
        Ok(Runtime(Handle(MADE.fetch_add(1, Ordering::Relaxed))))
    }
}

/// tokio's `Runtime`.
#[derive(Debug)]
pub struct Runtime(Handle);

/// tokio's `Handle`.
#[derive(Clone, Debug)]
pub struct Handle(u64);

/// tokio's `EnterGuard`.
#[derive(Debug)]
pub struct EnterGuard<'a> {
    outer: u64,
    _handle: &'a Handle,
}

/// There is no runtime here. In a run and outside of one there always is.
#[derive(Debug)]
pub struct TryCurrentError(());

errors! { TryCurrentError { _ => "there is no runtime" } }

/// Makes a runtime that of the current task, in a run; gives the one before.
fn switch(runtime: u64) -> u64 {
    current().map_or(0, |run| run.task(run.current()).runtime.replace(runtime))
}

impl Drop for EnterGuard<'_> {
    fn drop(&mut self) {
        switch(self.outer);
    }
}

/// What a runtime does, and its handle does for it.
macro_rules! enters {
    ($($name:ident: $this:ident => $handle:expr),+) => {$(
        impl $name {
            /// See tokio's.
            pub fn enter(&$this) -> EnterGuard<'_> {
                let handle: &Handle = $handle;
                EnterGuard { outer: switch(handle.0), _handle: handle }
            }

            /// See tokio's.
            #[track_caller]
            pub fn block_on<F: Future>(&$this, future: F) -> F::Output {
                let _entered = $this.enter();
                crate::future::block_on(future)
            }

            /// See tokio's.
            #[track_caller]
            pub fn spawn<F>(&$this, future: F) -> JoinHandle<F::Output>
            where
                F: Future + Send + 'static,
                F::Output: Send + 'static,
            {
                let _entered = $this.enter();
                task::spawn(future)
            }

            /// See tokio's.
            #[track_caller]
            pub fn spawn_blocking<F, T>(&$this, body: F) -> JoinHandle<T>
            where
                F: FnOnce() -> T + Send + 'static,
                T: Send + 'static,
            {
                let _entered = $this.enter();
                task::spawn_blocking(body)
            }
        }
    )+};
}

enters!(Handle: self => self, Runtime: self => &self.0);

impl Handle {
    /// See tokio's.
    pub fn current() -> Self {
        Handle(current().map_or(0, |run| run.task(run.current()).runtime.get()))
    }

    /// See tokio's.
    pub fn try_current() -> Result<Self, TryCurrentError> {
        Ok(Handle::current())
    }
}

impl Runtime {
    /// See tokio's.
    pub fn new() -> io::Result<Runtime> {
        Builder::new_multi_thread().build()
    }

    /// See tokio's.
    pub fn handle(&self) -> &Handle {
        &self.0
    }

    /// See tokio's.
    #[track_caller]
    pub fn shutdown_timeout(self, _limit: Duration) {}

    /// See tokio's.
    pub fn shutdown_background(self) {}
}

/// As with tokio, the futures that are left are dropped before this returns.
impl Drop for Runtime {
    #[track_caller]
    fn drop(&mut self) {
        if let Some(run) = current() {
            run.end_runtime(self.0.0, Location::caller());
        }
    }
}
