//! A race under the deterministic scheduler: found, shrunk to the fewest context switches, and replayed.
//!
//! ```console
//! cargo run -p lawful --example race --features pulse
//! ```

use lawful::prelude::*;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{scheduled, thread};
use lawful::report::terminal::report;

/// Accounts of a bank, each with a lock of its own.
struct Bank {
    accounts: [Mutex<u32>; 2],
}

impl Bank {
    /// Moves money if there is enough. The bug: the lock is released between the check and the withdrawal.
    fn transfer(&self, from: usize, to: usize, amount: u32) -> bool {
        if *self.accounts[from].lock().unwrap() < amount {
            return false;
        }
        let left = self.accounts[from].lock().unwrap().checked_sub(amount);
        *self.accounts[from].lock().unwrap() = left.expect("there was enough");
        *self.accounts[to].lock().unwrap() += amount;
        true
    }
}

fn two_transfers() {
    let bank = Arc::new(Bank { accounts: [Mutex::new(10), Mutex::new(0)] });
    let other = bank.clone();
    let thread = thread::spawn(move || other.transfer(0, 1, 7));
    bank.transfer(0, 1, 7);
    thread.join().unwrap();
    let sum: u32 = bank.accounts.iter().map(|account| *account.lock().unwrap()).sum();
    assert_eq!(sum, 10, "money was made or lost");
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    // In a test: #[law(scheduled)] fn no_money_is_made_or_lost() { .. }
    let law = scheduled(two_transfers);
    let summary = Runner::named("no money is made or lost").seed(1).run(&law);
    print!("{}", report(&summary));

    let failure = summary.failure().expect("the law is broken");
    assert_eq!(failure.trace().expect("there is a schedule").switches, 1);
    // The tape contains the schedule, so the same failure occurs again, without a search.
    let again = Runner::named("no money is made or lost").seed(1).run(&law);
    assert_eq!(again.failure().expect("it is broken again").token, failure.token);
}
