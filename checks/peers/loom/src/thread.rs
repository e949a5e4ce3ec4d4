//! `loom::thread`, whose threads need not be `Send`.

use std::io;

pub use lawful_pulse::thread::{
    AccessError, LocalKey, Thread, ThreadId, current, park, sleep, yield_now,
};

/// What goes to another task, which is on the same thread of the system.
struct Moved<T>(T);

// SAFETY: tasks of a run are on one thread of the system, and models are only checked in runs.
unsafe impl<T> Send for Moved<T> {}

impl<T> Moved<T> {
    fn into_inner(self) -> T {
        self.0
    }
}

/// A thread of a model.
#[derive(Debug)]
pub struct JoinHandle<T>(lawful_pulse::thread::JoinHandle<Moved<T>>);

impl<T> JoinHandle<T> {
    /// Waits for the end of the thread.
    #[track_caller]
    pub fn join(self) -> std::thread::Result<T> {
        self.0.join().map(Moved::into_inner)
    }

    /// Returns the thread.
    pub fn thread(&self) -> &Thread {
        self.0.thread()
    }
}

/// Spawns a thread of a model.
#[track_caller]
pub fn spawn<F: FnOnce() -> T + 'static, T: 'static>(body: F) -> JoinHandle<T> {
    let body = Moved(body);
    JoinHandle(lawful_pulse::thread::spawn(move || Moved(body.into_inner()())))
}

/// Settings of a thread.
#[derive(Debug, Default)]
pub struct Builder(Option<String>);

impl Builder {
    /// Returns the default settings.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Sets the name.
    pub fn name(self, name: String) -> Self {
        Builder(Some(name))
    }

    /// Sets the size of the stack, which is not looked at.
    pub fn stack_size(self, _: usize) -> Self {
        self
    }

    /// Spawns a thread with these settings.
    #[track_caller]
    pub fn spawn<F: FnOnce() -> T + 'static, T: 'static>(
        self,
        body: F,
    ) -> io::Result<JoinHandle<T>> {
        let body = Moved(body);
        let builder = lawful_pulse::thread::Builder::new();
        let builder = self.0.into_iter().fold(builder, |builder, name| builder.name(name));
        builder.spawn(move || Moved(body.into_inner()())).map(JoinHandle)
    }
}
