//! Programs for one task, put together to be ranked.

use std::fmt::Debug;
use std::thread::available_parallelism;
use std::time::Duration;

use lawful_core::generate::Generator;

use crate::answer_set::AnswerSet;
use crate::functions::{Functions, Oracle};
use crate::panel::{Panel, RankingError};
use crate::ranking::Ranking;
use crate::search::{Limits, Search};

/// A task with its inputs, its oracle and the answers to it, which are ranked by the bugs that tests show.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::rank::Assignment;
///
/// let ranking = Assignment::new(any::<Vec<u8>>())
///     .reference(|list| list.iter().max().copied())
///     .answer("last", |list| list.last().copied())
///     .answer("sorted", |list| {
///         let mut sorted = list.clone();
///         sorted.sort();
///         sorted.pop()
///     })
///     .answer("unwrapped", |list| Some(*list.iter().max().unwrap()))
///     .rank();
/// println!("{ranking}");
/// let places: Vec<(usize, &str)> =
///     ranking.answers().iter().map(|answer| (answer.place, &*answer.name)).collect();
/// assert_eq!(places, [(1, "sorted"), (2, "last"), (2, "unwrapped")]);
/// let tests: Vec<&str> = ranking.bugs().iter().map(|bug| &*bug.test).collect();
/// assert_eq!(tests, ["[]", "[1, 0]"]);
/// ```
pub struct Assignment<G, P = ()> {
    pub(crate) inputs: G,
    pub(crate) panel: P,
    pub(crate) limits: Limits,
}

impl<G: Generator> Assignment<G> {
    /// A task whose inputs a generator makes. Say next what is right: [`reference`](Assignment::reference),
    /// [`property`](Assignment::property) or [`majority`](Assignment::majority).
    pub fn new(inputs: G) -> Self {
        let limits = Limits {
            seed: 0,
            max_size: 40,
            small_tests: 10_000,
            patience: 10_000,
            max_tests: u64::MAX,
            max_time: None,
            smallest_tests: true,
        };
        Assignment { inputs, panel: (), limits }
    }

    /// Judges answers by a program that is right: outputs must be equal to its.
    pub fn reference<'a, O: PartialEq + 'a>(
        self,
        model: impl Fn(&G::Value) -> O + Send + Sync + 'a,
    ) -> Assignment<G, Functions<'a, G::Value, O>> {
        self.reference_by(model, O::eq)
    }

    /// Judges answers by a program that is right, with an equality of your own.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let near = |one: &f64, other: &f64| (one - other).abs() < 1e-9;
    /// let ranking = Assignment::new(1..1_000u32)
    ///     .reference_by(|x| f64::from(*x).sqrt(), near)
    ///     .answer("by powers", |x| f64::from(*x).powf(0.5))
    ///     .rank();
    /// assert!(ranking.bugs().is_empty());
    /// ```
    pub fn reference_by<'a, O: 'a>(
        self,
        model: impl Fn(&G::Value) -> O + Send + Sync + 'a,
        same: impl Fn(&O, &O) -> bool + Send + Sync + 'a,
    ) -> Assignment<G, Functions<'a, G::Value, O>> {
        self.judged_by(Oracle::Reference { model: Box::new(model), same: Box::new(same) })
    }

    /// Judges answers by a property of input and output, for tasks with more than one right output. A property that panics
    /// does not hold.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(2..500u32)
    ///     .property(|number, factor: &u32| *factor > 1 && number % factor == 0)
    ///     .answer("itself", |number| *number)
    ///     .answer("two", |_| 2)
    ///     .rank();
    /// assert_eq!(ranking.bugs()[0].test, "3");
    /// ```
    pub fn property<'a, O>(
        self,
        holds: impl Fn(&G::Value, &O) -> bool + Send + Sync + 'a,
    ) -> Assignment<G, Functions<'a, G::Value, O>> {
        self.judged_by(Oracle::Property(Box::new(holds)))
    }

    /// Judges answers by majority vote, where nothing else is known: right is the output of more than half of the answers
    /// that have one. Tests without a majority are left out, crashes on them too, and a bug that most answers have is not
    /// seen; the report says so.
    pub fn majority<'a, O: PartialEq + 'a>(self) -> Assignment<G, Functions<'a, G::Value, O>> {
        self.judged_by(Oracle::Majority { same: Box::new(O::eq) })
    }

    /// Judges answers with a panel of your own.
    pub fn panel<P: Panel<G::Value>>(self, panel: P) -> Assignment<G, P> {
        Assignment { inputs: self.inputs, panel, limits: self.limits }
    }

    fn judged_by<'a, O>(
        self,
        oracle: Oracle<'a, G::Value, O>,
    ) -> Assignment<G, Functions<'a, G::Value, O>> {
        let jobs = available_parallelism().map_or(1, usize::from);
        let panel = Functions::new(oracle, jobs);
        Assignment { inputs: self.inputs, panel, limits: self.limits }
    }
}

