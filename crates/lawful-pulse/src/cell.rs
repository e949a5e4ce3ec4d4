//! A cell whose data races are detected.
//!
//! Code that shares plain memory under a protocol of its own (a queue over atomics, a lock of one's own) has
//! cells that only the protocol protects. Here each access says what it is, and two accesses that nothing
//! orders, one of which writes, break the law, whether or not they came close to each other in time: an order
//! is what locks, joins, messages, fences and atomics that are not `Relaxed` make, as in the model of C++20.
//!
//! The drop of an `Arc` of std makes an order too, of which the scheduler sees nothing. So two accesses that it could
//! have ordered are a race only under schedules that show that it did not: it may take some more of them. With an `Arc`
//! of [`sync::tracked`](crate::sync::tracked), or none, `Scheduled::ignore_arc_counts` tells every such pair.
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
    Fresh, Home, Needs, Object, Operation, Place, Run, State, TaskId, Trouble, VectorClock, Verb,
    at, current,
};

/// Plain memory that is shared under a protocol of the program. See [the module](self).
///
/// As with [`std::cell::UnsafeCell`], what it gives is a pointer, and that the protocol is right is for
/// whoever uses the pointer to see to. Outside of a run nothing is detected.
pub struct RaceCell<T: ?Sized> {
    history: History,
    made: Place,
    value: UnsafeCell<T>,
}

// SAFETY: it gives pointers, and to use them is unsafe.
unsafe impl<T: ?Sized + Send> Sync for RaceCell<T> {}

/// Accesses to a cell, apart from its value so that its end is seen whatever the value is.
struct History(Home<Mutex<()>, Accesses>);

/// The last accesses: by each task the last one that read, and the last one that wrote.
struct Accesses {
    reads: RefCell<Vec<Access>>,
    write: RefCell<Option<Access>>,
    suspects: RefCell<Vec<Suspect>>,
}

impl Fresh for Accesses {
    const FRESH: Self = Accesses {
        reads: RefCell::new(Vec::new()),
        write: RefCell::new(None),
        suspects: RefCell::new(Vec::new()),
    };
}

#[derive(Clone, Copy)]
struct Access {
    task: TaskId,
    /// How many things the task had done by then.
    when: u32,
    /// How many accesses to cells there were before it.
    number: u64,
    /// Where the cell was.
    address: usize,
    place: Place,
}

impl Access {
    /// Whether nothing orders it before whoever has this clock.
    fn is_unordered(&self, clock: &VectorClock) -> bool {
        self.when > clock.get(self.task as usize).copied().unwrap_or(0)
    }
}

/// Two accesses that only the drop of an `Arc` of std could order: the first task may have dropped its own, and the
/// second one be alone with the value since. It was not alone, and they race, if the first task comes to the cell
/// again, or if a task drops the cell that had its own `Arc` all the time.
struct Suspect {
    first: TaskId,
    second: Access,
    text: String,
}

/// How many suspects are kept of a cell.
const MOST_SUSPECTS: usize = 8;

