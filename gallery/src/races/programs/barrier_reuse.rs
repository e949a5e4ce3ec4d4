//! A barrier that counts arrivals, and is used again before everybody has left it.
//!
//! A fast task leaves, arrives again and makes up the number with one that has not woken yet. Downey's
//! *Little book of semaphores* (2008) has it as the reusable barrier, and two turnstiles as the answer. Now and
//! then the two get so far apart that one waits for ever instead.

use super::imports::{
    sync::{
        Barrier, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

const TASKS: usize = 2;
const ROUNDS: usize = 2;

/// Meets at a barrier that knows no rounds.
pub fn run() {
    let (count, complete) = (Mutex::new(0), Condvar::new());
    meet(|| {
        let mut arrived = count.lock().unwrap();
        *arrived += 1;
        if *arrived == TASKS {
            complete.notify_all();
        }
        drop(complete.wait_while(arrived, |arrived| *arrived < TASKS).unwrap());
        *count.lock().unwrap() -= 1;
    });
}

/// Meets at the library's barrier.
pub fn run_right() {
    let barrier = Barrier::new(TASKS);
    meet(|| {
        barrier.wait();
    });
}

/// Each task says which round it is in, and after the barrier the other must have got there as well.
fn meet(wait: impl Fn() + Sync) {
    let rounds: [AtomicUsize; TASKS] = std::array::from_fn(|_| AtomicUsize::new(0));
    let work = |me: usize| {
        for round in 1..=ROUNDS {
            rounds[me].store(round, SeqCst);
            wait();
            let other = rounds[TASKS - 1 - me].load(SeqCst);
            assert!(other >= round, "passed in round {round}, the other is in {other}");
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| work(0));
        scope.spawn(|| work(1));
    });
}