impl<'a, G: Generator, O> Assignment<G, Functions<'a, G::Value, O>> {
    /// Adds an answer. A panic is a failure, and so is [`out_of_time`](crate::out_of_time).
    #[must_use]
    pub fn answer(
        mut self,
        name: impl Into<String>,
        answer: impl Fn(&G::Value) -> O + Send + Sync + 'a,
    ) -> Self {
        self.panel.add(name.into(), Box::new(answer));
        self
    }

    /// Number of threads on which answers are called; all cores unless it is given. The ranking is the same on any
    /// number.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.panel.jobs = jobs;
        self
    }
}

impl<G, P> Assignment<G, P> {
    /// Seed of the random tests; 0 unless it is given, so that a ranking can be made again.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.limits.seed = seed;
        self
    }

    /// Number of random tests in a row without a new bug after which the search ends; 10,000 unless it is given.
    #[must_use]
    pub fn patience(mut self, tests: u64) -> Self {
        self.limits.patience = tests.max(1);
        self
    }

    /// Number of the smallest inputs that are tried before random ones; 10,000 unless it is given.
    #[must_use]
    pub fn small_tests(mut self, tests: u64) -> Self {
        self.limits.small_tests = tests;
        self
    }

    /// Greatest size of inputs; 40 unless it is given.
    #[must_use]
    pub fn max_size(mut self, size: u32) -> Self {
        self.limits.max_size = size;
        self
    }

    /// Maximum number of tests, small and random ones together; no limit unless it is given.
    #[must_use]
    pub fn max_tests(mut self, tests: u64) -> Self {
        self.limits.max_tests = tests;
        self
    }

    /// Maximum time of the search; no limit unless it is given. Where it ends a search, two runs may differ, and the report
    /// says so.
    #[must_use]
    pub fn max_time(mut self, time: Duration) -> Self {
        self.limits.max_time = Some(time);
        self
    }
}

impl<G: Generator<Value: Debug>, P: Panel<G::Value>> Assignment<G, P> {
    /// Searches for bugs and ranks the answers.
    ///
    /// # Panics
    ///
    /// If no ranking can be made, as [`Assignment::try_rank`] says.
    pub fn rank(&self) -> Ranking {
        self.try_rank().unwrap_or_else(|error| panic!("no ranking: {error}"))
    }

    /// Searches for bugs and ranks the answers.
    ///
    /// # Errors
    ///
    /// If there are no answers or two of one name, if the generator discards nearly everything, or if the reference
    /// panics.
    pub fn try_rank(&self) -> Result<Ranking, RankingError> {
        self.rank_some(&AnswerSet::first(self.panel.names().len()), &self.limits)
    }

    /// Ranks some of the answers, as if there were no others.
    pub(crate) fn rank_some(
        &self,
        of: &AnswerSet,
        limits: &Limits,
    ) -> Result<Ranking, RankingError> {
        let names = self.panel.names();
        if of.is_empty() {
            return Err(RankingError::new("there are no answers"));
        }
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(RankingError::new(format!("two answers are named {}", pair[0])));
        }
        self.panel.begin();
        let found = Search::new(&self.inputs, &self.panel, limits, of.clone()).run()?;
        Ranking::new(&self.panel, of, limits.seed, found)
    }
}
