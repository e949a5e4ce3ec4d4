//! Deterministic scheduler for concurrent code.
//!
//! A race shows once a week because the operating system decides which thread runs. Here the tasks of a test run on
//! one thread, one at a time, and at every scheduling point (an operation that other tasks can notice) the scheduler
//! decides which runnable task goes on. Its decisions are choices like any other of Lawful: a schedule that breaks the
//! law is replayed exactly, shrunk to the fewest context switches, and drawn.
//!
#![cfg_attr(feature = "scheduled", doc = "```")]
#![cfg_attr(not(feature = "scheduled"), doc = "```ignore")]
//! use lawful::Runner;
//! use lawful::pulse::sync::Arc;
//! use lawful::pulse::sync::atomic::AtomicU32;
//! use lawful::pulse::sync::atomic::Ordering::SeqCst;
//! use lawful::pulse::{scheduled, thread};
//!
//! let counts = scheduled(|| {
//!     let count = Arc::new(AtomicU32::new(0));
//!     let other = count.clone();
//!     let thread = thread::spawn(move || other.store(other.load(SeqCst) + 1, SeqCst));
//!     count.store(count.load(SeqCst) + 1, SeqCst);
//!     thread.join().unwrap();
//!     assert_eq!(count.load(SeqCst), 2);
//! });
//! // In a test: #[law(scheduled)] fn both_are_counted() { .. }
//! let summary = Runner::named("counts").run(&counts);
//! let failure = summary.failure().unwrap();
//! assert_eq!(failure.trace().unwrap().switches, 1);
//! // No schedule without a context switch breaks it: all of them were tried.
//! assert!(failure.is_proven());
//! ```
//!
//! The report has a column for each task, the source lines, and the context switches:
//!
//! ```text
//!         main              counter.rs:4
//!         ────────────────  ────────────────
//!         starts
//!         spawns counter.rs:4                   counter.rs:4
//!         reads count: 0                        counter.rs:5
//! switch                    starts
//!                           reads count: 0      counter.rs:4
//!                           writes count: 1     counter.rs:4
//!                           ends
//!         writes count: 1                       counter.rs:5
//! ```
//!
//! and the same is drawn as an SVG under `target/lawful/pictures`.
//!
//! # By changing an import
//!
//! A program imports from this crate what it imports from std:
//!
//! ```toml
//! [dependencies]
//! lawful-pulse = "0.1"        # re-exports of std, and processes on threads of it
//!
//! [dev-dependencies]
//! lawful = { version = "0.1", features = ["pulse"] }    # switches the scheduler on
//! ```
//!
//! ```
//! use lawful_pulse::sync::{Arc, Mutex};
//! use lawful_pulse::thread;
//! # let shared = Arc::new(Mutex::new(0));
//! # thread::spawn(move || *shared.lock().unwrap() += 1).join().unwrap();
//! ```
//!
//! In `cargo build` the names are std's own, and processes run on std's threads. In `cargo test` they are under the scheduler where a scheduled law
//! is running, and real locks and threads everywhere else. (Cargo leaves what it built for tests in the target
//! directory: `cargo test --release`, `cargo bench`, examples and `--all-targets` see the names of tests. A
//! virtual workspace needs `resolver = "2"` or later for the two to be kept apart.)
//!
//! | from here | instead of |
//! |---|---|
//! | [`sync`] | `std::sync`: `Mutex`, `RwLock`, `Condvar`, `Once`, `OnceLock`, `LazyLock`, `Barrier`, `mpsc`, all atomics |
//! | [`thread`], [`thread_local!`] | `std::thread`: `spawn`, `scope`, `park`, `yield_now`, `sleep`, `Builder`, thread-locals |
//! | [`time`], [`hint`] | `std::time`, with an `Instant` of the virtual clock; `std::hint`, for loops that spin |
//! | [`process`] | threads and channels: processes as in Erlang, with mailboxes, links, monitors and names |
//! | [`effect`], [`effects!`] | a call of code that knows nothing of the scheduler, as one step |
#![cfg_attr(
    feature = "scheduled",
    doc = "| [`future`] | a runtime: `spawn`, `block_on`, join handles |\n\
           | [`tokio`] | the common names of tokio |"
)]
//!
//! What knows nothing of the scheduler can be used too, as long as it does not wait for another task: channels
//! between futures work as they are; a lock of std that is held while the schedule switches stops the run, and
//! after ten seconds the law ends with a message that says where.
//!
//! # What is found
//!
//! - A body that panics, returns `false` or `Err`, as with any law; a panic in a task that is not joined.
//! - Deadlocks, at once, also of some tasks while others run: which task waits for which lock, and which task holds it.
//!   A lock that is taken twice; a notification that came when no task waited.
//! - Threads that wait for ever when the body has ended; tasks that never end (livelocks).
//! - A stack that overflows, with its case.
//! - Races for a [`cell`].
//! - A program that does something else under the same schedule: where it does so first.
//!
//! # How schedules are searched
//!
//! A test draws the arguments of the law, if it has any, and tries 64 schedules of that case; with 256 tests that
//! is 16,384. No scheduling algorithm is best, so they take turns: the schedule without a context switch, random
//! priorities, uniform walks, schedules with few context switches. The report says which one found it.
#![cfg_attr(
    feature = "scheduled",
    doc = "[`Scheduled::search`] chooses one, or a [`Scheduler`] of your own; or all schedules of a small program, \
           which is a proof:"
)]
//!
#![cfg_attr(feature = "scheduled", doc = "```")]
#![cfg_attr(not(feature = "scheduled"), doc = "```ignore")]
//! use lawful::pulse::sync::Mutex;
//! use lawful::pulse::{Search, scheduled, thread};
//!
//! let counts = scheduled(|| {
//!     let count = Mutex::new(0);
//!     thread::scope(|scope| {
//!         scope.spawn(|| *count.lock().unwrap() += 1);
//!         scope.spawn(|| *count.lock().unwrap() += 1);
//!     });
//!     assert_eq!(count.into_inner().unwrap(), 2);
//! });
//! let counts = counts.search(Search::Exhaustive).ignore_arc_counts();
//! assert!(counts.explore(1).complete);
//! ```
//!
//! The simplest decision is to go on with the task that is running and, where that task cannot go on, with the next
//! one. Any other decision is a *context switch*; it is a preemption if the running task was runnable. The tape has
//! the context switches alone, each with its task and the number of decisions that the task came to before, so that
//! each means the same when another one is deleted. At the end of shrinking all schedules with fewer context switches
//! are tried, up to some hundred thousand, and the report says if that was a proof.
//!
//! # Time
//!
//! The clock is virtual: it stands still while any task is runnable, and jumps to the next timer when none is, or
//! when the schedule says so. An hour's sleep takes no time, and a time-out that races with what it waits for
//! is found. A timer of twenty years or more, such as one of `Duration::MAX`, never fires. Where time-outs are meant to
//! be longer than everything else takes, `Scheduled::early_timers(false)` lets time pass only while no task is runnable.
#![cfg_attr(
    feature = "scheduled",
    doc = "\n# More than threads\n\n\
           Messages between [processes](process) overtake each other as far as Erlang allows. An [`effect`] is one step, whatever it is made of: a call of code that knows nothing of \
           the scheduler, or an operation of a component that was tested by itself. [`fault`] kills tasks, loses \
           messages and poisons locks, where a test asks for it."
)]
//!
//! # Limits
//!
//! All operations on atomics take effect in one order, whatever order they ask for. (What `Relaxed` does not
//! order is seen by a [`cell`] that it should protect.) Plain memory is not looked at, and neither are the counts of an
//! `Arc`, unless it is one of [`sync::tracked`]. Statics keep what an earlier run left in them. Tasks run one at a time,
//! so a program that needs two processors at once does not come to its end. `cargo lawful uncontrolled` (crate
//! `cargo-lawful`) lists the uses of std, tokio and other crates in a workspace that the scheduler does not control.

