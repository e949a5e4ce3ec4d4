//! A deposit, a withdrawal, and a check that has a sign wrong.
//!
//! SCTBench `account_bad`. Everything is locked; the check is wrong whenever it comes after the other two.

use super::imports::{sync::Mutex, thread};

const START: i64 = 1;
const DEPOSIT: i64 = 2;
const WITHDRAWAL: i64 = 4;

/// Expects the deposit to have been taken away.
pub fn run() {
    check(START - DEPOSIT - WITHDRAWAL);
}

/// Expects what there must be.
pub fn run_right() {
    check(START + DEPOSIT - WITHDRAWAL);
}

struct Account {
    balance: i64,
    has_deposit: bool,
    has_withdrawal: bool,
}

fn check(expected: i64) {
    let account = Mutex::new(Account { balance: START, has_deposit: false, has_withdrawal: false });
    thread::scope(|scope| {
        scope.spawn(|| {
            let account = account.lock().unwrap();
            if account.has_deposit && account.has_withdrawal {
                assert_eq!(account.balance, expected, "the balance is wrong");
            }
        });
        scope.spawn(|| {
            let mut account = account.lock().unwrap();
            account.balance += DEPOSIT;
            account.has_deposit = true;
        });
        scope.spawn(|| {
            let mut account = account.lock().unwrap();
            account.balance -= WITHDRAWAL;
            account.has_withdrawal = true;
        });
    });
}
