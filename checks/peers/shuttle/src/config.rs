//! Settings.

use std::path::PathBuf;
use std::time::Duration;

/// Settings of a runner.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// Size of stacks, which is not looked at.
    pub stack_size: usize,
    /// Where schedules that fail are written, which is not looked at.
    pub failure_persistence: FailurePersistence,
    /// Maximum number of scheduling points.
    pub max_steps: MaxSteps,
    /// Maximum time.
    pub max_time: Option<Duration>,
    /// Not looked at.
    pub silence_warnings: bool,
    /// Not looked at.
    pub record_steps_in_span: bool,
    /// Not looked at.
    pub ungraceful_shutdown_config: UngracefulShutdownConfig,
}

impl Config {
    /// Returns the default settings.
    pub fn new() -> Self {
        Config::default()
    }
}

/// Where schedules that fail are written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum FailurePersistence {
    /// Nowhere.
    None,
    /// To the output.
    #[default]
    Print,
    /// To a file.
    File(Option<PathBuf>),
}

/// Maximum number of scheduling points.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum MaxSteps {
    /// As many as there are.
    None,
    /// A run with more fails.
    FailAfter(usize),
    /// A run with more is left, and the next one begins.
    ContinueAfter(usize),
}

impl Default for MaxSteps {
    fn default() -> Self {
        MaxSteps::FailAfter(1_000_000)
    }
}

/// Settings of the end of a run that failed.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct UngracefulShutdownConfig {
    /// Not looked at.
    pub immediately_return_on_panic: bool,
    /// Not looked at.
    pub continuation_function_behavior: ContinuationFunctionBehavior,
}

/// Not looked at.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum ContinuationFunctionBehavior {
    /// Not looked at.
    #[default]
    Drop,
    /// Not looked at.
    Leak,
}
