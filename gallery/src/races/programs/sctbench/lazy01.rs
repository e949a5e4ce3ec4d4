//! One task adds 1, one adds 2, and one claims that there are never 3.
//!
//! SCTBench `lazy01_bad`.

use super::imports::{sync::Mutex, thread};

/// Fails when the claim is made last.
pub fn run() {
    let data = Mutex::new(0);
    thread::scope(|scope| {
        scope.spawn(|| *data.lock().unwrap() += 1);
        scope.spawn(|| *data.lock().unwrap() += 2);
        scope.spawn(|| assert!(*data.lock().unwrap() < 3, "both have added"));
    });
}
