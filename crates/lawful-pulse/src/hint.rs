//! `std::hint`, where a task that spins makes way for those it waits for.

use std::hint;
use std::panic::Location;

pub use std::hint::{assert_unchecked, black_box, unreachable_unchecked};

use crate::run::{Verb, current};

/// See [`std::hint::spin_loop`]. In a run somebody else goes on, unless the schedule says otherwise.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::sync::Arc;
/// use lawful::pulse::sync::atomic::AtomicBool;
/// use lawful::pulse::sync::atomic::Ordering::SeqCst;
/// use lawful::pulse::{hint, scheduled, thread};
///
/// let law = scheduled(|| {
///     let flag = Arc::new(AtomicBool::new(false));
///     let other = flag.clone();
///     let thread = thread::spawn(move || other.store(true, SeqCst));
///     while !flag.load(SeqCst) {
///         hint::spin_loop();
///     }
///     thread.join().unwrap();
/// });
/// assert!(Runner::named("spinning").run(&law).is_success());
/// ```
#[track_caller]
pub fn spin_loop() {
    match current() {
        Some(run) => run.make_way(Verb::Yield, Location::caller()),
        None => hint::spin_loop(),
    }
}
