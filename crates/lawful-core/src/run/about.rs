//! The shortest way to run a law from a program.

use std::panic::Location;
use std::time::Duration;

use super::config::Config;
use super::runner::run;
use crate::data::Reporter;
use crate::data::Summary;
use crate::data::{About, Event};
use crate::law::Law;

/// Runs laws from a program: the settings, and a name that seeds and stored failures go by.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<Vec<u8>>(), |list| list.len() < 10);
/// let summary = Runner::named("short lists").tests(500).seed(1).run(&law);
/// let failure = summary.failure().expect("some list is longer");
/// assert_eq!(failure.arguments[0].debug, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]");
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    about: About,
    config: Config,
}

impl Runner {
    /// The default settings. A check made by hand keeps no database unless it is given one.
    #[track_caller]
    pub fn named(name: &str) -> Self {
        let caller = Location::caller();
        let about = About::new(name, caller.file(), caller.line());
        Runner { about, config: Config::default() }
    }

    /// The default settings, for a law of which the place is known.
    #[doc(hidden)]
    pub fn about(about: About) -> Self {
        Runner { about, config: Config::default() }
    }

    /// Replaces all settings.
    pub fn with(self, config: Config) -> Self {
        Runner { config, ..self }
    }

    /// Sets the number of tests that must pass.
    pub fn tests(mut self, tests: u64) -> Self {
        self.config.tests = tests;
        self
    }

    /// Sets the maximum size.
    pub fn max_size(mut self, max_size: u32) -> Self {
        self.config.max_size = max_size;
        self
    }

    /// Sets the maximum number of discarded cases before the law gives up.
    pub fn max_discards(mut self, max_discards: u64) -> Self {
        self.config.max_discards = Some(max_discards);
        self
    }

    /// Sets the root seed; without one it is another in every run.
    pub fn seed(mut self, seed: u64) -> Self {
        self.config.seed = Some(seed);
        self
    }

    /// Sets the maximum number of runs spent on shrinking.
    pub fn max_shrink_runs(mut self, max_shrink_runs: u64) -> Self {
        self.config.max_shrink_runs = max_shrink_runs;
        self
    }

    /// Sets the maximum time spent on shrinking.
    pub fn max_shrink_time(mut self, max_shrink_time: Duration) -> Self {
        self.config.max_shrink_time = max_shrink_time;
        self
    }

    /// Sets the maximum number of different failures to report.
    pub fn max_failures(mut self, max_failures: usize) -> Self {
        self.config.max_failures = max_failures;
        self
    }

    /// Sets the maximum time for the law; tests that do not fit into it are not run.
    pub fn max_time(mut self, max_time: Duration) -> Self {
        self.config.max_time = Some(max_time);
        self
    }

    /// Runs all cases up to a size instead of random ones.
    pub fn exhaustive(mut self, size: u32) -> Self {
        self.config.exhaustive = Some(size);
        self
    }

    /// Gathers statistics of the cases: how the arguments are distributed, and the counters of components.
    pub fn statistics(mut self) -> Self {
        self.config.statistics = true;
        self
    }

    /// Ends the run at the first failure and does not explain it.
    pub fn first_failure(mut self) -> Self {
        (self.config.max_failures, self.config.explain) = (1, false);
        self
    }

    /// Name and settings, for the runner of `lawful`, which reports.
    #[doc(hidden)]
    pub fn parts(&self) -> (&About, &Config) {
        (&self.about, &self.config)
    }

    /// Runs the law, silently.
    pub fn run(&self, law: &dyn Law) -> Summary {
        self.run_with(law, &mut |_| {})
    }

    /// Runs the law and reports it.
    pub fn report_to(&self, reporter: &mut dyn Reporter, law: &dyn Law) -> Summary {
        let mut runner = self.clone();
        runner.config.watched_by(reporter.watcher());
        let summary = runner.run_with(law, &mut |event| reporter.event(event));
        reporter.finished(&summary);
        summary
    }

    /// Runs the law and tells what happens while it happens.
    pub fn run_with(&self, law: &dyn Law, listen: &mut dyn FnMut(&Event)) -> Summary {
        run(law, &self.about, &self.config, listen)
    }
}
