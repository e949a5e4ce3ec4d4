//! The tests of loom 0.7.2, which `run` copies from its package.

#[path = "../target/sources/loom/arc.rs"]
mod arc;
#[path = "../target/sources/loom/atomic.rs"]
mod atomic;
#[path = "../target/sources/loom/atomic_int.rs"]
mod atomic_int;
#[path = "../target/sources/loom/atomic_relaxed.rs"]
mod atomic_relaxed;
#[path = "../target/sources/loom/condvar.rs"]
mod condvar;
#[path = "../target/sources/loom/deadlock.rs"]
mod deadlock;
#[path = "../target/sources/loom/double_panic_in_drop.rs"]
mod double_panic_in_drop;
#[path = "../target/sources/loom/fence.rs"]
mod fence;
#[path = "../target/sources/loom/futures.rs"]
mod futures;
#[path = "../target/sources/loom/litmus.rs"]
mod litmus;
#[path = "../target/sources/loom/mpsc.rs"]
mod mpsc;
#[path = "../target/sources/loom/mutex.rs"]
mod mutex;
#[path = "../target/sources/loom/rwlock.rs"]
mod rwlock;
#[path = "../target/sources/loom/rwlock_regression1.rs"]
mod rwlock_regression1;
#[path = "../target/sources/loom/smoke.rs"]
mod smoke;
#[path = "../target/sources/loom/spec.rs"]
mod spec;
#[path = "../target/sources/loom/thread_api.rs"]
mod thread_api;
#[path = "../target/sources/loom/thread_local.rs"]
mod thread_local;
#[path = "../target/sources/loom/unsafe_cell.rs"]
mod unsafe_cell;
#[path = "../target/sources/loom/yield.rs"]
mod yields;
