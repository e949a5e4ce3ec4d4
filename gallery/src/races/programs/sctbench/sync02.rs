//! A producer and a consumer of two items each, and two items that are there before.
//!
//! SCTBench `sync02_bad`, which fails under every schedule: the consumer is content with what is there, and
//! the producer waits for its first item to be taken.

use super::imports::{
    sync::{Condvar, Mutex},
    thread,
};

const ITEMS: u32 = 2;

/// Starts with two items.
pub fn run() {
    produce_and_consume(ITEMS);
}

/// Starts with none.
pub fn run_right() {
    produce_and_consume(0);
}

fn produce_and_consume(at_first: u32) {
    let (items, emptied, filled) = (Mutex::new(at_first), Condvar::new(), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..ITEMS {
                let items = items.lock().unwrap();
                let mut items = emptied.wait_while(items, |items| *items > 0).unwrap();
                *items += 1;
                drop(items);
                filled.notify_one();
            }
        });
        scope.spawn(|| {
            for _ in 0..ITEMS {
                let items = items.lock().unwrap();
                let mut items = filled.wait_while(items, |items| *items == 0).unwrap();
                *items -= 1;
                drop(items);
                emptied.notify_one();
            }
        });
    });
}
