//! What a run came to.

use std::time::Duration;

use super::adequacy::{Distribution, Warning};
use super::config::Config;
use super::failure::{Failure, Unstable};
use super::tables::{Coverage, Tables};
use crate::data::{About, Starved};
use crate::generate::Misuse;
use crate::law::Counter;

/// Result of a run.
#[derive(Clone, Debug)]
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
    /// Number of discarded cases.
    pub discarded: u64,
    /// Labels, collected values and coverage of the cases.
    pub tables: Tables,
    /// Counters of components, with their counts.
    pub counts: Vec<(Counter, u64)>,
    /// Number of counters that every law of this kind has. Those after them were asked for: a case named
    /// them.
    pub counted_always: usize,
    /// True if all counters are to be printed.
    pub tells_counts: bool,
    /// Why the run stopped.
    pub stopped: Stopped,
    /// True if the law is expected to be broken.
    pub expect_failure: bool,
    /// True if giving up is fine.
    pub may_give_up: bool,
    /// Number of arguments of a case that is kept in the source of the law; `None` where none can be.
    pub case_arguments: Option<usize>,
    /// True if replay tokens can be kept in the source of the law.
    pub keeps_tokens: bool,
    /// All cases there are, up to a size or whatsoever, where they were gone through.
    pub exhausted: Option<Exhausted>,
    /// Reason why the tests say less than their number seems to.
    pub warnings: Vec<Warning>,
    /// Distributions of the arguments, where that was asked for.
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
#[derive(Clone, Debug)]
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
    /// The summary of a law that could not even be begun.
    pub fn misused(about: About, config: &Config, misuse: Misuse) -> Self {
        Summary {
            about,
            seed: 0,
            passed: 0,
            tests: config.tests,
            discarded: 0,
            tables: Tables::default(),
            counts: Vec::new(),
            counted_always: 0,
            tells_counts: config.statistics,
            stopped: Stopped::Misused(misuse),
            expect_failure: false,
            may_give_up: false,
            case_arguments: config.case_arguments,
            keeps_tokens: config.keeps_tokens,
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
