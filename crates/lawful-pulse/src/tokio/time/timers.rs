//! Timers that wake futures: those of the run, or those of a thread of the system.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::task::Waker;
use std::time;

use super::Instant;
use crate::run::{Alarm, current};

/// A timer that is set. Dropped, it is forgotten, so that time does not go on for it.
#[derive(Debug)]
pub(super) struct Timer(Kind);

#[derive(Debug)]
enum Kind {
    Run { run: u64, alarm: Alarm },
    Real(Key),
}

/// The moment of a real timer, and its number.
type Key = (time::Instant, u64);

#[derive(Default)]
struct Timers {
    set: u64,
    waiting: BTreeMap<Key, Waker>,
}

static TIMERS: Mutex<Timers> = Mutex::new(Timers { set: 0, waiting: BTreeMap::new() });
static CHANGED: Condvar = Condvar::new();
static STARTED: Once = Once::new();

fn lock() -> MutexGuard<'static, Timers> {
    TIMERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Timer {
    /// Wakes at a moment that is still to come.
    pub fn set(deadline: Instant, waker: &Waker) -> Self {
        let left = deadline.saturating_duration_since(Instant::now());
        if let Some(run) = current() {
            let alarm = run.clock().set_alarm(left, waker);
            return Timer(Kind::Run { run: run.id(), alarm });
        }
        STARTED.call_once(|| drop(std::thread::spawn(serve)));
        let mut timers = lock();
        let key = (time::Instant::now() + left, timers.set);
        timers.set += 1;
        timers.waiting.insert(key, waker.clone());
        drop(timers);
        CHANGED.notify_one();
        Timer(Kind::Real(key))
    }

    /// Wakes somebody else instead. Says whether it is still to go off.
    pub fn renew(&self, waker: &Waker) -> bool {
        match &self.0 {
            Kind::Run { run: id, alarm } => {
                let run = current().filter(|run| run.id() == *id);
                run.is_some_and(|run| run.clock().renew_alarm(*alarm, waker))
            }
            Kind::Real(key) => {
                let mut timers = lock();
                let found = timers.waiting.get_mut(key);
                found.map(|old| old.clone_from(waker)).is_some()
            }
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        match &self.0 {
            Kind::Run { run: id, alarm } => {
                if let Some(run) = current().filter(|run| run.id() == *id) {
                    run.clock().forget_alarm(*alarm);
                }
            }
            Kind::Real(key) => {
                let forgotten = lock().waiting.remove(key);
                drop(forgotten);
            }
        }
    }
}

/// Wakes whose time has come, for ever.
fn serve() {
    let mut timers = lock();
    loop {
        let now = time::Instant::now();
        let Some(first) = timers.waiting.first_entry() else {
            timers = CHANGED.wait(timers).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let (moment, _) = *first.key();
        if moment <= now {
            let waker = first.remove();
            drop(timers);
            waker.wake();
            timers = lock();
            continue;
        }
        let waited = CHANGED.wait_timeout(timers, moment - now);
        timers = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}
