//! A run: tasks on one thread of the system, one of them at a time, and who goes on is a decision.
//!
//! Every operation that others can notice begins with a *point* (`point.rs`), where the run may go on with
//! another task. Most points cost a decrement: a scheduler grants a number of them at once.

mod clock;
mod coroutine;
mod drive;
mod extension;
mod happens_before;
mod home;
mod names;
mod operation;
mod overflow;
mod point;
mod record;
mod set;
mod stuck;
mod task;
mod watchdog;
mod watched;
mod worker;

use std::cell::{Cell, RefCell, UnsafeCell};

use corosensei::Yielder;
use lawful_core::choice::{KeyedChoice, Source};

use crate::scheduler::{Algorithm, Given};
use clock::Clock;
use coroutine::{Coroutine, Stacks};
use extension::Extensions;
use watched::Watching;
use worker::Worker;

pub(crate) use clock::Alarm;
pub(crate) use drive::{Ended, Orders, Wrong, execute};
pub(crate) use happens_before::{VectorClock, entry, join};
use home::Seat;
pub(crate) use home::{Fresh, Home};
pub(crate) use home::{is_alive, wait_until_over};
pub(crate) use operation::{Object, Operation, Place, Verb};
pub(crate) use record::{Record, at};
pub(crate) use set::TaskSet;
pub(crate) use stuck::{SCOPE_PANICKED, Trouble};
pub(crate) use task::{Spawning, State, Task, TaskKind};
pub(crate) use watched::Watcher;
pub(crate) use worker::Polled;

/// Number of a task in its run: 0 is the body of the law, others are numbered in the order they are spawned in.
pub type TaskId = u32;
/// Number that stands for no task.
pub(crate) const NOBODY: TaskId = u32::MAX;

/// What a run has to do beyond running. What a program needs is found out by running it: where it turns
/// out on the way, the run begins again. The one that lacked it comes to its end first, since tasks that are unwound in
/// the middle may have destructors that panic there.
///
/// Needs that add scheduling points are a part of the schedule: the places of a tape are counted with those points, so
/// the tape says which there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Clocks, for cells whose races are detected.
    pub clocks: bool,
    /// Points where locks are given back, since somebody tries to take one without waiting.
    pub unlocks: bool,
    /// Points after writes to atomics, where a task may be held that has published something.
    pub afters: bool,
}

/// Owner of the keyed choice that says which scheduling points there are; no task has this number.
const NEEDS: u32 = u32::MAX;

impl Needs {
    pub const CLOCKS: Needs = Needs { clocks: true, unlocks: false, afters: false };
    pub const UNLOCKS: Needs = Needs { clocks: false, unlocks: true, afters: false };
    pub const AFTERS: Needs = Needs { clocks: true, unlocks: false, afters: true };

    /// Both needs.
    pub fn and(self, other: Needs) -> Needs {
        Needs {
            clocks: self.clocks || other.clocks,
            unlocks: self.unlocks || other.unlocks,
            afters: self.afters || other.afters,
        }
    }

    /// The entry on the tape, if there are more scheduling points than usual.
    pub fn written(self) -> Option<KeyedChoice> {
        let choice = u64::from(self.unlocks) + 2 * u64::from(self.afters);
        (choice != 0).then_some(KeyedChoice { owner: NEEDS, at: 0, choice })
    }

    /// The needs under which a schedule was recorded.
    pub fn of(schedule: &[KeyedChoice]) -> Needs {
        let choice = schedule.iter().find(|one| is_needs(one)).map_or(0, |one| one.choice);
        let afters = choice & 2 != 0;
        Needs { clocks: afters, unlocks: choice & 1 != 0, afters }
    }
}

/// Whether an entry of a schedule says which scheduling points there are, and is no context switch.
pub(crate) fn is_needs(entry: &KeyedChoice) -> bool {
    entry.owner == NEEDS
}

