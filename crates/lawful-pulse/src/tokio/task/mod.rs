//! `tokio::task`.

mod join_set;

pub use crate::future::{
    AbortHandle, JoinError, JoinHandle, spawn, spawn_blocking, spawn_local, yield_now,
};
pub use join_set::JoinSet;

/// See tokio's. In a run every task may block, so it just calls the closure.
pub fn block_in_place<T>(body: impl FnOnce() -> T) -> T {
    body()
}
