//! A producer waits for a place to become empty that nobody empties.
//!
//! SCTBench `sync01_bad`, which fails under every schedule: the consumer only looks.

use super::imports::{
    sync::{Condvar, Mutex},
    thread,
};

/// The consumer does not take.
pub fn run() {
    produce_and_consume(0);
}

/// The consumer takes.
pub fn run_right() {
    produce_and_consume(1);
}

fn produce_and_consume(taken: u32) {
    let (items, emptied, filled) = (Mutex::new(1), Condvar::new(), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            let items = items.lock().unwrap();
            let mut items = emptied.wait_while(items, |items| *items > 0).unwrap();
            *items += 1;
            drop(items);
            filled.notify_one();
        });
        scope.spawn(|| {
            let items = items.lock().unwrap();
            let mut items = filled.wait_while(items, |items| *items == 0).unwrap();
            *items -= taken;
            drop(items);
            emptied.notify_one();
        });
    });
}
