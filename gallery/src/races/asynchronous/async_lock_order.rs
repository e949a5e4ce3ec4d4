//! Two transfers between the same two accounts, one each way, that lock the giver first and await the taker.
//!
//! Locks that are awaited block no thread, but tasks wait for each other all the same.

use std::sync::Arc;

use super::imports::tokio::{self, runtime::Runtime, sync::Mutex};

type Account = Arc<Mutex<i64>>;

/// Locks the giver first, so the two transfers lock in opposite orders.
pub fn run() {
    both_ways(|giver: Account, taker: Account, _: bool| async move {
        let mut giver = giver.lock().await;
        let mut taker = taker.lock().await;
        (*giver, *taker) = (*giver - 1, *taker + 1);
    });
}

/// Locks the left account first, whoever gives.
pub fn run_right() {
    both_ways(|giver: Account, taker: Account, to_right: bool| async move {
        let (left, right) = if to_right { (giver, taker) } else { (taker, giver) };
        let (mut left, mut right) = (left.lock().await, right.lock().await);
        let amount = if to_right { 1 } else { -1 };
        (*left, *right) = (*left - amount, *right + amount);
    });
}

fn both_ways<F>(transfer: impl Fn(Account, Account, bool) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    Runtime::new().unwrap().block_on(async {
        let (left, right) = (Arc::new(Mutex::new(10)), Arc::new(Mutex::new(10)));
        let there = tokio::spawn(transfer(left.clone(), right.clone(), true));
        let back = tokio::spawn(transfer(right.clone(), left.clone(), false));
        there.await.unwrap();
        back.await.unwrap();
        assert_eq!((*left.lock().await, *right.lock().await), (10, 10), "money was lost");
    });
}
