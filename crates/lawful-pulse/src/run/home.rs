//! State that belongs to one run at a time.
//!
//! A lock may be a static, and runs on other threads, or code outside of any run, may use it at the same
//! time. Were every operation to take a real lock for that, it would cost as much as the scheduler. Instead a run adopts
//! what it meets, once, under the real lock; while the run is alive nobody else touches it, and its own
//! operations look at one number. When the run ends, nothing has to be given back: the number of a run
//! that is not alive stands for nobody.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LockResult, Mutex, PoisonError, RwLock, TryLockError, TryLockResult};
use std::time::Duration;

use super::Run;
use super::watchdog::Beat;

/// How many threads can be in a run at the same time.
const SEATS: usize = 1_024;
/// How long to sleep between two looks at whether another run is over.
const LOOK: Duration = Duration::from_micros(200);

struct SeatState {
    /// The run that is alive on this seat; 0 for none.
    alive: AtomicU64,
    /// How many runs there were.
    runs: AtomicU64,
    /// The run that the one on this seat waits for; 0 for none.
    awaited: AtomicU64,
    /// How far it has come.
    beat: Beat,
}

static STATES: [SeatState; SEATS] = [const {
    SeatState {
        alive: AtomicU64::new(0),
        runs: AtomicU64::new(1),
        awaited: AtomicU64::new(0),
        beat: Beat::new(),
    }
}; SEATS];
static FREE: Mutex<(usize, Vec<usize>)> = Mutex::new((0, Vec::new()));

/// The place of a thread in the table of runs that are alive.
pub(crate) struct Seat(usize);

impl Seat {
    pub fn take() -> Self {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let seat = free.1.pop().unwrap_or_else(|| {
            assert!(free.0 < SEATS, "more than {SEATS} threads run schedules at the same time");
            free.0 += 1;
            free.0 - 1
        });
        STATES[seat].beat.settle();
        Seat(seat)
    }

    /// A run begins; gives its number.
    pub fn begin(&self) -> u64 {
        let state = &STATES[self.0];
        let run = state.runs.load(Ordering::Relaxed);
        state.runs.store(run + 1, Ordering::Relaxed);
        let id = run * SEATS as u64 + self.0 as u64;
        state.alive.store(id, Ordering::Release);
        id
    }

    /// Where others see how far the run has come.
    #[inline(always)]
    pub fn beat(&self) -> &'static Beat {
        &STATES[self.0].beat
    }

    /// It is over.
    pub fn end(&self) {
        STATES[self.0].alive.store(0, Ordering::Release);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).1.push(self.0);
    }
}

/// The runs that are alive, and how far they have come.
pub(super) fn alive() -> Vec<(u64, &'static Beat)> {
    let used = FREE.lock().unwrap_or_else(PoisonError::into_inner).0;
    let runs =
        STATES[..used].iter().map(|state| (state.alive.load(Ordering::Acquire), &state.beat));
    runs.filter(|(run, _)| *run != 0).collect()
}

/// Does something while a run is alive: the thread that it is on does not end meanwhile.
pub(super) fn while_alive(run: u64, action: impl FnOnce()) {
    let _free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if is_alive(run) {
        action();
    }
}

fn state_of(run: u64) -> &'static SeatState {
    &STATES[run as usize % SEATS]
}

/// Whether the run with this number goes on.
pub(crate) fn is_alive(run: u64) -> bool {
    run != 0 && state_of(run).alive.load(Ordering::Acquire) == run
}

/// A lock of std, which excludes those that are not in the run.
pub(crate) trait Real {
    /// Does something while nobody else holds the lock.
    fn exclusively(&self, action: impl FnOnce());
}

impl Real for Mutex<()> {
    fn exclusively(&self, action: impl FnOnce()) {
        let _held = self.lock().unwrap_or_else(PoisonError::into_inner);
        action();
    }
}

impl Real for RwLock<()> {
    fn exclusively(&self, action: impl FnOnce()) {
        let _held = self.write().unwrap_or_else(PoisonError::into_inner);
        action();
    }
}

/// State as it is when a run meets it.
pub(crate) trait Fresh {
    /// It.
    const FRESH: Self;

    /// Whether somebody outside of the state relies on it, as a guard does on the state of its lock: then it cannot be
    /// made fresh.
    fn is_in_use(&self) -> bool {
        false
    }
}

/// What is said where a guard outlives its run.
pub(super) const KEPT: &str = "a lock is used that a guard of an earlier scheduled run still holds: the guard was leaked, or put where \
     it outlives the run (a thread-local of std, a static). Whoever has it could use what the lock protects at \
     the same time, so the lock cannot be used again. Drop the guard before the body of the law returns";

/// State that belongs to one run at a time, and a lock for everybody else.
pub(crate) struct Home<R, S> {
    /// The run that adopted it last.
    run: AtomicU64,
    pub real: R,
    state: UnsafeCell<S>,
}

// SAFETY: the state is reached only by the run whose number is in `run`, and a run is on one thread. The
// number changes only under the real lock, and only when the run before it is over.
unsafe impl<R: Sync, S: Send> Sync for Home<R, S> {}

