//! A cell whose data races are detected.
//!
//! Code that shares plain memory under a protocol of its own (a queue over atomics, a lock of one's own) has
//! cells that only the protocol protects. Here each access says what it is, and two accesses that nothing
//! orders, one of which writes, break the law, whether or not they came close to each other in time: an order
//! is what locks, joins, messages and atomics that are not `Relaxed` make.
//!
//! ```
//! use lawful::prelude::*;
//! use lawful::pulse::cell::RaceCell;
//! use lawful::pulse::sync::Arc;
//! use lawful::pulse::sync::atomic::{AtomicBool, Ordering};
//! use lawful::pulse::{scheduled, thread};
//!
//! let publishes = |order: Ordering| scheduled(move || {
//!     let shared = Arc::new((RaceCell::new(0), AtomicBool::new(false)));
//!     let other = shared.clone();
//!     thread::spawn(move || {
//!         // SAFETY: nobody reads before the flag is set.
//!         other.0.with_mut(|place| unsafe { *place = 1 });
//!         other.1.store(true, order);
//!     });
//!     if shared.1.load(Ordering::Acquire) {
//!         // SAFETY: it was written before the flag was set.
//!         assert_eq!(shared.0.with(|place| unsafe { *place }), 1);
//!     }
//! });
//! assert!(Runner::named("released").run(&publishes(Ordering::Release)).is_success());
//! assert!(Runner::named("relaxed").run(&publishes(Ordering::Relaxed)).failure().is_some());
//! ```

use std::cell::{RefCell, UnsafeCell};
use std::panic::Location;
use std::sync::Mutex;

use crate::run::{
    Fresh, Home, Needs, Object, Operation, Place, Run, TaskId, Trouble, VectorClock, Verb, at,
    current,
};

/// Plain memory that is shared under a protocol of the program. See [the module](self).
///
/// As with [`std::cell::UnsafeCell`], what it gives is a pointer, and that the protocol is right is for
/// whoever uses the pointer to see to. Outside of a run nothing is detected.
pub struct RaceCell<T: ?Sized> {
    home: Home<Mutex<()>, Accesses>,
    made: Place,
    value: UnsafeCell<T>,
}

// SAFETY: it gives pointers, and to use them is unsafe.
unsafe impl<T: ?Sized + Send> Sync for RaceCell<T> {}

/// The last accesses: by each task the last one that read, and the last one that wrote.
struct Accesses {
    reads: RefCell<Vec<Access>>,
    write: RefCell<Option<Access>>,
}

impl Fresh for Accesses {
    const FRESH: Self = Accesses { reads: RefCell::new(Vec::new()), write: RefCell::new(None) };
}

#[derive(Clone)]
struct Access {
    task: TaskId,
    /// How many things the task had done by then.
    when: u32,
    place: Place,
}

impl<T> RaceCell<T> {
    /// A cell that holds a value.
    #[track_caller]
    pub const fn new(value: T) -> Self {
        let made = Location::caller();
        RaceCell { home: Home::new(Mutex::new(())), made, value: UnsafeCell::new(value) }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}

impl<T: ?Sized> RaceCell<T> {
    /// Reads: the pointer is good for that until `read` returns.
    #[track_caller]
    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        self.access(Verb::Read, Location::caller());
        read(self.value.get())
    }

    /// Reads and writes: the pointer is good for that until `write` returns.
    #[track_caller]
    pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        self.access(Verb::Write, Location::caller());
        write(self.value.get())
    }

    /// The value, of a cell that nobody else has.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    fn access(&self, verb: Verb, place: Place) {
        let Some(run) = current() else { return };
        run.need(Needs::CLOCKS);
        run.point(|| Operation::new(verb, Object::new(self, self.made)), place);
        if run.is_careful() && !run.is_over() {
            self.look(run, verb, place);
        }
    }

    /// Whether everything that is in conflict with this access came before it.
    fn look(&self, run: &Run, verb: Verb, place: Place) {
        let clock = run.vector_clock();
        let accesses = self.home.of(run);
        let own = Access { task: run.current(), when: when(&clock, run.current()), place };
        let unordered = |other: &Access| other.when > when(&clock, other.task);
        let mut reads = accesses.reads.borrow_mut();
        let written = accesses.write.borrow().clone().filter(unordered);
        let read = reads.iter().find(|read| verb == Verb::Write && unordered(read)).cloned();
        if let Some(other) = written.as_ref().or(read.as_ref()) {
            let did = if written.is_some() { "wrote" } else { "read" };
            let text = race(run, verb, place, did, other, self.made);
            drop(reads);
            // When the run is cleared away, this unwinds or is left for ever.
            return run.end_with(Trouble::Race(text));
        }
        match verb {
            Verb::Write => {
                reads.clear();
                *accesses.write.borrow_mut() = Some(own);
            }
            _ => {
                reads.retain(|read| read.task != own.task);
                reads.push(own);
            }
        }
    }
}

fn when(clock: &VectorClock, task: TaskId) -> u32 {
    clock.get(task as usize).copied().unwrap_or(0)
}

fn race(run: &Run, verb: Verb, place: Place, did: &str, other: &Access, made: Place) -> String {
    let does = if verb == Verb::Write { "writes" } else { "reads" };
    format!(
        "`{}` {does} the cell made at {}, at {}, and nothing orders that after `{}` {did} it, at {}",
        run.task_name(run.current()),
        at(made),
        at(place),
        run.task_name(other.task),
        at(other.place)
    )
}

opaque!(RaceCell<T: ?Sized>);
