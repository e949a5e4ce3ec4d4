//! Why a process is at its end.

use std::fmt;

/// Why a process is at its end.
///
/// ```
/// use lawful::pulse::process::Reason;
///
/// assert_eq!(Reason::from("shutdown"), Reason::Other("shutdown".into()));
/// assert_eq!(Reason::NoProcess.to_string(), "no process");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The process came to its end, or has nothing more to do.
    Normal,
    /// Sent with [`exit`](super::exit) nothing can stop it. As the reason of a process that exits by itself
    /// it is like any other.
    Kill,
    /// The process was killed.
    Killed,
    /// There is no such process, or not any more.
    NoProcess,
    /// Panicked, with this message.
    Panicked(String),
    /// Whatever else.
    Other(String),
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        Reason::Other(text.to_string())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Normal => formatter.write_str("normal"),
            Reason::Kill => formatter.write_str("kill"),
            Reason::Killed => formatter.write_str("killed"),
            Reason::NoProcess => formatter.write_str("no process"),
            Reason::Panicked(message) => write!(formatter, "panicked: {message}"),
            Reason::Other(text) => formatter.write_str(text),
        }
    }
}
