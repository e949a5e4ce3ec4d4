//! Giving up a future after a time, in whatever runtime it runs.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::task::Poll;
use std::time::{Duration, Instant};

/// Ends when the task does, or after the time. A thread wakes the task up then, since nothing is
/// known of the runtime's timers.
pub(crate) async fn until(task: impl Future<Output = ()>, limit: Duration) {
    let deadline = Instant::now() + limit;
    let mut task = pin!(task);
    // Dropped with the task, which the thread sees: a task that ends in time leaves no thread behind.
    let mut alive = None;
    poll_fn(|context| {
        if task.as_mut().poll(context).is_ready() || Instant::now() >= deadline {
            return Poll::Ready(());
        }
        if alive.is_none() {
            let (sender, receiver) = channel::<()>();
            alive = Some(sender);
            let waker = context.waker().clone();
            std::thread::spawn(move || {
                let left = deadline.saturating_duration_since(Instant::now());
                if receiver.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    waker.wake();
                }
            });
        }
        Poll::Pending
    })
    .await;
}
