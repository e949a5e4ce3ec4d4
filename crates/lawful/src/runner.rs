//! Running a law that is a value.

use std::time::Duration;

use lawful_core::data::Event;
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Database, Reporter, Summary};

use crate::check::{about_caller, check_law};

/// Runs a law that is a value, with settings and a name.
///
/// [`check`](Runner::check) is for tests: it prints the report and panics if the law is broken, as `#[law]`
/// does. [`run`](Runner::run) prints nothing and returns the [`Summary`].
///
/// ```
/// use lawful::prelude::*;
///
/// # /*
/// #[test]
/// # */
/// fn sorting_twice_changes_nothing() {
///     let law = for_all!(list: Vec<u8> => {
///         let mut once = list;
///         once.sort();
///         let mut twice = once.clone();
///         twice.sort();
///         assert_eq!(once, twice);
///     });
///     Runner::new().tests(1_000).check(&law);
/// }
/// # sorting_twice_changes_nothing();
///
/// let short = for_all(any::<Vec<u8>>(), |list| list.len() < 3);
/// let summary = Runner::named("short lists").seed(1).run(&short);
/// assert_eq!(summary.failure().unwrap().arguments[0].debug, "[0, 0, 0]");
/// ```
#[derive(Clone, Debug)]
#[doc(alias("TestRunner", "QuickCheck", "settings"))]
pub struct Runner {
    /// Runs silently, with the default settings and what was set.
    silent: lawful_core::run::Runner,
    /// The same for tests: in the place of the defaults it has the settings of the workspace.
    checks: lawful_core::run::Runner,
}

impl Runner {
    /// Makes a runner with the default settings, for a law that is named after the test that runs it.
    #[track_caller]
    #[allow(clippy::new_without_default)] // A default would be named after a line of its own.
    pub fn new() -> Self {
        Runner::about(about_caller())
    }

    /// Makes a runner with the default settings, for a law of this name. Seeds and stored failures go by the
    /// name.
    #[track_caller]
    pub fn named(name: &str) -> Self {
        // Which test runs it is known all the same, and is what a report says how to run.
        let mut about = about_caller();
        about.name = name.to_string();
        // Cases depend on the seed and the name that was given, wherever the law runs.
        if let Some(test) = &mut about.test {
            test.target = None;
        }
        Runner::about(about)
    }

    fn about(about: About) -> Self {
        let silent = lawful_core::run::Runner::about(about);
        let checks = silent.clone().with(Config::for_tests());
        Runner { silent, checks }
    }

    /// Changes the settings of both.
    fn changed(
        self,
        change: impl Fn(lawful_core::run::Runner) -> lawful_core::run::Runner,
    ) -> Self {
        Runner { silent: change(self.silent), checks: change(self.checks) }
    }

    /// Replaces all settings, those of the workspace too.
    pub fn with(self, config: Config) -> Self {
        self.changed(|runner| runner.with(config.clone()))
    }

    /// Ends the run at the first failure and does not explain it.
    pub fn first_failure(self) -> Self {
        self.changed(lawful_core::run::Runner::first_failure)
    }

    /// Gathers statistics of the cases: how the arguments are distributed, and the counters of components.
    pub fn statistics(self) -> Self {
        self.changed(lawful_core::run::Runner::statistics)
    }

    /// Runs the law and fails the test if it is broken: prints the report, and panics. The settings of the workspace
    /// (`lawful.toml`) take the place of the defaults, the `LAWFUL_*` variables override all settings, and failures are
    /// kept, as for `#[law]`.
    #[doc(alias = "assert")]
    pub fn check(&self, law: &dyn Law) {
        let (about, config) = self.checks.parts();
        let mut config = config.clone();
        // The default of a runner is to keep nothing; a test keeps failures under the target directory.
        if config.database == Database::none() {
            config.database = Database::under_target();
        }
        check_law(about.clone(), config, law);
    }

    /// Runs the law silently. Neither the environment, the workspace nor stored failures have an influence.
    pub fn run(&self, law: &dyn Law) -> Summary {
        self.silent.run(law)
    }

    /// Runs the law and reports it.
    pub fn report_to(&self, reporter: &mut dyn Reporter, law: &dyn Law) -> Summary {
        self.silent.report_to(reporter, law)
    }

    /// Runs the law and passes every event to `listen` while it happens.
    pub fn run_with(&self, law: &dyn Law, listen: &mut dyn FnMut(&Event)) -> Summary {
        self.silent.run_with(law, listen)
    }
}

macro_rules! settings {
    ($($(#[$about:meta])* $name:ident: $kind:ty,)*) => {
        impl Runner {
            $(
                $(#[$about])*
                pub fn $name(self, $name: $kind) -> Self {
                    self.changed(|runner| runner.$name($name))
                }
            )*
        }
    };
}

settings! {
    /// Sets the number of tests that must pass.
    #[doc(alias("cases", "max_examples"))]
    tests: u64,
    /// Sets the maximum size.
    max_size: u32,
    /// Sets the maximum number of discarded cases before the law gives up.
    #[doc(alias("max_global_rejects", "max_tests"))]
    max_discards: u64,
    /// Sets the root seed; without one it is another in every run.
    #[doc(alias = "derandomize")]
    seed: u64,
    /// Sets the maximum number of runs spent on shrinking.
    #[doc(alias = "max_shrink_iters")]
    max_shrink_runs: u64,
    /// Sets the maximum time spent on shrinking.
    max_shrink_time: Duration,
    /// Sets the maximum number of different failures to report.
    max_failures: usize,
    /// Sets the maximum time for the law; tests that do not fit into it are not run.
    #[doc(alias = "timeout")]
    max_time: Duration,
    /// Runs all cases up to a size instead of random ones.
    exhaustive: u32,
}
