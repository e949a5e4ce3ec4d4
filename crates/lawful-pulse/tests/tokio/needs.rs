//! Failures that need scheduling points where something is given back, switched on by `timeout` and `select!`.

use std::time::Duration;

use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::tokio;
use lawful_pulse::tokio::sync::Mutex;

use crate::outcomes::is_stable;
use crate::tasks::run;

/// A task that holds the lock for a moment again and again. Only in the middle of one round is there something to see.
fn rounds(lock: &Arc<Mutex<()>>, state: &Arc<AtomicU32>) {
    let (lock, state) = (lock.clone(), state.clone());
    tokio::spawn(async move {
        for _ in 0..3 {
            drop(lock.lock().await);
        }
        state.store(1, SeqCst);
        drop(lock.lock().await);
        state.store(2, SeqCst);
    });
}

#[test]
fn a_time_out_comes_where_the_lock_is_held() {
    is_stable(4, || {
        run(async {
            let (lock, state) = (Arc::new(Mutex::new(())), Arc::new(AtomicU32::new(0)));
            rounds(&lock, &state);
            if state.load(SeqCst) == 1 {
                let locked = tokio::time::timeout(Duration::from_secs(1), lock.lock()).await;
                assert!(locked.is_ok(), "seen while it is held");
            }
        });
    });
}

#[test]
fn a_branch_comes_first_where_the_lock_is_held() {
    is_stable(2, || {
        run(async {
            let (lock, state) = (Arc::new(Mutex::new(())), Arc::new(AtomicU32::new(0)));
            rounds(&lock, &state);
            if state.load(SeqCst) == 1 {
                tokio::select! {
                    biased;
                    _ = lock.lock() => {}
                    () = async {} => panic!("seen while it is held"),
                }
            }
        });
    });
}
