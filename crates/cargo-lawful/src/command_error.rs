//! Reasons why a command of `cargo lawful` has no result, and their exit codes.

use std::fmt;
use std::process::ExitCode;

/// Reason why a command has no result.
///
/// ```
/// use cargo_lawful::command_error::CommandError;
///
/// let error = CommandError::misused("no package of the workspace is named `shop`");
/// assert_eq!(error.exit_code(), 2);
/// assert_eq!(error.to_string(), "no package of the workspace is named `shop`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rejected,
    Misused,
    ToolFailed,
}

impl CommandError {
    /// What was checked is not as it should be: exit code 1.
    pub fn rejected(message: impl Into<String>) -> Self {
        CommandError { kind: Kind::Rejected, message: message.into() }
    }

    /// The command cannot do what it was asked for, by its options or by what is on disk: exit code 2.
    pub fn misused(message: impl Into<String>) -> Self {
        CommandError { kind: Kind::Misused, message: message.into() }
    }

    /// A build, or a program that the command ran, failed: exit code 3.
    pub fn tool_failed(message: impl Into<String>) -> Self {
        CommandError { kind: Kind::ToolFailed, message: message.into() }
    }

    /// A file could not be read or written: exit code 3.
    pub fn io(path: &std::path::Path, error: &std::io::Error) -> Self {
        CommandError::tool_failed(format!("{}: {error}", path.display()))
    }

    /// Exit code of the command.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Rejected => 1,
            Kind::Misused => 2,
            Kind::ToolFailed => 3,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for CommandError {}

/// A closed pipe or a full disk.
impl From<std::io::Error> for CommandError {
    fn from(error: std::io::Error) -> Self {
        CommandError::tool_failed(format!("the output cannot be written: {error}"))
    }
}

/// Prints the error of a command, if there is one, and gives the exit code.
pub fn exit_code<T>(result: Result<T, CommandError>) -> ExitCode {
    match result {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
