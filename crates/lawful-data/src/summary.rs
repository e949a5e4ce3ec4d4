//! Summaries of runs.

use std::fmt;
use std::time::Duration;

use crate::{About, Counter, Coverage, Failure, Ordered, Starved, Tables, Unstable};

/// Result of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The law.
    pub about: About,
    /// The root seed.
    pub seed: u64,
    /// Number of tests that passed.
    pub passed: u64,
    /// Number of tests that were asked for.
    pub tests: u64,
    /// Index of the first test of this run; another than 0 where it is a part of a larger one.
    pub first_test: u64,
    /// Index of the first test that this run did not come to.
    pub next_test: u64,
    /// Number of discarded cases.
    pub discarded: u64,
    /// Labels, collected values and coverage of the cases.
    pub tables: Tables,
    /// Counters of components, with their counts.
    pub counts: Vec<(Counter, u64)>,
    /// Number of counters that every law of this kind has. Those after them were asked for: a case named
    /// them.
    pub counted_always: usize,
    /// True if all counters, and the distributions of the arguments, are to be printed.
    pub tells_counts: bool,
    /// True if failures are to be printed as they were found, too.
    pub tells_original: bool,
    /// Why the run stopped.
    pub stopped: Stopped,
    /// True if the law is expected to be broken.
    pub expect_failure: bool,
    /// True if giving up is fine.
    pub may_give_up: bool,
    /// Maximum number of discarded cases for so many tests; `None` is ten times the tests.
    pub max_discards: Option<u64>,
    /// Maximum number of different failures that the run looked for.
    pub max_failures: usize,
    /// True if failures of one identity are told apart by the shapes of their minimal cases.
    pub tells_failures_by_shape: bool,
    /// Number of arguments of a case that is kept in the source of the law; `None` where none can be.
    pub case_arguments: Option<usize>,
    /// True if replay tokens can be kept in the source of the law.
    pub keeps_tokens: bool,
    /// All cases there are, up to a size or whatsoever, where they were gone through.
    pub exhausted: Option<Exhausted>,
    /// Reason why the tests say less than their number seems to.
    pub warnings: Vec<Warning>,
    /// Distributions of the arguments, where they are printed or kept for a report.
    pub distribution: Vec<Distribution>,
    /// The limits in time that fired; only then may two runs differ.
    pub limits: Vec<Limit>,
    /// Failures that did not come again, beside those that did.
    pub unstable: Vec<Unstable>,
}

/// All cases were gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exhausted {
    /// Up to which size; without one the cases are all there are.
    pub size: Option<u32>,
    /// Number of cases.
    pub cases: u64,
}

impl Exhausted {
    /// All cases, up to a size or whatsoever.
    pub fn new(size: Option<u32>, cases: u64) -> Self {
        Exhausted { size, cases }
    }
}

/// A limit in time that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// That of the law.
    Law(Duration),
    /// That of the law, while the arguments of a test were being made.
    Generation(Duration),
    /// That of the search for more failures after the first.
    Search(Duration),
    /// That of explaining.
    Explaining(Duration),
}

impl Limit {
    /// Returns whether it is the limit of the law, which ends its tests.
    pub fn is_of_law(&self) -> bool {
        matches!(self, Limit::Law(_) | Limit::Generation(_))
    }
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stopped {
    /// All tests passed.
    Passed,
    /// The law is broken, in as many different ways.
    Failed(Vec<Failure>),
    /// The law was broken and then was not, for the same case.
    Unstable(Box<Unstable>),
    /// Too many cases were discarded, or the time for the law ended before a test passed.
    GaveUp {
        /// The filter that starved last, if one did.
        starved: Option<Starved>,
    },
    /// The law holds but cases that were demanded are too rare.
    NotCovered(Vec<Coverage>),
    /// The test is misused.
    Misused(Misuse),
    /// The replayed case passed.
    ReplayPassed,
    /// The replay token is for another law, so nothing was run.
    ReplayOfAnotherLaw {
        /// Name of that law, without its path.
        law: String,
    },
}

impl Summary {
    /// The summary of a run that made no test.
    pub fn new(about: About, seed: u64, tests: u64, stopped: Stopped) -> Self {
        Summary {
            about,
            seed,
            passed: 0,
            tests,
            first_test: 0,
            next_test: 0,
            discarded: 0,
            tables: Tables::default(),
            counts: Vec::new(),
            counted_always: 0,
            tells_counts: false,
            tells_original: false,
            stopped,
            expect_failure: false,
            may_give_up: false,
            max_discards: None,
            max_failures: 1,
            tells_failures_by_shape: true,
            case_arguments: None,
            keeps_tokens: false,
            exhausted: None,
            warnings: Vec::new(),
            distribution: Vec::new(),
            limits: Vec::new(),
            unstable: Vec::new(),
        }
    }

