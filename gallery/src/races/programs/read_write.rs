//! A table that is looked at under a read lock and filled under a write lock, with nothing in between.
//!
//! Between the two locks another task fills it too. `RwLock` cannot be upgraded, so whoever changes from
//! reading to writing must look again.

use super::imports::{sync::RwLock, thread};

/// Believes under the write lock what was seen under the read lock.
pub fn run() {
    register_twice(|names| {
        let is_new = !names.read().unwrap().contains(&"name");
        if is_new {
            names.write().unwrap().push("name");
        }
    });
}

/// Looks again under the write lock.
pub fn run_right() {
    register_twice(|names| {
        let is_new = !names.read().unwrap().contains(&"name");
        if is_new {
            let mut names = names.write().unwrap();
            if !names.contains(&"name") {
                names.push("name");
            }
        }
    });
}

fn register_twice(register: fn(&RwLock<Vec<&'static str>>)) {
    let names = RwLock::new(Vec::new());
    thread::scope(|scope| {
        scope.spawn(|| register(&names));
        scope.spawn(|| register(&names));
    });
    assert_eq!(names.read().unwrap().len(), 1, "one name was registered twice");
}
