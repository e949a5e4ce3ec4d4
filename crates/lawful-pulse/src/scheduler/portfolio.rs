//! Choice of the scheduling algorithm for each schedule of a case.

use lawful_core::choice::{Random, mix};

use super::sparse::{place_at, place_of_any_task};
use super::{
    Algorithm, Custom, Eager, Estimate, Given, Priorities, Scheduler, Sparse, Start, Uniform, Walk,
};

/// Search for a schedule that breaks the law.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Search {
    /// Algorithms in turn: the schedule without a context switch, newest-runnable-first, uniform walks, sparse
    /// schedules and random priorities. The default, since each of them finds at once what the others miss in
    /// thousands of runs.
    #[default]
    Portfolio,
    /// Random walk: every runnable task is equally likely at every scheduling point.
    #[doc(alias = "RandomScheduler")]
    Random,
    /// Uniform walk: every interleaving is about as likely as any other.
    #[doc(alias = "UrwRandomScheduler")]
    UniformWalk,
    /// Random priorities, lowered at `depth - 1` scheduling points.
    #[doc(alias = "PctScheduler")]
    #[doc(alias = "priorities")]
    Pct {
        /// Number of steps that must come in the right order for the law to be broken, 1 to 4 as a rule.
        depth: u32,
    },
    /// The default choice but for a few random places.
    Sparse,
    /// Every schedule up to the order of independent steps. For small programs: a search that comes to its end
    /// proves the law for the case, if no count of std's `Arc` matters for it (see
    /// [`Scheduled::ignore_arc_counts`](crate::Scheduled::ignore_arc_counts)). A task that waits in a loop, with
    /// `yield_now` or a time-out, is not run again before the others could.
    #[doc(alias = "dfs")]
    #[doc(alias = "DfsScheduler")]
    Exhaustive,
    /// Every schedule with at most so many context switches.
    #[doc(alias = "preemption_bound")]
    ContextBound {
        /// Maximum number of context switches.
        switches: u32,
    },
    /// Scheduling algorithm of your own, from its constructor, which is called for every schedule:
    /// `Search::Custom(|start| Box::new(Mine::new(start.seed)))`. See [`Scheduler`].
    Custom(fn(&Start<'_>) -> Box<dyn Scheduler>),
}

/// Kind of a schedule: the number under which it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The schedule of default choices and, where there are only those, the schedules of a user's algorithm.
    First,
    Priorities,
    Uniform,
    Sparse,
    Walk,
    All,
    Eager,
}

/// Names of the kinds, in their order.
// Schedules are counted by number, so that a passing case formats no name.
pub(crate) const NAMES: [&str; 7] = [
    "the schedule without a context switch",
    "random priorities",
    "a uniform walk",
    "a sparse schedule",
    "a random walk",
    "a walk through all schedules",
    "the newest-runnable-first schedule",
];

impl Search {
    /// Names under which the schedules of this search are counted.
    pub(crate) fn names(self) -> [&'static str; NAMES.len()] {
        let mut names = NAMES;
        if let Search::Custom(new) = self {
            // No other algorithm runs beside one of the user, which takes the place of the first.
            names[0] = new(&Start { seed: 0, schedule: 0, estimate: &Estimate::default() }).name();
        }
        names
    }
}

/// Algorithms of one case.
pub(crate) struct Portfolio {
    search: Search,
    seed: u64,
    /// Place where the first single switch is tried, and the distance of each next one.
    start: u64,
    stride: u64,
    singles: u64,
}

impl Portfolio {
    pub fn new(search: Search, seed: u64) -> Self {
        let mut random = Random::from_seed(seed);
        let (start, stride) = (random.next_word(), random.next_word());
        Portfolio { search, seed, start, stride, singles: 0 }
    }

    /// Returns the scheduler of schedule number `index`, and its kind.
    pub fn scheduler(&mut self, index: u64, estimate: &Estimate) -> (Algorithm, Manner) {
        let seed = mix(self.seed, index);
        match self.search {
            Search::Random => (Algorithm::Walk(Walk::new(seed)), Manner::Walk),
            Search::UniformWalk => uniform(seed, estimate),
            Search::Pct { depth } => priorities(seed, depth, estimate),
            Search::Portfolio | Search::Sparse if index == 0 => {
                (Algorithm::Given(Given::simplest()), Manner::First)
            }
            Search::Portfolio if index == 2 => (Algorithm::Eager(Eager), Manner::Eager),
            Search::Portfolio => match index % 3 {
                1 => uniform(seed, estimate),
                0 => self.sparse(seed, estimate),
                _ => priorities(seed, 2 + (index / 3 % 2) as u32, estimate),
            },
            Search::Sparse => self.sparse(seed, estimate),
            Search::Custom(new) => {
                let start = Start { seed, schedule: index, estimate };
                (Algorithm::Custom(Custom(new(&start))), Manner::First)
            }
            Search::Exhaustive | Search::ContextBound { .. } => {
                unreachable!("an exhaustive search draws no schedules")
            }
        }
    }

    /// Sparse schedule, one in two with a single switch: at each place in turn, or at one of a random task. Others
    /// have two to five.
    fn sparse(&mut self, seed: u64, estimate: &Estimate) -> (Algorithm, Manner) {
        let mut random = Random::from_seed(seed);
        let places = match random.below(4) {
            0 => {
                let all: u64 = estimate.tasks.iter().map(|task| task.points).sum();
                let stride = coprime(self.stride % all.max(1), all.max(1));
                let number = self.start % all.max(1) + self.singles.wrapping_mul(stride);
                self.singles += 1;
                vec![place_at(estimate, number % all.max(1))]
            }
            1 => vec![place_of_any_task(estimate, &mut random)],
            _ => {
                let count = 2 + random.below(4);
                (0..count).map(|_| place_of_any_task(estimate, &mut random)).collect()
            }
        };
        (Algorithm::Sparse(Sparse::new(random.next_word(), places)), Manner::Sparse)
    }
}

fn priorities(seed: u64, depth: u32, estimate: &Estimate) -> (Algorithm, Manner) {
    (Algorithm::Priorities(Priorities::new(seed, depth, estimate)), Manner::Priorities)
}

fn uniform(seed: u64, estimate: &Estimate) -> (Algorithm, Manner) {
    (Algorithm::Uniform(Uniform::new(seed, estimate)), Manner::Uniform)
}

/// Smallest number from `start` on without a common divisor with `length`: steps of it reach every place before
/// they reach one again.
fn coprime(start: u64, length: u64) -> u64 {
    let divisor = |mut one: u64, mut other: u64| {
        while other != 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    (start.max(1)..).find(|step| divisor(*step, length) == 1).unwrap_or(1)
}
