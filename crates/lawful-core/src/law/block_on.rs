//! Running the future of an async law where no runtime is named.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Instant;

/// Runs a future to its end on this thread. It is what `#[law] async fn` uses unless
/// `block_on = ..` names another way, and has neither timers nor input and output of its own.
///
/// ```
/// assert_eq!(lawful::block_on(async { 6 * 7 }), 42);
/// ```
pub fn block_on<F: Future>(future: F) -> F::Output {
    poll(future, None).expect("without a deadline it is waited for")
}

/// Runs a future until a deadline, at which it is dropped.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// let soon = Instant::now() + Duration::from_millis(10);
/// assert_eq!(lawful_core::law::block_on_until(std::future::pending::<()>(), soon), None);
/// ```
#[doc(hidden)]
pub fn block_on_until<F: Future>(future: F, deadline: Instant) -> Option<F::Output> {
    poll(future, Some(deadline))
}

fn poll<F: Future>(future: F, deadline: Option<Instant>) -> Option<F::Output> {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
        match deadline {
            None => std::thread::park(),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return None;
                }
                std::thread::park_timeout(left);
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
