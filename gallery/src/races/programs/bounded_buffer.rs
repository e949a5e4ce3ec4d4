//! A buffer of one place with one condition variable for producers and consumers, and `notify_one`.
//!
//! A consumer that took an item can wake the other consumer instead of the producer. That one finds
//! nothing and sleeps again, and so does everybody. Known as the fourteenth extreme programming challenge.

use super::imports::{
    sync::{Condvar, Mutex},
    thread,
};

/// Wakes one, whoever it is.
pub fn run() {
    move_two(Condvar::notify_one);
}

/// Wakes all.
pub fn run_right() {
    move_two(Condvar::notify_all);
}

struct Buffer {
    item: Mutex<Option<u32>>,
    changed: Condvar,
    notify: fn(&Condvar),
}

impl Buffer {
    fn put(&self, item: u32) {
        let place = self.item.lock().unwrap();
        let mut place = self.changed.wait_while(place, |place| place.is_some()).unwrap();
        *place = Some(item);
        (self.notify)(&self.changed);
    }

    fn take(&self) -> u32 {
        let place = self.item.lock().unwrap();
        let mut place = self.changed.wait_while(place, |place| place.is_none()).unwrap();
        (self.notify)(&self.changed);
        place.take().expect("the place was seen to be full")
    }
}

fn move_two(notify: fn(&Condvar)) {
    let buffer = Buffer { item: Mutex::new(None), changed: Condvar::new(), notify };
    thread::scope(|scope| {
        scope.spawn(|| buffer.take());
        scope.spawn(|| buffer.take());
        scope.spawn(|| {
            buffer.put(1);
            buffer.put(2);
        });
    });
}
