//! Imports of every name that `cargo lawful uncontrolled` tells to use: the names exist.

#![allow(unused_imports)]

use std::collections::BTreeSet;

use cargo_lawful::uncontrolled::replacements;

use lawful_pulse::future::block_on as _;
use lawful_pulse::hint::spin_loop as _;
use lawful_pulse::sync as _;
use lawful_pulse::sync::Barrier as _;
use lawful_pulse::sync::BarrierWaitResult as _;
use lawful_pulse::sync::Condvar as _;
use lawful_pulse::sync::LazyLock as _;
use lawful_pulse::sync::Mutex as _;
use lawful_pulse::sync::MutexGuard as _;
use lawful_pulse::sync::Once as _;
use lawful_pulse::sync::OnceLock as _;
use lawful_pulse::sync::RwLock as _;
use lawful_pulse::sync::RwLockReadGuard as _;
use lawful_pulse::sync::RwLockWriteGuard as _;
use lawful_pulse::sync::WaitTimeoutResult as _;
use lawful_pulse::sync::atomic as _;
use lawful_pulse::sync::atomic::AtomicBool as _;
use lawful_pulse::sync::atomic::AtomicI8 as _;
use lawful_pulse::sync::atomic::AtomicI16 as _;
use lawful_pulse::sync::atomic::AtomicI32 as _;
use lawful_pulse::sync::atomic::AtomicI64 as _;
use lawful_pulse::sync::atomic::AtomicIsize as _;
use lawful_pulse::sync::atomic::AtomicPtr as _;
use lawful_pulse::sync::atomic::AtomicU8 as _;
use lawful_pulse::sync::atomic::AtomicU16 as _;
use lawful_pulse::sync::atomic::AtomicU32 as _;
use lawful_pulse::sync::atomic::AtomicU64 as _;
use lawful_pulse::sync::atomic::AtomicUsize as _;
use lawful_pulse::sync::atomic::fence as _;
use lawful_pulse::sync::mpsc as _;
use lawful_pulse::thread::Builder as _;
use lawful_pulse::thread::JoinHandle as _;
use lawful_pulse::thread::LocalKey as _;
use lawful_pulse::thread::Scope as _;
use lawful_pulse::thread::ScopedJoinHandle as _;
use lawful_pulse::thread::Thread as _;
use lawful_pulse::thread::ThreadId as _;
use lawful_pulse::thread::current as _;
use lawful_pulse::thread::park as _;
use lawful_pulse::thread::park_timeout as _;
use lawful_pulse::thread::scope as _;
use lawful_pulse::thread::sleep as _;
use lawful_pulse::thread::spawn as _;
use lawful_pulse::thread::yield_now as _;
use lawful_pulse::thread_local as _;
use lawful_pulse::time::Instant as _;
use lawful_pulse::tokio::join as _;
use lawful_pulse::tokio::pin as _;
use lawful_pulse::tokio::runtime::Builder as _;
use lawful_pulse::tokio::runtime::EnterGuard as _;
use lawful_pulse::tokio::runtime::Handle as _;
use lawful_pulse::tokio::runtime::Runtime as _;
use lawful_pulse::tokio::runtime::TryCurrentError as _;
use lawful_pulse::tokio::select as _;
use lawful_pulse::tokio::spawn as _;
use lawful_pulse::tokio::sync as _;
use lawful_pulse::tokio::sync::AcquireError as _;
use lawful_pulse::tokio::sync::Barrier as _;
use lawful_pulse::tokio::sync::BarrierWaitResult as _;
use lawful_pulse::tokio::sync::Mutex as _;
use lawful_pulse::tokio::sync::MutexGuard as _;
use lawful_pulse::tokio::sync::Notify as _;
use lawful_pulse::tokio::sync::OwnedMutexGuard as _;
use lawful_pulse::tokio::sync::OwnedRwLockReadGuard as _;
use lawful_pulse::tokio::sync::OwnedRwLockWriteGuard as _;
use lawful_pulse::tokio::sync::OwnedSemaphorePermit as _;
use lawful_pulse::tokio::sync::RwLock as _;
use lawful_pulse::tokio::sync::RwLockReadGuard as _;
use lawful_pulse::tokio::sync::RwLockWriteGuard as _;
use lawful_pulse::tokio::sync::Semaphore as _;
use lawful_pulse::tokio::sync::SemaphorePermit as _;
use lawful_pulse::tokio::sync::TryAcquireError as _;
use lawful_pulse::tokio::sync::TryLockError as _;
use lawful_pulse::tokio::sync::broadcast as _;
use lawful_pulse::tokio::sync::mpsc as _;
use lawful_pulse::tokio::sync::oneshot as _;
use lawful_pulse::tokio::sync::watch as _;
use lawful_pulse::tokio::task::AbortHandle as _;
use lawful_pulse::tokio::task::JoinError as _;
use lawful_pulse::tokio::task::JoinHandle as _;
use lawful_pulse::tokio::task::JoinSet as _;
use lawful_pulse::tokio::task::block_in_place as _;
use lawful_pulse::tokio::task::spawn as _;
use lawful_pulse::tokio::task::spawn_blocking as _;
use lawful_pulse::tokio::task::spawn_local as _;
use lawful_pulse::tokio::task::yield_now as _;
use lawful_pulse::tokio::time::Instant as _;
use lawful_pulse::tokio::time::Interval as _;
use lawful_pulse::tokio::time::MissedTickBehavior as _;
use lawful_pulse::tokio::time::Sleep as _;
use lawful_pulse::tokio::time::Timeout as _;
use lawful_pulse::tokio::time::error as _;
use lawful_pulse::tokio::time::interval as _;
use lawful_pulse::tokio::time::interval_at as _;
use lawful_pulse::tokio::time::sleep as _;
use lawful_pulse::tokio::time::sleep_until as _;
use lawful_pulse::tokio::time::timeout as _;
use lawful_pulse::tokio::time::timeout_at as _;
use lawful_pulse::tokio::try_join as _;

#[test]
fn every_replacement_is_imported() {
    let imports = include_str!("names.rs").lines().filter_map(|line| {
        line.strip_prefix("use lawful_pulse::").and_then(|line| line.strip_suffix(" as _;"))
    });
    let imported: BTreeSet<String> = imports.map(|path| format!("lawful_pulse::{path}")).collect();
    assert_eq!(imported, replacements().into_iter().collect());
}
