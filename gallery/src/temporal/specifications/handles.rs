//! Handles that are closed, and not used afterwards.

use lawful::Law;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Events of handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A handle was opened.
    Open {
        /// Number of the handle.
        fd: u32,
    },
    /// A handle was used.
    Use {
        /// Number of the handle.
        fd: u32,
    },
    /// A handle was closed.
    Close {
        /// Number of the handle.
        fd: u32,
    },
}
use Event::*;

/// What is opened is closed at some time, and what was closed is not used unless it is opened again.
pub fn nothing_leaks() -> Formula<Event> {
    let closed = always(when!(Open { fd } => eventually(is!(Close { fd: =fd }))))
        .named("what is opened is closed");
    let unused = always(when!(Close { fd } => {
        afterwards((!is!(Use { fd: =fd })).unless(is!(Open { fd: =fd })))
    }))
    .named("what was closed is not used");
    closed & unused
}

/// A pool of one handle, which a cleaner closes when it is idle. The wrong version borrows a handle without telling the
/// cleaner.
#[derive(Default)]
struct Pool {
    opened: u32,
    idle: Option<u32>,
}

fn borrow(pool: &Mutex<Pool>, is_right: bool) -> u32 {
    let mut pool = pool.lock().unwrap();
    let idle = if is_right { pool.idle.take() } else { pool.idle };
    idle.unwrap_or_else(|| {
        pool.opened += 1;
        let fd = pool.opened;
        event!(Open { fd });
        if !is_right {
            pool.idle = Some(fd);
        }
        fd
    })
}

fn clean(pool: &Mutex<Pool>) {
    if let Some(fd) = pool.lock().unwrap().idle.take() {
        event!(Close { fd });
    }
}

/// The law of a pool that is cleaned while a handle of it may be in use.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || {
        let pool: Arc<Mutex<Pool>> = Arc::default();
        let own = pool.clone();
        let user = thread::spawn(move || {
            for _ in 0..2 {
                let fd = borrow(&own, is_right);
                thread::yield_now();
                event!(Use { fd });
                if is_right {
                    own.lock().unwrap().idle = Some(fd);
                }
            }
        });
        clean(&pool);
        user.join().unwrap();
        clean(&pool);
    })
    .over_time(nothing_leaks())
}
