//! A withdrawal looks at the balance, lets go of the lock, and then takes the money.
//!
//! Each access is locked, so there is no data race; what must happen at once does not. Known as *check
//! then act*, and as an atomicity violation in the studies of real bugs.

use super::imports::{sync::Mutex, thread};

const PRICE: i64 = 80;

/// Locks once to look and once to take.
pub fn run() {
    two_withdrawals(|balance| {
        let enough = *balance.lock().unwrap() >= PRICE;
        if enough {
            *balance.lock().unwrap() -= PRICE;
        }
    });
}

/// Looks and takes under one lock.
pub fn run_right() {
    two_withdrawals(|balance| {
        let mut balance = balance.lock().unwrap();
        if *balance >= PRICE {
            *balance -= PRICE;
        }
    });
}

fn two_withdrawals(withdraw: fn(&Mutex<i64>)) {
    let balance = Mutex::new(100);
    thread::scope(|scope| {
        scope.spawn(|| withdraw(&balance));
        scope.spawn(|| withdraw(&balance));
    });
    assert!(*balance.lock().unwrap() >= 0, "more was withdrawn than there was");
}