#[cfg(feature = "scheduled")]
#[macro_use]
mod macros;

#[cfg(feature = "scheduled")]
mod law;
#[cfg(feature = "scheduled")]
mod name;
#[cfg(feature = "scheduled")]
mod run;
#[cfg(feature = "scheduled")]
mod scheduler;
#[cfg(feature = "scheduled")]
mod shrink;
#[cfg(feature = "scheduled")]
mod spawned;
#[cfg(feature = "scheduled")]
mod watch;

#[cfg(feature = "scheduled")]
pub mod cell;
#[cfg(feature = "scheduled")]
pub mod effect;
#[cfg(feature = "scheduled")]
pub mod fault;
#[cfg(feature = "scheduled")]
pub mod future;
#[cfg(feature = "scheduled")]
pub mod hint;
#[cfg(feature = "scheduled")]
pub mod sync;
#[cfg(feature = "scheduled")]
pub mod thread;
#[cfg(feature = "scheduled")]
pub mod time;
#[cfg(feature = "scheduled")]
#[doc(hidden)]
pub mod together;
#[cfg(feature = "scheduled")]
pub mod tokio;

mod killed;
pub mod process;

#[cfg(all(feature = "tokio", not(feature = "scheduled")))]
pub use ::tokio;
pub use killed::Killed;
#[cfg(feature = "scheduled")]
pub use law::{EARLY_TIMERS, Explored, SCHEDULES, Scheduled, scheduled};
#[cfg(feature = "scheduled")]
pub use name::name;
#[cfg(feature = "scheduled")]
pub use scheduler::{
    Cause, Estimate, Next, Scheduler, SchedulingPoint, Search, Start, TaskEstimate, TaskId,
};
#[cfg(feature = "scheduled")]
pub use watch::{
    EndCause, Happening, Limits, Moment, Observed, RunEnd, Stuck, Unwatched, Watch, Watched,
    Watching, begin_fair_tail, count_rounds, current_task, end_run, is_shown, log_event,
    mark_event, moment, task_name, with_watch,
};

#[cfg(not(feature = "scheduled"))]
mod plain;

#[cfg(not(feature = "scheduled"))]
pub use plain::{cell, effect, fault, name, sync};
#[cfg(not(feature = "scheduled"))]
pub use std::{hint, thread, thread_local, time};
