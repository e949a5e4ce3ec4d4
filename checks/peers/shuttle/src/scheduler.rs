//! `shuttle::scheduler`: schedulers that stand for searches.

use lawful_pulse::{Next, SchedulingPoint, Search};

pub use crate::current::TaskId;

/// A schedule of shuttle's, of which there is none here.
#[derive(Clone, Debug)]
pub struct Schedule(());

impl Schedule {
    /// Returns an empty schedule.
    pub fn new(_: u64) -> Self {
        Schedule(())
    }
}

/// A task, as schedulers of tests would see it.
#[derive(Debug)]
pub struct Task(());

impl Task {
    /// Returns the number of the task.
    pub fn id(&self) -> TaskId {
        TaskId::from(0)
    }
}

/// The search that a scheduler stands for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub(crate) search: Search,
    pub(crate) iterations: usize,
    pub(crate) seed: u64,
    /// Whether bodies may ask for random data.
    pub(crate) data: bool,
}

/// `shuttle::scheduler::Scheduler`.
pub trait Scheduler {
    /// Begins a schedule.
    fn new_execution(&mut self) -> Option<Schedule>;

    /// Chooses a task.
    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId>;

    /// Returns random data.
    fn next_u64(&mut self) -> u64;

    /// Returns the search that it stands for: none for a scheduler that a test implements.
    #[doc(hidden)]
    fn plan(&self) -> Option<Plan> {
        None
    }
}

impl<S: Scheduler + ?Sized> Scheduler for Box<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        (**self).new_execution()
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        (**self).next_task(runnable, current, is_yielding)
    }

    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }

    fn plan(&self) -> Option<Plan> {
        (**self).plan()
    }
}

/// Schedulers that stand for a search.
macro_rules! schedulers {
    ($($name:ident { $($constructor:ident($($argument:ident: $type:ty),*) = $plan:expr;)+ })+) => {$(
        #[doc = concat!("`shuttle::scheduler::", stringify!($name), "`.")]
        #[derive(Clone, Debug)]
        pub struct $name(Plan);

        impl $name {
            $(
                #[doc = concat!("`", stringify!($constructor), "`.")]
                pub fn $constructor($($argument: $type),*) -> Self {
                    $name($plan)
                }
            )+
        }

        impl Scheduler for $name {
            fn new_execution(&mut self) -> Option<Schedule> {
                unreachable!("only its plan is asked for")
            }

            fn next_task(&mut self, _: &[&Task], _: Option<TaskId>, _: bool) -> Option<TaskId> {
                unreachable!("only its plan is asked for")
            }

            fn next_u64(&mut self) -> u64 {
                unreachable!("only its plan is asked for")
            }

            fn plan(&self) -> Option<Plan> {
                Some(self.0)
            }
        }
    )+};
}

/// Switches to the next runnable task at every scheduling point.
struct InTurn;

impl lawful_pulse::Scheduler for InTurn {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let later = point.runnable().find(|task| *task > point.current);
        Next::task(later.or(point.runnable().next()).unwrap_or(point.default))
    }

    fn name(&self) -> &'static str {
        "in turn"
    }
}

const SEED: u64 = 1;
/// Maximum number of schedules where all are tried.
const ALL: usize = 1_000_000;

fn plan(search: Search, iterations: usize, seed: u64) -> Plan {
    Plan { search, iterations, seed, data: true }
}

schedulers! {
    RandomScheduler {
        new(iterations: usize) = plan(Search::Random, iterations, SEED);
        new_from_seed(seed: u64, iterations: usize) = plan(Search::Random, iterations, seed);
    }
    UrwRandomScheduler {
        new(iterations: usize) = plan(Search::UniformWalk, iterations, SEED);
        new_from_seed(seed: u64, iterations: usize) = plan(Search::UniformWalk, iterations, seed);
    }
    PctScheduler {
        new(depth: usize, iterations: usize) = plan(Search::Pct { depth: depth as u32 }, iterations, SEED);
        new_from_seed(seed: u64, depth: usize, iterations: usize) =
            plan(Search::Pct { depth: depth as u32 }, iterations, seed);
    }
    DfsScheduler {
        new(iterations: Option<usize>, data: bool) =
            Plan { data, ..plan(Search::Exhaustive, iterations.unwrap_or(ALL), SEED) };
    }
    RoundRobinScheduler {
        new(iterations: usize) = plan(Search::Custom(|_| Box::new(InTurn)), iterations, SEED);
    }
}
