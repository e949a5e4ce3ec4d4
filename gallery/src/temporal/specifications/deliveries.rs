//! Messages that come more than once and are delivered at most once.

use std::collections::BTreeSet;

use lawful::Law;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Event of the receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// Number of the message.
    pub id: u32,
}

/// What was delivered is not delivered again.
pub fn at_most_once() -> Formula<Delivered> {
    always(when!(Delivered { id } => afterwards(never(is!(Delivered { id: =id })))))
        .named("nothing is delivered twice")
}

type Seen = Mutex<BTreeSet<u32>>;

/// Delivers a message unless it was. The wrong version lets go of the lock between looking and writing.
fn deliver(seen: &Seen, id: u32, is_right: bool) {
    let is_new = match is_right {
        true => seen.lock().unwrap().insert(id),
        false => {
            let is_new = !seen.lock().unwrap().contains(&id);
            seen.lock().unwrap().insert(id);
            is_new
        }
    };
    if is_new {
        event!(Delivered { id });
    }
}

/// The law of two workers that each get some messages, one of them twice.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || {
        let seen: Arc<Seen> = Arc::default();
        let own = seen.clone();
        let other =
            thread::spawn(move || [1, 2].into_iter().for_each(|id| deliver(&own, id, is_right)));
        [3, 2].into_iter().for_each(|id| deliver(&seen, id, is_right));
        other.join().unwrap();
    })
    .over_time(at_most_once())
}
