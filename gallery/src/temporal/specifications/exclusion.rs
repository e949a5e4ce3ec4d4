//! Mutual exclusion by Peterson's algorithm.

use lawful::Law;
use lawful::pulse::sync::Arc;
use lawful::pulse::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Events of the critical section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A thread is inside.
    Enter {
        /// Number of the thread.
        who: usize,
    },
    /// A thread leaves.
    Leave {
        /// Number of the thread.
        who: usize,
    },
}
use Event::*;

/// Between the entry of a thread and its leaving no other one enters.
pub fn one_at_a_time() -> Formula<Event> {
    always(when!(Enter { who } => {
        afterwards((!is!(Enter { .. })).unless(is!(Leave { who: =who })))
    }))
    .named("one at a time is inside")
}

#[derive(Default)]
struct Peterson {
    wants: [AtomicBool; 2],
    turn: AtomicUsize,
}

impl Peterson {
    /// Enters. The wrong version gives way to the other one first, and only then says that it wants to enter.
    fn enter(&self, who: usize, is_right: bool) {
        let other = 1 - who;
        if is_right {
            self.wants[who].store(true, SeqCst);
            self.turn.store(other, SeqCst);
        } else {
            self.turn.store(other, SeqCst);
            self.wants[who].store(true, SeqCst);
        }
        while self.wants[other].load(SeqCst) && self.turn.load(SeqCst) == other {
            thread::yield_now();
        }
    }

    fn leave(&self, who: usize) {
        self.wants[who].store(false, SeqCst);
    }
}

/// The law of two threads that enter twice each.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || {
        let lock = Arc::new(Peterson::default());
        let work = move |lock: &Peterson, who: usize| {
            for _ in 0..2 {
                lock.enter(who, is_right);
                event!(Enter { who });
                thread::yield_now();
                event!(Leave { who });
                lock.leave(who);
            }
        };
        let own = lock.clone();
        let other = thread::spawn(move || work(&own, 1));
        work(&lock, 0);
        other.join().unwrap();
    })
    .over_time(one_at_a_time())
}
