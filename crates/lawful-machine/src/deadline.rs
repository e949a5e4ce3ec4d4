//! Giving up a future after a time, in whatever runtime it runs.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Ends when the task does, or after the time. A thread wakes the task up then, since nothing is
/// known of the runtime's timers.
pub(crate) async fn until(task: impl Future<Output = ()>, limit: Duration) {
    let deadline = Instant::now() + limit;
    let mut task = pin!(task);
    let mut is_timed = false;
    poll_fn(|context| {
        if task.as_mut().poll(context).is_ready() || Instant::now() >= deadline {
            return Poll::Ready(());
        }
        if !is_timed {
            is_timed = true;
            let waker = context.waker().clone();
            std::thread::spawn(move || {
                std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
                waker.wake();
            });
        }
        Poll::Pending
    })
    .await;
}
