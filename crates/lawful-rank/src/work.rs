//! Work on several threads, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that a thread takes at once, so that taking them costs little.
const STRETCH: usize = 16;

/// Calls a function for every item on up to `jobs` threads.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if jobs <= 1 || items.len() <= STRETCH {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let stretches = || {
        let mut done: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let start = next.fetch_add(STRETCH, Ordering::Relaxed);
            let Some(rest) = items.get(start..).filter(|rest| !rest.is_empty()) else {
                return done;
            };
            done.push((start, rest.iter().take(STRETCH).map(&work).collect()));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..jobs).map(|_| scope.spawn(stretches)).collect();
        let mut done = stretches();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(payload) => std::panic::resume_unwind(payload),
            }
        }
        done
    });
    done.sort_by_key(|(start, _)| *start);
    done.into_iter().flat_map(|(_, results)| results).collect()
}
