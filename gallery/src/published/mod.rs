//! Machines for crates that others have published, as anybody would write them for a dependency.
//!
//! The crates are right, as far as 2,000 tests of each can tell. What a failure looks like is seen on
//! models that are wrong in one point.

mod dashmap;
mod lru;
mod slab;

use lawful::report;
use lawful::run::Stopped;
use lawful::{Law, Runner};

/// Expects that 2,000 tests hold.
#[track_caller]
fn assert_holds(name: &str, machine: &dyn Law) {
    let summary = Runner::named(name).tests(2_000).seed(1).run(machine);
    assert!(matches!(summary.stopped, Stopped::Passed), "{}", report::terminal::report(&summary));
}
