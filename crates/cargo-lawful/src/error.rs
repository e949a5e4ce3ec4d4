//! Errors of commands, and the exit codes that scripts go by.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// Ways in which a command ends, each with an exit code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Every law succeeded.
    Fine = 0,
    /// A law is broken, unstable, gave up, or its demands of coverage are not met.
    Broken = 1,
    /// The command line, a settings file or a law is misused.
    Misused = 2,
    /// The build failed, or a program could not be started.
    Failed = 3,
    /// There is no law to run.
    NoLaws = 4,
    /// The result of some laws is unknown: no time was left, they did not end, or their shard is lost.
    Incomplete = 5,
    /// The run was interrupted.
    Interrupted = 130,
}

/// Meaning of the exit codes, for `--help`.
pub const EXIT_CODES: &str = "Exit codes:
  0    every law succeeded
  1    a law is broken, unstable, gave up, or is not covered
  2    misuse: of options, of lawful.toml, or of a law
  3    the build failed, or a program could not be started
  4    there is no law to run
  5    the result of some laws is unknown: no time was left, they did not end, or their shard is lost
  130  interrupted";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Reason why a command could not do what it was asked for.
///
/// ```
/// use cargo_lawful::error::CommandError;
///
/// let error = CommandError::misused("no package of the workspace is named `shop`");
/// assert_eq!(error.exit_code(), 2);
/// assert_eq!(error.to_string(), "no package of the workspace is named `shop`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    message: String,
    exit: Exit,
    is_closed_pipe: bool,
}

impl CommandError {
    /// A misuse, with a message that says what is wrong and the way out.
    pub fn misused(message: impl Into<String>) -> Self {
        CommandError::with_exit(message, Exit::Misused)
    }

    /// A check that says no.
    pub fn rejected(message: impl Into<String>) -> Self {
        CommandError::with_exit(message, Exit::Broken)
    }

    /// A tool, a program or a file that does not work.
    pub fn tool_failed(message: impl Into<String>) -> Self {
        CommandError::with_exit(message, Exit::Failed)
    }

    /// A file that cannot be read or written.
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        CommandError::tool_failed(format!("{}: {error}", path.display()))
    }

    /// An error with an exit code of its own.
    pub fn with_exit(message: impl Into<String>, exit: Exit) -> Self {
        CommandError { message: message.into(), exit, is_closed_pipe: false }
    }

    /// Returns whether the output was closed by its reader, as `head` does.
    pub fn is_closed_pipe(&self) -> bool {
        self.is_closed_pipe
    }

    /// Returns the way in which the command ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns the exit code.
    pub fn exit_code(&self) -> u8 {
        self.exit as u8
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for CommandError {}

impl From<std::io::Error> for CommandError {
    fn from(error: std::io::Error) -> Self {
        let is_closed_pipe = error.kind() == std::io::ErrorKind::BrokenPipe;
        CommandError { is_closed_pipe, ..CommandError::tool_failed(error.to_string()) }
    }
}