impl<R: Real, S: Fresh> Home<R, S> {
    pub const fn new(real: R) -> Self {
        Home { run: AtomicU64::new(0), real, state: UnsafeCell::new(S::FRESH) }
    }

    /// The state, for the run that this code is part of.
    #[inline(always)]
    pub fn of(&self, run: &Run) -> &S {
        if self.run.load(Ordering::Relaxed) != run.id() {
            self.adopt(run);
        }
        // SAFETY: the state belongs to this run now, and is reached by shared references only.
        unsafe { &*self.state.get() }
    }

    /// The state, if this run has it already.
    #[inline(always)]
    pub fn existing(&self, run: &Run) -> Option<&S> {
        let adopted = self.run.load(Ordering::Relaxed) == run.id();
        // SAFETY: as above.
        adopted.then(|| unsafe { &*self.state.get() })
    }

    /// Gives back what a run that is over left in use: a guard of it is dropped only now.
    #[cold]
    #[inline(never)]
    pub fn give_back(&self, give_back: impl FnOnce(&S)) {
        self.real.exclusively(|| {
            if !is_alive(self.run.load(Ordering::Acquire)) {
                // SAFETY: nobody else can come here, and the run that had the state is over.
                give_back(unsafe { &*self.state.get() });
            }
        });
    }

    #[cold]
    #[inline(never)]
    fn adopt(&self, run: &Run) {
        loop {
            wait_for_end(self.run.load(Ordering::Acquire), run.id());
            let mut is_kept = false;
            self.real.exclusively(|| {
                let last = self.run.load(Ordering::Acquire);
                if !is_alive(last) {
                    // SAFETY: nobody else can come here, and the run that had the state is over.
                    let state = unsafe { &mut *self.state.get() };
                    is_kept = state.is_in_use();
                    if !is_kept {
                        *state = S::FRESH;
                        self.run.store(run.id(), Ordering::Release);
                    }
                }
            });
            if is_kept {
                run.refuse_kept_guard();
            }
            if self.run.load(Ordering::Relaxed) == run.id() {
                return;
            }
        }
    }

    /// Whether those who hold the real lock may go on: no run has it.
    #[inline(always)]
    pub fn is_free(&self) -> bool {
        let run = self.run.load(Ordering::Acquire);
        run == 0 || !is_alive(run)
    }

    /// Takes the real lock if it is free and no run has it.
    pub fn try_outside<'a, G>(&'a self, take: fn(&'a R) -> TryLockResult<G>) -> Option<G> {
        let held = match take(&self.real) {
            Ok(held) => held,
            Err(TryLockError::Poisoned(held)) => held.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        if !self.is_free() {
            return None;
        }
        Some(self.unless_kept(held))
    }

    /// The real lock, which is held so that no run begins to use the state. Panics if a guard of a run that is over still
    /// holds the lock.
    fn unless_kept<G>(&self, held: G) -> G {
        if self.run.load(Ordering::Acquire) != 0 {
            // SAFETY: no run has the state, and none can take it now.
            let is_kept = unsafe { &*self.state.get() }.is_in_use();
            if is_kept {
                // First, since nothing poisons the real lock.
                drop(held);
                panic!("{KEPT}");
            }
        }
        held
    }

    /// Takes the real lock, when no run has it.
    pub fn outside<'a, G>(&'a self, take: fn(&'a R) -> LockResult<G>) -> G {
        loop {
            let held = take(&self.real).unwrap_or_else(PoisonError::into_inner);
            if self.is_free() {
                return self.unless_kept(held);
            }
            drop(held);
            while !self.is_free() {
                std::thread::sleep(LOOK);
            }
        }
    }
}

/// Waits until a run on another thread is over: from within a run or from outside of all.
pub(crate) fn wait_until_over(run: u64) {
    match super::current() {
        Some(own) => wait_for_end(run, own.id()),
        None => {
            while is_alive(run) {
                std::thread::sleep(LOOK);
            }
        }
    }
}

/// Waits until another run is over.
fn wait_for_end(other: u64, own: u64) {
    if !is_alive(other) {
        return;
    }
    state_of(own).awaited.store(other, Ordering::SeqCst);
    while is_alive(other) {
        if waits_for(other, own) {
            state_of(own).awaited.store(0, Ordering::SeqCst);
            panic!(
                "two scheduled tests use the same static locks at the same time, in another order; run \
                 them one after the other: `cargo test -- --test-threads=1`"
            );
        }
        std::thread::sleep(LOOK);
    }
    state_of(own).awaited.store(0, Ordering::SeqCst);
}

/// Whether a run waits, over others, for another.
fn waits_for(run: u64, other: u64) -> bool {
    let mut run = run;
    for _ in 0..SEATS {
        let awaited = state_of(run).awaited.load(Ordering::SeqCst);
        if awaited == other {
            return true;
        }
        if !is_alive(awaited) {
            return false;
        }
        run = awaited;
    }
    false
}
