//! Settings of a run, and how the environment overrides them.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::database::{Database, absolute};
use super::workspace_file;
use crate::data::settings::{self, FACTOR, Factor, whole_number};
use crate::data::{Shard, Watchers};
use crate::law::{Backtraces, Settings};

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Number of tests that must pass.
    pub tests: u64,
    /// Index of the first test. Tests are the same whatever runs them, so a run can be divided: one that begins at 256 goes
    /// on where one of 256 tests ended. A run that does not begin at 0 leaves out what comes before the tests (cases in the
    /// source, all cases of a size); one with a [last test](Config::last_test) ends there.
    pub first_test: u64,
    /// Index before which the tests end, whether so many passed or were discarded.
    pub last_test: Option<u64>,
    /// Maximum size; the sizes of the tests grow up to it.
    pub max_size: u32,
    /// Maximum number of discarded cases before the law gives up; `None` is ten times the tests.
    pub max_discards: Option<u64>,
    /// Root seed; `None` is another one in every run.
    pub seed: Option<u64>,
    /// Maximum number of runs spent on shrinking.
    pub max_shrink_runs: u64,
    /// Maximum time spent on shrinking.
    pub max_shrink_time: Duration,
    /// Giving up is fine.
    pub may_give_up: bool,
    /// The law is expected to be broken.
    pub expect_failure: bool,
    /// Every case is told and printed, not only the broken one: each part before it runs.
    pub verbose: bool,
    /// A directory for what is observed: every case is told, and written there as a line of JSON.
    pub observe: Option<PathBuf>,
    /// File that events and the summary are appended to, as lines of JSON.
    pub results: Option<PathBuf>,
    /// Store of failures.
    pub database: Database,
    /// A case to run instead of any others.
    pub replay: Option<String>,
    /// Maximum number of different failures to report; with 1 the run ends at the first.
    pub max_failures: usize,
    /// True if the minimal counterexample is explained: what can be changed about it, and what mends it.
    pub explain: bool,
    /// Maximum time for the search for more failures after the first.
    pub max_search_time: Duration,
    /// Maximum time for the law; tests that do not fit into it are not run.
    pub max_time: Option<Duration>,
    /// Maximum time for one case. It takes a process to stop one, so this needs `isolation`.
    pub max_case_time: Option<Duration>,
    /// Runs the cases in a process of their own, so that nothing they do can end the run.
    pub isolated: bool,
    /// Command that starts that process. Cases from before the run (in the source, replayed, stored, left by a process that
    /// died) are run in one too where there is a command, since they may be deadly.
    pub isolation: Option<Isolation>,
    /// On how many threads the tests are run.
    pub jobs: usize,
    /// Goes through all cases up to a size instead of drawing them at random.
    pub exhaustive: Option<u32>,
    /// Number of arguments of a case that is kept in the source of the law, as `#[law(case(..))]`; `None` where
    /// cases cannot be kept in that way.
    pub case_arguments: Option<usize>,
    /// True if replay tokens can be kept in the source of the law, as `#[law(replay = "..")]`.
    pub keeps_tokens: bool,
    /// Replay tokens that are kept in the source of the law. Each is run before any test.
    pub kept: Vec<String>,
    /// True if the report has statistics of the cases: how the arguments are distributed, and the counters of
    /// components.
    pub statistics: bool,
    /// True if a failure also shows its case as it was found, before it was shrunk.
    pub original: bool,
    /// True if the summary has what a page shows beside the text of the report: how the arguments are distributed, and
    /// failures as they were found.
    pub details: bool,
    /// True if a law that is not as it should be writes its report as a page of HTML.
    pub report: bool,
    /// Directory of the page; without one, it is in `lawful/reports` of the target directory.
    pub report_directory: Option<PathBuf>,
    /// Backtraces of the panics of cases that are shown.
    pub backtraces: Backtraces,
    /// Settings of components.
    pub settings: Settings,
    /// Watchers of reporters, which are told the parts of every case before they run.
    pub(crate) watchers: Watchers,
}

/// Maximum time for one case of an isolated law that says nothing of it; without a limit one that loops would never
/// end.
const ISOLATED_CASE_TIME: Duration = Duration::from_secs(10);

/// How to start the process that cases are run in: a command that comes to
/// [`serve`](super::serve) for the same law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The most memory it may use, in bytes.
    pub max_memory: u64,
    /// True if the process comes to the law without running anything else of a test. What a test does before a law, such as
    /// clearing a directory, would be done a second time while this process relies on it; so such a process is only
    /// started where it must be.
    pub is_direct: bool,
    /// Number of laws of the same identity that the process comes to before this one.
    pub ordinal: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            tests: 256,
            first_test: 0,
            last_test: None,
            max_size: 100,
            max_discards: None,
            seed: None,
            max_shrink_runs: 5_000,
            max_shrink_time: Duration::from_secs(30),
            may_give_up: false,
            expect_failure: false,
            verbose: false,
            observe: None,
            results: None,
            database: Database::none(),
            replay: None,
            max_failures: 8,
            explain: true,
            max_search_time: Duration::from_secs(5),
            max_time: None,
            max_case_time: None,
            isolated: false,
            isolation: None,
            jobs: 1,
            exhaustive: None,
            case_arguments: None,
            keeps_tokens: false,
            kept: Vec::new(),
            statistics: false,
            original: false,
            details: false,
            report: false,
            report_directory: None,
            backtraces: Backtraces::Off,
            settings: Settings::default(),
            watchers: Watchers::default(),
        }
    }
}

