//! Locks that are taken and given back in pairs.

use lawful::Law;
use lawful::pulse::sync::Arc;
use lawful::pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Events of a lock that is used by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A thread took a lock.
    Lock {
        /// Number of the thread.
        thread: u32,
        /// Number of the lock.
        lock: u32,
    },
    /// A thread gave a lock back.
    Unlock {
        /// Number of the thread.
        thread: u32,
        /// Number of the lock.
        lock: u32,
    },
}
use Event::*;

/// For every thread and lock: no unlock before a lock, and after each lock an unlock, and no other lock before it.
pub fn locks_are_paired() -> Formula<Event> {
    each!(Lock { thread: t, lock: l } | Unlock { thread: t, lock: l }, [t, l] => {
        let locks = || is!(Lock { thread: =t, lock: =l });
        let unlocks = || is!(Unlock { thread: =t, lock: =l });
        (!unlocks()).unless(locks())
            & always(locks().implies(afterwards((!locks()).until(unlocks()))))
            & always(unlocks().implies(afterwards((!unlocks()).unless(locks()))))
    })
    .named("locks are taken and given back in pairs")
}

struct SpinLock {
    number: u32,
    taken: AtomicBool,
}

impl SpinLock {
    fn lock(&self, thread: u32) {
        while self.taken.swap(true, SeqCst) {
            thread::yield_now();
        }
        event!(Lock { thread, lock: self.number });
    }

    fn unlock(&self, thread: u32) {
        event!(Unlock { thread, lock: self.number });
        self.taken.store(false, SeqCst);
    }
}

/// Moves an amount between two accounts. One that has too little is an error; the wrong version forgets on that path
/// that it holds the second lock.
fn transfer(thread: u32, accounts: &[(SpinLock, AtomicU32)], amount: u32, is_right: bool) -> bool {
    let [(first, from), (second, to)] = accounts else { return false };
    first.lock(thread);
    second.lock(thread);
    let balance = from.load(SeqCst);
    if balance < amount {
        if is_right {
            second.unlock(thread);
        }
        first.unlock(thread);
        return false;
    }
    from.store(balance - amount, SeqCst);
    to.fetch_add(amount, SeqCst);
    second.unlock(thread);
    first.unlock(thread);
    true
}

/// The law of two threads that move money, of which there is not enough for both.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || {
        let account = |number, money| {
            (SpinLock { number, taken: AtomicBool::new(false) }, AtomicU32::new(money))
        };
        let accounts = Arc::new([account(1, 10), account(2, 0)]);
        let own = accounts.clone();
        let other = thread::spawn(move || transfer(2, &*own, 7, is_right));
        transfer(1, &*accounts, 7, is_right);
        other.join().unwrap();
    })
    .over_time(locks_are_paired())
}
