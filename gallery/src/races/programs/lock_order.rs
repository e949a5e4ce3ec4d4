//! Two transfers between the same two accounts, one each way, that lock the giver first.
//!
//! The deadlock by lock order, the commonest there is.

use super::imports::{sync::Mutex, thread};

/// Locks the giver first, so the two transfers lock in opposite orders.
pub fn run() {
    let (left, right) = (Mutex::new(10), Mutex::new(10));
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut giver = left.lock().unwrap();
            let mut taker = right.lock().unwrap();
            (*giver, *taker) = (*giver - 1, *taker + 1);
        });
        scope.spawn(|| {
            let mut giver = right.lock().unwrap();
            let mut taker = left.lock().unwrap();
            (*giver, *taker) = (*giver - 1, *taker + 1);
        });
    });
}

/// Locks the left account first, whoever gives.
pub fn run_right() {
    let (left, right) = (Mutex::new(10), Mutex::new(10));
    let transfer = |to_right: i64| {
        let mut left = left.lock().unwrap();
        let mut right = right.lock().unwrap();
        (*left, *right) = (*left - to_right, *right + to_right);
    };
    thread::scope(|scope| {
        scope.spawn(|| transfer(1));
        scope.spawn(|| transfer(-1));
    });
    assert_eq!((*left.lock().unwrap(), *right.lock().unwrap()), (10, 10), "money was lost");
}