impl<T> RaceCell<T> {
    /// A cell that holds a value.
    #[track_caller]
    pub const fn new(value: T) -> Self {
        let made = Location::caller();
        RaceCell {
            history: History(Home::new(Mutex::new(()))),
            made,
            value: UnsafeCell::new(value),
        }
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

    #[inline]
    fn access(&self, verb: Verb, place: Place) {
        let Some(run) = current() else { return };
        run.need(Needs::CLOCKS);
        let object = Object::new(self, self.made);
        let came = run.accesses();
        run.point(|| Operation::new(verb, object), place);
        if run.is_careful() && !run.is_over() {
            self.history.look(run, verb, object, came, place);
        }
    }
}

impl History {
    /// Whether everything that is in conflict with this access came before it. There were `came` accesses when the
    /// task came to it.
    fn look(&self, run: &Run, verb: Verb, object: Object, came: u64, place: Place) {
        let accesses = self.0.of(run);
        let (task, address, number) = (run.current(), object.address, run.accesses());
        let (own, clash) = run.access(|when, clock| {
            let written = accesses.write.borrow().filter(|write| write.is_unordered(clock));
            let read = || match verb {
                Verb::Write => {
                    let reads = accesses.reads.borrow();
                    reads.iter().find(|read| read.is_unordered(clock)).copied()
                }
                _ => None,
            };
            let clash = match written {
                Some(write) => Some((write, "wrote")),
                None => read().map(|read| (read, "read")),
            };
            (Access { task, when, number, address, place }, clash)
        });
        if !accesses.suspects.borrow().is_empty() {
            // One that was suspected of having dropped its `Arc` is here again.
            let suspects = accesses.suspects.borrow();
            let is_back = |one: &&Suspect| {
                one.first == task && run.access(|_, clock| one.second.is_unordered(clock))
            };
            let race = suspects.iter().find(is_back).map(|one| one.text.clone());
            drop(suspects);
            if let Some(text) = race {
                return run.end_with(Trouble::Race(text));
            }
        }
        if let Some((other, did)) = clash {
            let text = race(run, verb, place, did, &other, object);
            // A task that stood before the cell during the other access has its own way to it.
            let stood = other.number >= came || is_about_to_use(run, other.task, object);
            if stood || !run.may_be_ordered_by_count(other.task, task, other.address) {
                // When the run is cleared away, this unwinds or is left for ever.
                return run.end_with(Trouble::Race(text));
            }
            run.need(Needs::AFTERS);
            let mut suspects = accesses.suspects.borrow_mut();
            if suspects.len() < MOST_SUSPECTS {
                suspects.push(Suspect { first: other.task, second: own, text });
            }
        }
        let mut reads = accesses.reads.borrow_mut();
        match verb {
            Verb::Write => {
                reads.clear();
                *accesses.write.borrow_mut() = Some(own);
            }
            _ => match reads.iter_mut().find(|read| read.task == task) {
                Some(read) => *read = own,
                None => reads.push(own),
            },
        }
    }
}

/// Whether a task stands before an access to the object: then it has not dropped what it reaches the object by.
fn is_about_to_use(run: &Run, task: TaskId, object: Object) -> bool {
    let task = run.task(task);
    let (operation, _) = task.pending.get();
    let uses = matches!(operation.verb, Verb::Read | Verb::Write);
    task.state.get() == State::Ready && uses && operation.object.address == object.address
}

impl Drop for History {
    fn drop(&mut self) {
        let Some(run) = current() else { return };
        let Some(accesses) = self.0.existing(run) else { return };
        let suspects = std::mem::take(&mut *accesses.suspects.borrow_mut());
        if suspects.is_empty() || run.is_over() || run.is_ending() || std::thread::panicking() {
            return;
        }
        // A task that drops the cell had its own `Arc`, unless the one that used the cell last could have given it that.
        let had_its_own = |one: &Suspect| {
            let second = run.task(one.second.task);
            let is_given = second.gives.get() && second.joined.get();
            one.second.task != run.current()
                && !is_given
                && !run.released_since(one.second.task, one.second.when)
        };
        if let Some(race) = suspects.into_iter().find(had_its_own) {
            run.end_with(Trouble::Race(race.text));
        }
    }
}

fn race(run: &Run, verb: Verb, place: Place, did: &str, other: &Access, object: Object) -> String {
    let does = if verb == Verb::Write { "writes" } else { "reads" };
    let made = object.made.map(at).unwrap_or_default();
    format!(
        "`{}` {does} the cell made at {made}, at {}, and nothing orders that after `{}` {did} it, at {}",
        run.task_name(run.current()),
        at(place),
        run.task_name(other.task),
        at(other.place)
    )
}

opaque!(RaceCell<T: ?Sized>);
