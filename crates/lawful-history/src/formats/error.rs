//! Lines that cannot be read.

use std::fmt;

/// A line that cannot be read, or that no history can have at its place.
///
/// ```
/// use lawful::history::formats::json_lines;
///
/// let error = json_lines("{\"process\": 1, \"type\": \"ok\"}").unwrap_err();
/// assert_eq!(error.line(), 1);
/// assert_eq!(error.to_string(), "line 1: process 1 has no call that could end");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    line: usize,
    problem: String,
}

impl ReadError {
    pub(super) fn new(line: usize, problem: impl fmt::Display) -> ReadError {
        ReadError { line, problem: problem.to_string() }
    }

    /// The number of the line, from 1.
    ///
    /// ```
    /// let error = lawful::history::formats::json_lines("\n{").unwrap_err();
    /// assert_eq!(error.line(), 2);
    /// ```
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}
