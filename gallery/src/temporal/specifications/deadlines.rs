//! Requests that are answered, or told that they took too long, in 100 milliseconds.

use std::collections::VecDeque;
use std::time::Duration;

use lawful::Law;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Events of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A request came in.
    Request {
        /// Number of the request.
        id: u32,
    },
    /// A request was answered.
    Response {
        /// Number of the request.
        id: u32,
    },
    /// A request was given up.
    TimedOut {
        /// Number of the request.
        id: u32,
    },
}
use Event::*;

const LIMIT: Duration = Duration::from_millis(100);
const WORK: Duration = Duration::from_millis(60);
const PATIENCE: Duration = Duration::from_millis(30);

/// Each request is answered or given up in 100 ms.
pub fn answered_in_time() -> Formula<Event> {
    let over = |id: u32| is!(Response { id: =id }) | is!(TimedOut { id: =id });
    always(when!(Request { id } => within(LIMIT, over(id))))
        .named("each request is answered or given up in 100 ms")
}

/// Two requests for a server that takes 60 ms for each. A watchdog gives up what waits in the queue for 30 ms.
fn serve(has_watchdog: bool) {
    let queue: Arc<Mutex<VecDeque<u32>>> = Arc::default();
    let own = queue.clone();
    for id in 1..=2 {
        event!(Request { id });
        queue.lock().unwrap().push_back(id);
    }
    let server = thread::spawn(move || {
        while let Some(id) = next(&own) {
            thread::sleep(WORK);
            event!(Response { id });
        }
    });
    if has_watchdog {
        thread::sleep(PATIENCE);
        while let Some(id) = next(&queue) {
            event!(TimedOut { id });
        }
    }
    server.join().unwrap();
}

fn next(queue: &Mutex<VecDeque<u32>>) -> Option<u32> {
    queue.lock().unwrap().pop_front()
}

/// The law of a server. Without the watchdog the second request waits for the first, and takes 120 ms.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || serve(is_right)).over_time(answered_in_time())
}