/// A `LAWFUL_*` variable or a file `lawful.toml` that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigError {
    message: String,
}

impl ConfigError {
    fn of_variable(variable: &str, value: &str, wanted: &str) -> Self {
        let message = format!("{variable}={value:?} cannot be understood; it must be {wanted}");
        ConfigError { message }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// The settings of tests under `cargo test`: those of the workspace (`lawful.toml`), and failures are kept under the
    /// target directory.
    pub fn for_tests() -> Self {
        Config::for_tests_in(None)
    }

    /// The settings of tests, with the target directory as it was when the program was compiled.
    #[doc(hidden)]
    pub fn for_tests_in(target: Option<&str>) -> Self {
        let mut config =
            Config { database: Database::under_target_or(target), ..Config::default() };
        workspace_file::apply(&mut config);
        config
    }

    /// Fault of the file `lawful.toml`, which a target of a fuzzer has no report for.
    #[doc(hidden)]
    pub fn fault_of_workspace() -> Option<String> {
        workspace_file::factor().err()
    }

    /// Maximum time for one case: that of the law, or the default of isolated ones. No other limit fails a law.
    pub(super) fn case_limit(&self) -> Option<Duration> {
        self.max_case_time.or(self.isolated.then_some(ISOLATED_CASE_TIME))
    }

    /// Adds the watchers of a reporter.
    #[doc(hidden)]
    pub fn watched_by(&mut self, watcher: Option<crate::data::Watcher>) {
        self.watchers.0.extend(watcher);
    }

    /// Changes settings: `Config::default().with(|config| config.tests = 1_000)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self);
        self
    }

    /// Whether the summary has what a page shows.
    pub(super) fn wants_details(&self) -> bool {
        self.details || self.report
    }

    /// Whether every case is told, whoever listens.
    pub(super) fn tells_cases(&self) -> bool {
        self.verbose || self.observe.is_some()
    }

    /// Whether cases must be run in a process of their own.
    pub(super) fn wants_isolation(&self) -> bool {
        self.isolated || self.max_case_time.is_some()
    }

    /// Whether they are.
    pub(super) fn is_isolated(&self) -> bool {
        self.wants_isolation() && self.isolation.is_some()
    }

