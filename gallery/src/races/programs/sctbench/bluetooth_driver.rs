//! A driver that is stopped between a request's look at the stopping flag and its being counted.
//!
//! SCTBench `bluetooth_driver_bad`, from Qadeer and Wu, *KISS: keep it simple and sequential* (2004), who found
//! it in a driver of Windows.

use super::imports::{
    sync::atomic::{AtomicBool, AtomicI64, Ordering::SeqCst},
    thread,
};

/// A request looks, then is counted.
pub fn run() {
    add_and_stop(|driver| {
        if driver.is_stopping.load(SeqCst) {
            return false;
        }
        driver.pending.fetch_add(1, SeqCst);
        true
    });
}

/// A request is counted, then looks.
pub fn run_right() {
    add_and_stop(|driver| {
        driver.pending.fetch_add(1, SeqCst);
        !driver.is_stopping.load(SeqCst)
    });
}

struct Driver {
    /// Requests, and one for the driver itself until it stops.
    pending: AtomicI64,
    is_stopping: AtomicBool,
    may_stop: AtomicBool,
    has_stopped: AtomicBool,
}

impl Driver {
    fn leave(&self) {
        if self.pending.fetch_sub(1, SeqCst) == 1 {
            self.may_stop.store(true, SeqCst);
        }
    }

    fn stop(&self) {
        self.is_stopping.store(true, SeqCst);
        self.leave();
        if self.may_stop.load(SeqCst) {
            self.has_stopped.store(true, SeqCst);
        }
    }
}

fn add_and_stop(enter: fn(&Driver) -> bool) {
    let driver = Driver {
        pending: AtomicI64::new(1),
        is_stopping: AtomicBool::new(false),
        may_stop: AtomicBool::new(false),
        has_stopped: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        scope.spawn(|| driver.stop());
        if enter(&driver) {
            assert!(!driver.has_stopped.load(SeqCst), "a request runs in a stopped driver");
        }
        driver.leave();
    });
}
