//! A balance is read under a lock, the lock is given back for an await, and the old balance is written.
//!
//! The way out that is taken most often when a guard must not be held across an await, and a lost update.

use std::sync::Arc;

use super::imports::tokio::{self, runtime::Runtime, sync::Mutex};

#[derive(Default)]
struct Bank {
    account: Mutex<u32>,
    interest: Mutex<u32>,
}

/// Writes what it computed from the balance before the second await.
pub fn run() {
    deposit_twice(|bank| async move {
        let balance = *bank.account.lock().await;
        let interest = *bank.interest.lock().await;
        *bank.account.lock().await = balance + 1 + interest;
    });
}

/// Looks at the balance when nothing is left to await.
pub fn run_right() {
    deposit_twice(|bank| async move {
        let interest = *bank.interest.lock().await;
        *bank.account.lock().await += 1 + interest;
    });
}

fn deposit_twice<F>(deposit: impl Fn(Arc<Bank>) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    Runtime::new().unwrap().block_on(async {
        let bank = Arc::new(Bank::default());
        let tasks = [(); 2].map(|()| tokio::spawn(deposit(bank.clone())));
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*bank.account.lock().await, 2, "money was lost");
    });
}
