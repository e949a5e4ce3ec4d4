//! Philosophers who take the fork to their left and then the one to their right.
//!
//! Dijkstra's problem of 1965. The deadlock needs each of them to hold one fork, so its odds fall with
//! their number under schedules that switch at random.

use super::imports::{
    sync::{Arc, Mutex},
    thread,
};

/// All take the left fork first.
pub fn run(philosophers: usize) {
    dine(philosophers, |left, right| (left, right));
}

/// All take the fork with the lower number first.
pub fn run_right(philosophers: usize) {
    dine(philosophers, |left, right| (left.min(right), left.max(right)));
}

fn dine(philosophers: usize, order: fn(usize, usize) -> (usize, usize)) {
    let forks: Vec<_> = (0..philosophers).map(|_| Mutex::new(())).collect();
    let forks = Arc::new(forks);
    let tasks: Vec<_> = (0..philosophers)
        .map(|place| {
            let forks = Arc::clone(&forks);
            let (first, second) = order(place, (place + 1) % philosophers);
            thread::spawn(move || {
                let _first = forks[first].lock().unwrap();
                let _second = forks[second].lock().unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.join().unwrap();
    }
}