begins_as! {
    /// The state of the run of this thread. All runs of a thread use the same one after each other.
    pub(crate) struct Run {
        /// Tells runs apart, on all threads.
        id: Cell<u64> = Cell::new(0),
        /// Where it is known to other threads which run is alive here.
        seat: Seat = Seat::take(),
        /// How many coming points are passed without a decision.
        countdown: Cell<u64> = Cell::new(0),
        /// What the countdown was when it began.
        granted: Cell<u64> = Cell::new(0),
        /// The grant ended before its time, since others can go on.
        disturbed: Cell<bool> = Cell::new(false),
        /// Whether it does so then.
        minds_others: Cell<bool> = Cell::new(false),
        /// What is left of a grant in a run that looks at every point.
        owed: Cell<u64> = Cell::new(0),
        current: Cell<TaskId> = Cell::new(NOBODY),
        next: Cell<TaskId> = Cell::new(NOBODY),
        /// Where the task that is running suspends itself.
        yielder: Cell<*const Yielder<(), ()>> = Cell::new(std::ptr::null()),
        /// The coroutine that is running; null where none is.
        running: Cell<*const Coroutine> = Cell::new(std::ptr::null()),
        /// Where the stack of the running task comes to its reserve.
        floor: Cell<usize> = Cell::new(0),
        /// Size of the stack that overflowed.
        stack_size: Cell<usize> = Cell::new(0),
        /// A task is gone whose stack was not unwound: it overflowed, or waited for something outside.
        lost: Cell<bool> = Cell::new(false),
        /// It waited for something outside, which may still use its stack.
        stopped: Cell<bool> = Cell::new(false),
        /// The task that is running is to unwind: it was killed, or the run is over.
        ending: Cell<bool> = Cell::new(false),
        /// The run is over.
        over: Cell<bool> = Cell::new(false),
        /// Every operation is looked at: for clocks or for a trace.
        pub(crate) careful: Cell<bool> = Cell::new(false),
        needs: Cell<Needs> = Cell::new(Needs::default()),
        /// Operations have to do more than they are for: say what they did, ask for faults, give locks back
        /// where others can see it.
        special: Cell<bool> = Cell::new(false),
        /// It turned out that more is needed than this run does.
        lacking: Cell<bool> = Cell::new(false),
        runnable: TaskSet = TaskSet::new(),
        ready: Cell<u32> = Cell::new(0),
        /// How often tasks became able to go on.
        wakes: Cell<i64> = Cell::new(0),
        /// How many decisions there were.
        points: Cell<u64> = Cell::new(0),
        /// True if another task was runnable at any of them.
        contended: Cell<bool> = Cell::new(false),
        /// Other than 0 if another task came before an operation on something.
        switched: Cell<usize> = Cell::new(0),
        /// Most scheduling points that there may be; 0 in a watched run, where every point comes to `decide_watched`.
        limit: Cell<u64> = Cell::new(0),
        /// When there were so many, something has to be looked at: the limit, or a task that runs for too long.
        horizon: Cell<u64> = Cell::new(0),
        /// Decisions are written, or counted.
        recording: Cell<bool> = Cell::new(false),
        /// Boxed, so that references to tasks stay valid when more are spawned.
        tasks: UnsafeCell<Vec<Box<Task>>> = UnsafeCell::new(Vec::new()),
        spawned: Cell<u32> = Cell::new(0),
        /// How many accesses to cells there were.
        accesses: Cell<u64> = Cell::new(0),
        /// Whether any of those that were spawned owns what is dropped with it.
        any_owns: Cell<bool> = Cell::new(false),
        /// Whether counts of `Arc`s of std are said not to matter.
        ignores_counts: Cell<bool> = Cell::new(false),
        stacks: Stacks = Stacks::default(),
        /// Stacks that futures are polled on and that are between two of them.
        workers: RefCell<Vec<*mut Worker>> = RefCell::default(),
        /// One of them, at hand.
        idle_worker: Cell<*mut Worker> = Cell::new(std::ptr::null_mut()),
        scheduler: RefCell<Algorithm> = RefCell::new(Algorithm::Given(Given::simplest())),
        /// Where decisions are written; null where they are not.
        source: Cell<*mut Source> = Cell::new(std::ptr::null_mut()),
        clock: Clock = Clock::default(),
        /// Whether timers may fire while tasks are runnable.
        early_timers: Cell<bool> = Cell::new(true),
        trouble: RefCell<Option<Trouble>> = RefCell::new(None),
        /// The task that panicked before all others.
        first_panic: Cell<TaskId> = Cell::new(NOBODY),
        /// Whether the record has things in it.
        has_things: Cell<bool> = Cell::new(false),
        record: RefCell<Record> = RefCell::new(Record::default()),
        /// What the step that is going on touches.
        pub(crate) footprint: RefCell<Vec<(usize, bool)>> = RefCell::default(),
        /// Whether the task that is running is inside of an effect, which is one step.
        atomic: Cell<bool> = Cell::new(false),
        /// What rooms on top of the run keep in it.
        extensions: Extensions = Extensions::default(),
        /// Watcher of the run, if there is one, with what is counted for it.
        watch: Watching = Watching::new(),
    }
}

