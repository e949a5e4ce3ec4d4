//! The shortest way to run a law from a program.

use std::panic::Location;

use super::config::Config;
use super::reporter::Reporter;
use super::runner::run;
use super::summary::Summary;
use crate::data::{About, Event};
use crate::law::Law;

/// Runs laws from a program: the settings, and a name that seeds and stored failures go by.
///
/// ```
/// use lawful_core::generate::any;
/// use lawful_core::law::for_all;
/// use lawful_core::run::Runner;
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
        let about = About { name: name.to_string(), file: caller.file(), line: caller.line() };
        Runner { about, config: Config::default() }
    }

    /// With these settings.
    pub fn with(self, config: Config) -> Self {
        Runner { config, ..self }
    }

    /// How many tests must hold.
    pub fn tests(mut self, tests: u64) -> Self {
        self.config.tests = tests;
        self
    }

    /// The greatest size.
    pub fn max_size(mut self, max_size: u32) -> Self {
        self.config.max_size = max_size;
        self
    }

    /// The root seed; without one it is another every time.
    pub fn seed(mut self, seed: u64) -> Self {
        self.config.seed = Some(seed);
        self
    }

    /// Ends the run at the first failure and does not explain it.
    pub fn first_failure(mut self) -> Self {
        (self.config.failures, self.config.explain) = (1, false);
        self
    }

    /// Runs the law, silently.
    pub fn run(&self, law: &dyn Law) -> Summary {
        self.run_with(law, &mut |_| {})
    }

    /// Runs the law and reports it.
    pub fn report_to(&self, reporter: &mut dyn Reporter, law: &dyn Law) -> Summary {
        let summary = self.run_with(law, &mut |event| reporter.event(event));
        reporter.finished(&summary);
        summary
    }

    /// Runs the law and tells what happens while it happens.
    pub fn run_with(&self, law: &dyn Law, listen: &mut dyn FnMut(&Event)) -> Summary {
        run(law, &self.about, &self.config, listen)
    }
}
