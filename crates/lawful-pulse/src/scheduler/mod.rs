//! Scheduling algorithms: the choice of the task that runs after a scheduling point.
//!
//! A scheduler chooses a task; the tape holds how the choice differs from the default one. No algorithm is the
//! best: uniform walks find tight interleavings, sparse schedules find stalls, and each misses in thousands of
//! runs what the other finds in ten. So the default search is a portfolio of several.

mod asked;
mod custom;
mod eager;
mod explore;
mod fairness;
mod given;
mod point;
mod portfolio;
mod priorities;
mod sparse;
mod uniform;
mod walk;

pub use crate::run::TaskId;
pub(crate) use asked::Asked;
pub(crate) use custom::Custom;
pub(crate) use eager::Eager;
pub(crate) use explore::{Explore, Explorer};
pub(crate) use given::{Given, written};
pub(crate) use point::{CLOCK, FOR_EVER};
pub use point::{Cause, Next, SchedulingPoint};
pub use portfolio::Search;
pub(crate) use portfolio::{Manner, NAMES, Portfolio};
pub(crate) use priorities::Priorities;
pub(crate) use sparse::Sparse;
pub(crate) use uniform::Uniform;
pub(crate) use walk::Walk;

/// Scheduling algorithm for one run of a scheduled law.
///
/// The algorithms of this crate implement the same trait. [`Search::Custom`] registers one of your own: each
/// schedule that is tried gets a new scheduler, and a failure that it finds is recorded, replayed and shrunk like
/// any other, without the scheduler.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::sync::atomic::AtomicU32;
/// use lawful::pulse::sync::atomic::Ordering::SeqCst;
/// use lawful::pulse::{Next, Scheduler, SchedulingPoint, Search, scheduled, thread};
///
/// /// Switches to the next runnable task at every scheduling point.
/// struct RoundRobin;
///
/// impl Scheduler for RoundRobin {
///     fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
///         let later = point.runnable().find(|task| *task > point.current);
///         Next::task(later.or(point.runnable().next()).unwrap_or(point.default))
///     }
///
///     fn name(&self) -> &'static str {
///         "round robin"
///     }
/// }
///
/// let counts = scheduled(|| {
///     let count = AtomicU32::new(0);
///     thread::scope(|scope| {
///         scope.spawn(|| count.store(count.load(SeqCst) + 1, SeqCst));
///         count.store(count.load(SeqCst) + 1, SeqCst);
///     });
///     assert_eq!(count.load(SeqCst), 2);
/// });
/// let counts = counts.search(Search::Custom(|_| Box::new(RoundRobin)));
/// let summary = Runner::named("counts").run(&counts);
/// let failure = summary.failure().unwrap();
/// assert_eq!(failure.found_by.as_deref(), Some("round robin, schedule 1 of the case"));
/// assert_eq!(failure.trace().unwrap().switches, 1);
/// ```
///
/// A scheduler must be deterministic: its choices may depend on [`Start`], on the scheduling points and on nothing
/// else. It runs between two steps of the program, so it must not use the locks and channels of this crate. A
/// scheduler that chooses a task that is not runnable, or panics, stops the test as misuse.
pub trait Scheduler {
    /// Returns the task that runs next.
    ///
    /// Called where there is a choice: not where a single task is runnable and no timer is set. A task that
    /// [yields](Cause::Yield) waits for others, and a run in which they are never chosen ends as a livelock.
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next;

    /// Returns one of several alternatives of the current task: the waiter that is notified, the message that is
    /// received, the fault that happens. 0, the default, is the simplest; too large a number is the last one.
    fn pick(&mut self, _point: &SchedulingPoint<'_>, _count: u64) -> u64 {
        0
    }

    /// Notes that a task was spawned, which is runnable at the next scheduling point.
    fn spawned(&mut self, _parent: TaskId, _task: TaskId) {}

    /// Returns the name under which reports show the algorithm and count its schedules: its type unless overridden,
    /// and the same for all schedules.
    fn name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

/// Input for the constructor of a [`Scheduler`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// Seed of all random choices, different for each schedule.
    pub seed: u64,
    /// Number of schedules of the case that were tried before this one.
    pub schedule: u64,
    /// Measurements of the last schedule of the case; empty for the first.
    pub estimate: &'a Estimate,
}

/// Measurements of the last run of a case, as an estimate of the next one.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Estimate {
    /// Number of scheduling points of the run.
    pub points: u64,
    /// Measurements of each task, by [`TaskId`].
    pub tasks: Vec<TaskEstimate>,
    /// Whether any scheduling point had more than one runnable task, or a timer.
    pub(crate) has_choices: bool,
    /// Whether another task came before an operation, or the only one came to any.
    pub(crate) has_operations: bool,
}

/// Measurements of a task in the last run of a case.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TaskEstimate {
    /// Number of scheduling points that the task came to.
    pub points: u64,
    /// Task that spawned it; none for the body of the law.
    pub parent: Option<TaskId>,
}

/// Declares the enum of all algorithms, which calls them without dynamic dispatch.
macro_rules! algorithms {
    ($($name:ident),*) => {
        /// Scheduling algorithm of a run.
        pub(crate) enum Algorithm {
            $($name($name)),*
        }

        macro_rules! each {
            ($algorithm:expr, $one:ident => $answer:expr) => {
                match $algorithm {
                    $(Algorithm::$name($one) => $answer),*
                }
            };
        }
    };
}

algorithms!(Given, Walk, Uniform, Priorities, Sparse, Asked, Explore, Eager, Custom);

impl Algorithm {
    #[inline(always)]
    pub fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        // The random walk does so little that a call would be a part of its cost.
        match self {
            Algorithm::Walk(one) => one.choose(point),
            other => other.choose_otherwise(point),
        }
    }

    #[inline(never)]
    fn choose_otherwise(&mut self, point: &SchedulingPoint<'_>) -> Next {
        each!(self, one => one.choose(point))
    }

    pub fn pick(&mut self, point: &SchedulingPoint<'_>, count: u64) -> u64 {
        each!(self, one => one.pick(point, count))
    }

    pub fn spawned(&mut self, parent: TaskId, task: TaskId) {
        each!(self, one => one.spawned(parent, task));
    }

    /// Whether a choice ends when another task becomes runnable. The others choose by the place in the run alone,
    /// and are asked at every scheduling point, even where one task is runnable.
    #[inline]
    pub fn minds_others(&self) -> bool {
        !matches!(self, Algorithm::Given(_) | Algorithm::Sparse(_) | Algorithm::Explore(_))
    }

    /// Notes a scheduling point without a choice: what the current task does there is part of its step.
    pub fn passed(&mut self) {
        if let Algorithm::Explore(one) = self {
            one.passed();
        }
    }
}