    /// Returns whether the run ended as the settings expect.
    pub fn is_success(&self) -> bool {
        match &self.stopped {
            Stopped::Passed => !self.expect_failure,
            Stopped::Failed(_) => self.expect_failure,
            Stopped::GaveUp { .. } => self.may_give_up && !self.expect_failure,
            Stopped::ReplayPassed | Stopped::ReplayOfAnotherLaw { .. } => true,
            // A failure was found, if not every time.
            Stopped::Unstable(_) => self.expect_failure,
            Stopped::NotCovered(_) | Stopped::Misused(_) => false,
        }
    }

    /// The failure that was found first, if the law is broken.
    pub fn failure(&self) -> Option<&Failure> {
        self.failures().first()
    }

    /// The different failures, if the law is broken.
    pub fn failures(&self) -> &[Failure] {
        match &self.stopped {
            Stopped::Failed(failures) => failures,
            _ => &[],
        }
    }
}

/// Reason why the tests say less than their number seems to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Cases repeat each other.
    Duplicates {
        /// Number of different cases in the sample.
        different: u64,
        /// Size of the sample.
        of: u64,
    },
    /// In most cases everything is empty or zero.
    Trivial {
        /// In how many of the sample.
        trivial: u64,
        /// Size of the sample.
        of: u64,
    },
    /// An argument is nearly always the same.
    Constant {
        /// Which.
        argument: &'static str,
        /// In how many of the sample it has one value.
        same: u64,
        /// Size of the sample.
        of: u64,
    },
    /// Most cases are discarded.
    Discards {
        /// Number of discarded cases.
        discarded: u64,
        /// Number of cases that passed.
        passed: u64,
    },
    /// Remark of the law itself on its tests.
    Remark(String),
    /// A promise of `sometimes!` that never happened.
    Never {
        /// Promise that was not kept.
        promise: String,
        /// In how many cases.
        cases: u64,
    },
    /// A known failure does not occur any more.
    KnownBugFixed {
        /// Its name.
        known: String,
        /// Number of cases that met its condition.
        cases: u64,
    },
    /// Threads that the law spawned panicked in cases that did not fail.
    ThreadPanics {
        /// Number of panics.
        count: u64,
        /// Place of the first.
        location: String,
        /// Message of the first.
        message: String,
    },
    /// Making the arguments takes longer than the law.
    SlowGeneration {
        /// Time spent on the arguments.
        generation: Duration,
        /// Time spent in all.
        all: Duration,
    },
}

/// Distribution of one argument over the tests.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Distribution {
    /// The argument.
    pub argument: &'static str,
    /// Number of tests with each feature.
    pub counts: Ordered<Feature, u64>,
}

impl Distribution {
    /// The distribution of an argument before anything is counted.
    pub fn new(argument: &'static str) -> Self {
        Distribution { argument, counts: Ordered::default() }
    }
}

/// Feature of an argument that is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Feature {
    /// A number: whether it is negative, and how many digits it has; 0 for zero.
    Digits {
        /// Below zero.
        negative: bool,
        /// Number of digits before the point.
        digits: u32,
    },
    /// Number of elements, characters or bytes.
    Length(u64),
    /// The name that the value begins with: the variant of an enum.
    Variant(String),
    /// Neither.
    Other,
}

/// The test is misused: a generator or a setting cannot do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    message: String,
}

impl Misuse {
    /// A misuse with a text that says what is wrong, where, and the way out.
    pub fn new(message: impl Into<String>) -> Self {
        Misuse { message: message.into() }
    }

    /// Ends the run by an unwind that carries the misuse to the runner, which does not take it for a broken law.
    #[doc(hidden)]
    #[cold]
    pub fn raise(message: impl Into<String>) -> ! {
        std::panic::resume_unwind(Box::new(Misuse::new(message)))
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}
