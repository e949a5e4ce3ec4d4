//! Double-checked initialisation that says it is done before it is.
//!
//! The second check is under the lock and right; the first is not, and sees the flag without the value. After
//! the *double-checked locking is broken* declaration (2000), where the compiler swaps the two stores.

use super::imports::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

/// Sets the flag first.
pub fn run() {
    get_twice(|lazy| {
        lazy.is_ready.store(true, SeqCst);
        lazy.value.store(VALUE, SeqCst);
    });
}

/// Sets the value first.
pub fn run_right() {
    get_twice(|lazy| {
        lazy.value.store(VALUE, SeqCst);
        lazy.is_ready.store(true, SeqCst);
    });
}

const VALUE: usize = 42;

struct Lazy {
    is_ready: AtomicBool,
    value: AtomicUsize,
    lock: Mutex<()>,
    initialise: fn(&Lazy),
}

impl Lazy {
    fn get(&self) -> usize {
        if !self.is_ready.load(SeqCst) {
            let _guard = self.lock.lock().unwrap();
            if !self.is_ready.load(SeqCst) {
                (self.initialise)(self);
            }
        }
        self.value.load(SeqCst)
    }
}

fn get_twice(initialise: fn(&Lazy)) {
    let lazy = Lazy {
        is_ready: AtomicBool::new(false),
        value: AtomicUsize::new(0),
        lock: Mutex::new(()),
        initialise,
    };
    let get = || assert_eq!(lazy.get(), VALUE, "seen before it was initialised");
    thread::scope(|scope| {
        scope.spawn(get);
        scope.spawn(get);
    });
}
