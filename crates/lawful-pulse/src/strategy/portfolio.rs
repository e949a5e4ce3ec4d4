//! Which strategy the schedules of a case are searched with, one after the other.

use lawful_core::choice::{Random, mix};

use super::sparse::{place_at, place_of_any_task};
use super::{Eager, Estimate, Given, Priorities, Sparse, Strategy, Uniform, Walk};

/// How schedules are searched for one that breaks the law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// The schedule without a switch, the one in which the woken go first, and uniform walks, sparse schedules
    /// and random priorities in turn: the default, since each of them finds at once what the others miss in
    /// thousands of runs.
    #[default]
    Portfolio,
    /// At every point each task is as likely as any other.
    Walk,
    /// Every interleaving is about as likely as any other.
    Uniform,
    /// Priorities at random, lowered at `depth - 1` points (PCT).
    Priorities {
        /// How many steps must come in the right order for the law to be broken, 1 to 4 as a rule.
        depth: u32,
    },
    /// The simplest choice but for a few places.
    Sparse,
    /// Every schedule, but for those that differ from another one only in the order of steps that have nothing
    /// to do with each other. For small programs: when it comes to its end, the law is proved for the case.
    Exhaustive,
    /// Every schedule with at most so many switches.
    Bounded {
        /// How many.
        switches: u32,
    },
}

/// What kind of schedule it is, for whoever counts them or says how one was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Simplest,
    Priorities,
    Uniform,
    Sparse,
    Walk,
    All,
    Eager,
}

/// What the manners are called, in their order.
pub(crate) const NAMES: [&str; 7] = [
    "the schedule without a switch",
    "random priorities",
    "a uniform walk",
    "a sparse schedule",
    "a random walk",
    "a walk through all schedules",
    "the schedule in which the woken go first",
];

impl Manner {
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// The strategies of one case.
pub(crate) struct Portfolio {
    search: Search,
    seed: u64,
    /// Where single switches are tried first, and how far the next one is from there.
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

    /// The strategy of a schedule, and its manner.
    pub fn strategy(&mut self, index: u64, estimate: &Estimate) -> (Strategy, Manner) {
        let seed = mix(self.seed, index);
        match self.search {
            Search::Walk => (Strategy::Walk(Walk::new(seed)), Manner::Walk),
            Search::Uniform => uniform(seed, estimate),
            Search::Priorities { depth } => priorities(seed, depth, estimate),
            Search::Portfolio | Search::Sparse if index == 0 => {
                (Strategy::Given(Given::simplest()), Manner::Simplest)
            }
            Search::Portfolio if index == 2 => (Strategy::Eager(Eager), Manner::Eager),
            Search::Portfolio => match index % 3 {
                1 => uniform(seed, estimate),
                0 => self.sparse(seed, estimate),
                _ => priorities(seed, 2 + (index / 3 % 2) as u32, estimate),
            },
            Search::Sparse => self.sparse(seed, estimate),
            Search::Exhaustive | Search::Bounded { .. } => {
                unreachable!("all schedules are gone through one by one, not drawn")
            }
        }
    }

    /// As often as not one switch: in turn at another place each time, and at a place of any task. Otherwise
    /// two to five.
    fn sparse(&mut self, seed: u64, estimate: &Estimate) -> (Strategy, Manner) {
        let mut random = Random::from_seed(seed);
        let places = match random.below(4) {
            0 => {
                let all: u64 = estimate.tasks.iter().map(|(passed, _)| *passed).sum();
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
        (Strategy::Sparse(Sparse::new(random.next_word(), places)), Manner::Sparse)
    }
}

fn priorities(seed: u64, depth: u32, estimate: &Estimate) -> (Strategy, Manner) {
    (Strategy::Priorities(Priorities::new(seed, depth, estimate)), Manner::Priorities)
}

fn uniform(seed: u64, estimate: &Estimate) -> (Strategy, Manner) {
    (Strategy::Uniform(Uniform::new(seed, estimate)), Manner::Uniform)
}

/// The first number from `start` on that has no divisor in common with `length`: steps of it come to every
/// place before they come to one again.
fn coprime(start: u64, length: u64) -> u64 {
    let divisor = |mut one: u64, mut other: u64| {
        while other != 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    (start.max(1)..).find(|step| divisor(*step, length) == 1).unwrap_or(1)
}
