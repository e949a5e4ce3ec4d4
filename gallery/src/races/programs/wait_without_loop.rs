//! Two consumers wait for an item with `if` instead of `while`, and one finds nothing when it is woken.
//!
//! Both are woken, the first takes the item, and the second does not look again. The manuals of every
//! condition variable warn of it.

use super::imports::{
    sync::{Condvar, Mutex},
    thread,
};

/// Does not look again after it was woken.
pub fn run() {
    two_items(|items, added| {
        let mut items = items.lock().unwrap();
        if items.is_empty() {
            items = added.wait(items).unwrap();
        }
        assert!(items.pop().is_some(), "woken, and there is no item");
    });
}

/// Waits until there is an item.
pub fn run_right() {
    two_items(|items, added| {
        let items = items.lock().unwrap();
        let mut items = added.wait_while(items, |items| items.is_empty()).unwrap();
        assert!(items.pop().is_some(), "waited, and there is no item");
    });
}

fn two_items(take: fn(&Mutex<Vec<u32>>, &Condvar)) {
    let (items, added) = (Mutex::new(Vec::new()), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| take(&items, &added));
        scope.spawn(|| take(&items, &added));
        scope.spawn(|| {
            for item in 0..2 {
                items.lock().unwrap().push(item);
                added.notify_all();
            }
        });
    });
}