thread_local! {
    static CURRENT: Cell<*const Run> = const { Cell::new(std::ptr::null()) };
    static OWN: Run = Run::new();
}

/// The run that this code is part of, if it is part of one.
#[inline(always)]
pub(crate) fn current() -> Option<&'static Run> {
    // SAFETY: the pointer is set only while the run of this thread drives its tasks, and the run lives as
    // long as the thread. The reference does not leave the thread: `Run` is neither `Send` nor `Sync`.
    unsafe { CURRENT.get().as_ref() }
}

/// Methods that read a cell, on paths that are taken millions of times a second.
macro_rules! getters {
    ($($(#[$note:meta])* $name:ident: $field:ident -> $type:ty;)+) => {$(
        $(#[$note])*
        #[inline(always)]
        pub fn $name(&self) -> $type {
            self.$field.get()
        }
    )+};
}

impl Run {
    getters! {
        /// The number of this run.
        id: id -> u64;
        /// The task that is running.
        current: current -> TaskId;
        /// How many tasks can go on.
        ready: ready -> u32;
        /// Whether operations have to do more than they are for.
        is_special: special -> bool;
        /// Whether every operation is looked at.
        is_careful: careful -> bool;
        /// Whether the run is over, so that nothing is to be waited for.
        is_over: over -> bool;
        /// Whether the task that is running unwinds, since it was killed or the run is over.
        is_ending: ending -> bool;
        /// Whether the task that is running is inside of an effect.
        is_atomic: atomic -> bool;
        /// How many accesses to cells there were.
        accesses: accesses -> u64;
        /// What the run does beyond running.
        needs: needs -> Needs;
    }

    /// A task of the run.
    #[inline(always)]
    pub fn task(&self, task: TaskId) -> &Task {
        debug_assert!(task < self.spawned.get());
        // SAFETY: numbers of tasks are below how many were spawned. The list is only ever added to, while no
        // reference to the list itself is alive, and the tasks are boxed, so that they stay where they are.
        unsafe { (&(*self.tasks.get())).get_unchecked(task as usize) }
    }

    /// Returns whether a task of this number was spawned.
    pub fn has_task(&self, task: TaskId) -> bool {
        task < self.spawned.get()
    }

    /// That a task is at its end, for those who look whether it is.
    pub fn end_of_task(&self, task: TaskId) -> Object {
        Object { address: (&raw const *self.task(task)).addr(), made: None }
    }

    #[inline(always)]
    pub fn runnable(&self) -> &TaskSet {
        &self.runnable
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// A guard of an earlier run holds a lock: the law ends.
    #[cold]
    pub(super) fn refuse_kept_guard(&self) {
        self.end_with(Trouble::Misuse(String::from(home::KEPT)));
        // It is here again when a task that unwinds comes to the same lock.
        panic!("{}", home::KEPT);
    }

    /// Says what the program needs. If this run does not do it, it counts for nothing, and another begins with it.
    #[inline]
    pub fn need(&self, more: Needs) {
        let needs = self.needs.get();
        let together = needs.and(more);
        if together != needs {
            self.needs.set(together);
            self.lacking.set(true);
        }
    }
}