    /// Lets the `LAWFUL_*` variables, and `RUST_BACKTRACE`, override the settings, and multiplies the number of tests by the
    /// factor of the variables or of the workspace.
    ///
    /// # Errors
    ///
    /// If a variable or the file `lawful.toml` cannot be understood.
    pub fn override_from(
        &mut self,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        self.settings.overridden = true;
        let of_workspace = workspace_file::factor().map_err(|message| ConfigError { message })?;
        let factor = factor(variable, "LAWFUL_FACTOR")?.unwrap_or(of_workspace);
        match number(variable, "LAWFUL_TESTS")? {
            // A number that is asked for is that number.
            Some(tests) => self.tests = tests,
            None => self.tests = factor.of(self.tests),
        }
        // More tests discard more cases; fewer discard now and then as many.
        self.max_discards = self.max_discards.map(|discards| discards.max(factor.of(discards)));
        if let Some(first) = number(variable, "LAWFUL_FIRST_TEST")? {
            self.first_test = first;
        }
        if let Some(last) = number(variable, "LAWFUL_LAST_TEST")? {
            self.last_test = Some(last);
        }
        if let Some(max_size) = number(variable, "LAWFUL_MAX_SIZE")? {
            self.max_size = u32::try_from(max_size).unwrap_or(u32::MAX - 1);
        }
        if let Some(discards) = number(variable, "LAWFUL_MAX_DISCARDS")? {
            self.max_discards = Some(discards);
        }
        if let Some(shard) = shard(variable)? {
            let (first, last) = shard.part_of(self.tests);
            (self.first_test, self.last_test) = (first, Some(last));
        }
        if let Some(seed) = number(variable, "LAWFUL_SEED")? {
            self.seed = Some(seed);
        }
        if self.seed.is_none() {
            self.seed = number(variable, "LAWFUL_DEFAULT_SEED")?;
        }
        if let Some(runs) = number(variable, "LAWFUL_MAX_SHRINK_RUNS")? {
            self.max_shrink_runs = runs;
        }
        if let Some(time) = duration(variable, "LAWFUL_MAX_SHRINK_TIME")? {
            self.max_shrink_time = time;
        }
        if let Some(time) = duration(variable, "LAWFUL_MAX_SEARCH_TIME")? {
            self.max_search_time = time;
        }
        if let Some(time) = duration(variable, "LAWFUL_MAX_TIME")? {
            self.max_time = Some(time);
        }
        let max_case_time = duration(variable, "LAWFUL_MAX_CASE_TIME")?;
        self.max_case_time = max_case_time.or(self.max_case_time);
        if let Some(failures) = number(variable, "LAWFUL_MAX_FAILURES")? {
            self.max_failures = usize::try_from(failures).unwrap_or(usize::MAX);
        }
        if let Some(jobs) = number(variable, "LAWFUL_JOBS")? {
            self.jobs = usize::try_from(jobs).unwrap_or(usize::MAX);
        }
        if let Some(size) = number(variable, "LAWFUL_EXHAUSTIVE")? {
            self.exhaustive = Some(u32::try_from(size).unwrap_or(u32::MAX - 1));
        }
        switch(variable, "LAWFUL_ISOLATED", &mut self.isolated);
        if variable("LAWFUL_ISOLATED").as_deref().is_some_and(is_off) {
            // Everything runs in this process, for a debugger; where no process can be ended there is no limit.
            (self.isolation, self.max_case_time) = (None, None);
        }
        switch(variable, "LAWFUL_EXPLAIN", &mut self.explain);
        switch(variable, "LAWFUL_STATISTICS", &mut self.statistics);
        switch(variable, "LAWFUL_ORIGINAL", &mut self.original);
        switch(variable, "LAWFUL_DETAILS", &mut self.details);
        switch(variable, "LAWFUL_VERBOSE", &mut self.verbose);
        match variable("LAWFUL_REPORT").as_deref() {
            None => {}
            Some("" | "0" | "off") => self.report = false,
            Some("1" | "on" | "true" | "yes") => self.report = true,
            Some(directory) => {
                self.report = true;
                self.report_directory = Some(absolute(PathBuf::from(directory)));
            }
        }
        match variable("LAWFUL_OBSERVE").as_deref() {
            None => {}
            Some("" | "off") => self.observe = None,
            Some(directory) => self.observe = Some(absolute(PathBuf::from(directory))),
        }
        match variable("LAWFUL_RESULTS").as_deref() {
            None => {}
            Some("" | "off") => self.results = None,
            Some(file) => self.results = Some(absolute(PathBuf::from(file))),
        }
        match variable("LAWFUL_DATABASE").as_deref() {
            None | Some("") => {}
            Some("off") => self.database = Database::none(),
            Some(directory) => self.database = Database::at(PathBuf::from(directory)),
        }
        if let Some(token) = variable("LAWFUL_REPLAY").filter(|token| !token.is_empty()) {
            self.replay = Some(token);
        }
        if let Some(value) = variable("RUST_BACKTRACE") {
            self.backtraces = Backtraces::read(Some(&value));
        }
        Ok(())
    }
}

/// Reads a switch: anything but nothing, `0` and `off` is on.
fn switch(variable: &dyn Fn(&str) -> Option<String>, name: &str, setting: &mut bool) {
    if let Some(value) = variable(name) {
        *setting = !value.is_empty() && !is_off(&value);
    }
}

fn is_off(value: &str) -> bool {
    matches!(value, "0" | "off")
}

/// Reads a variable that is a number.
fn number(
    variable: &dyn Fn(&str) -> Option<String>,
    name: &str,
) -> Result<Option<u64>, ConfigError> {
    let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    match whole_number(&value) {
        Some(number) => Ok(Some(number)),
        None => Err(ConfigError::of_variable(name, &value, "a whole number")),
    }
}

/// Reads a variable that is a factor.
fn factor(
    variable: &dyn Fn(&str) -> Option<String>,
    name: &str,
) -> Result<Option<Factor>, ConfigError> {
    let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    match Factor::parse(&value) {
        Some(factor) => Ok(Some(factor)),
        None => Err(ConfigError::of_variable(name, &value, FACTOR)),
    }
}

/// Reads which part of the tests is run: `2/4`.
fn shard(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<Shard>, ConfigError> {
    let name = "LAWFUL_SHARD";
    let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    match value.parse() {
        Ok(shard) => Ok(Some(shard)),
        Err(_) => {
            let wanted = "the number of the part, from 1, and the number of parts, such as 2/4";
            Err(ConfigError::of_variable(name, &value, wanted))
        }
    }
}

/// Reads a variable that is a duration.
fn duration(
    variable: &dyn Fn(&str) -> Option<String>,
    name: &str,
) -> Result<Option<Duration>, ConfigError> {
    let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    match settings::duration(&value) {
        Some(duration) => Ok(Some(duration)),
        None => {
            let wanted = "a whole number and its unit, such as 500ms, 30s, 2m or 1h";
            Err(ConfigError::of_variable(name, &value, wanted))
        }
    }
}
