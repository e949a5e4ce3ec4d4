//! Runs that stand still.
//!
//! A task that waits for something outside of the scheduler (a lock of std that another task holds, a thread
//! of the system) stops the thread, and with it all tasks that could end the wait. Nothing in the run can
//! notice that. So a thread of its own looks, says where the run stands, and at the next look ends it if it waits for a
//! lock of the system.

use std::io::Write;
use std::panic::Location;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// How often it looks; a run that did not move between two looks is told.
const LOOK: Duration = Duration::from_secs(5);

/// How far a run has come, for others to see.
pub(super) struct Beat {
    steps: AtomicU64,
    /// Where the task that is running was last.
    place: AtomicPtr<Location<'static>>,
    /// The thread of the system that it is on.
    thread: AtomicUsize,
}

impl Beat {
    pub const fn new() -> Self {
        let (steps, place) = (AtomicU64::new(0), AtomicPtr::new(std::ptr::null_mut()));
        Beat { steps, place, thread: AtomicUsize::new(0) }
    }

    /// The run is on this thread.
    pub fn settle(&self) {
        self.thread.store(super::overflow::thread(), Ordering::Relaxed);
    }

    /// That the run stood still, and where.
    pub fn told(&self) -> String {
        let place = self.place().map(|place| format!(", after {}:{}", place.file(), place.line()));
        format!(
            "a scheduled run waited for {} seconds for something outside of the scheduler{}: a lock of std that \
             another task holds, or a thread of the system. Import locks from `lawful_pulse::sync`, or make the \
             call an effect",
            2 * LOOK.as_secs(),
            place.unwrap_or_default()
        )
    }

    /// The run decided something.
    #[inline(always)]
    pub fn step(&self, place: &'static Location<'static>) {
        // Only the thread of the run writes it.
        self.steps.store(self.steps.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.place.store((&raw const *place).cast_mut(), Ordering::Relaxed);
    }

    fn place(&self) -> Option<&'static Location<'static>> {
        // SAFETY: only places were stored, which live for ever.
        unsafe { self.place.load(Ordering::Relaxed).as_ref() }
    }
}

/// Looks after all runs from now on.
pub(super) fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let watch = || {
            let mut watch = Watch::default();
            loop {
                std::thread::sleep(LOOK);
                for line in watch.look(super::home::alive()) {
                    // Past the harness, which shows nothing of a test that does not end.
                    let _ = std::io::stderr().write_all(line.as_bytes());
                }
            }
        };
        // Without it nothing is worse than before.
        let _ = std::thread::Builder::new().name(String::from("lawful-watchdog")).spawn(watch);
    });
}

/// What was seen at the last look: runs, and how far they were.
#[derive(Default)]
struct Watch {
    seen: Vec<(u64, u64)>,
    told: Vec<u64>,
}

impl Watch {
    /// Looks at the runs that are alive, and tells of those that did not move and were not told of before.
    fn look(&mut self, alive: Vec<(u64, &Beat)>) -> Vec<String> {
        let is_still = |(run, beat): &(u64, &Beat)| {
            self.seen.contains(&(*run, beat.steps.load(Ordering::Relaxed)))
        };
        let still = alive.iter().copied().filter(is_still);
        let (told, still): (Vec<_>, Vec<_>) = still.partition(|(run, _)| self.told.contains(run));
        // One that goes on after all, since a thread of the system did its part, is not hurt by this.
        told.iter().for_each(|(run, beat)| {
            let thread = beat.thread.load(Ordering::Relaxed);
            if thread != 0 {
                super::home::while_alive(*run, || super::overflow::stop(*run, thread));
            }
        });
        let steps = |(run, beat): &(u64, &Beat)| (*run, beat.steps.load(Ordering::Relaxed));
        self.seen = alive.iter().map(steps).collect();
        self.told.extend(still.iter().map(|(run, _)| *run));
        still.iter().map(|(_, beat)| warning(beat)).collect()
    }
}

fn warning(beat: &Beat) -> String {
    let place = beat.place().map(|place| format!(", after {}:{}", place.file(), place.line()));
    format!(
        "\nlawful: a scheduled run has stood still for {} seconds{}. The task that is running may wait for \
         something outside of the scheduler: a lock of std that another task holds, or a thread of the \
         system. Import locks from `lawful_pulse::sync`, or make the call an effect.{}\n",
        LOOK.as_secs(),
        place.unwrap_or_default(),
        match super::overflow::can_stop() {
            true => format!(" In {} seconds the law ends.", LOOK.as_secs()),
            false => String::new(),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_stands_still_is_told_once_and_with_its_place() {
        let (moving, standing) = (Beat::new(), Beat::new());
        let mut watch = Watch::default();
        standing.step(Location::caller());
        let mut told = Vec::new();
        for _ in 0..4 {
            moving.step(Location::caller());
            told.extend(watch.look(vec![(1, &moving), (2, &standing)]));
        }
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("watchdog.rs:"), "{told:?}");
    }
}
