//! Work on several threads, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls a function for every item on up to `jobs` threads, which take `stretch` items at a time: more than one where
/// taking them would cost as much as the work.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    stretch: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if jobs <= 1 || items.len() <= stretch {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let stretches = || {
        let mut done: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let start = next.fetch_add(stretch, Ordering::Relaxed);
            let Some(rest) = items.get(start..).filter(|rest| !rest.is_empty()) else {
                return done;
            };
            done.push((start, rest.iter().take(stretch).map(&work).collect()));
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
