//! Events that no history can have.

use std::fmt;

/// An event that no history can have. The history is as it was before.
///
/// ```
/// use lawful::history::{History, Misuse};
///
/// let mut history = History::new();
/// let first = history.invoke(7, "push")?;
/// let misuse = history.invoke(7, "pop").unwrap_err();
/// assert_eq!(misuse, Misuse::StillOpen { process: 7, open: first });
/// assert_eq!(misuse.to_string(), "process 7 invokes a call while its call 0 has not returned");
/// # Ok::<(), Misuse>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misuse {
    /// A process invokes a call while its earlier one has not returned.
    StillOpen {
        /// The process.
        process: u64,
        /// Its call that has not returned.
        open: usize,
    },
    /// A call returns for the second time.
    ReturnedTwice {
        /// The call.
        call: usize,
    },
    /// A call returns that the history does not have.
    UnknownCall {
        /// The call.
        call: usize,
    },
    /// A call returns before it was invoked.
    ReturnedBeforeInvoked {
        /// The process.
        process: u64,
        /// When the call was invoked.
        invoked: u64,
        /// When it returned.
        returned: u64,
    },
    /// Two calls of one process are not one after the other.
    Overlapping {
        /// The process.
        process: u64,
        /// The call that was invoked first.
        first: usize,
        /// The call that was invoked before the first had returned, or when it did.
        second: usize,
    },
    /// An event comes after the last stamp that there is.
    NoMomentLeft,
}

impl fmt::Display for Misuse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::StillOpen { process, open } => write!(
                out,
                "process {process} invokes a call while its call {open} has not returned"
            ),
            Misuse::ReturnedTwice { call } => {
                write!(out, "call {call} returns for the second time")
            }
            Misuse::UnknownCall { call } => {
                write!(out, "call {call} returns, and the history has no such call")
            }
            Misuse::ReturnedBeforeInvoked { process, invoked, returned } => write!(
                out,
                "a call of process {process} returned at {returned} and was invoked at {invoked}, \
                 which is later"
            ),
            Misuse::Overlapping { process, first, second } => write!(
                out,
                "process {process} invokes call {second} before its call {first} has returned, or \
                 at the same moment; give stamps that tell them apart, or another process"
            ),
            Misuse::NoMomentLeft => {
                write!(out, "an event comes after a stamp that no other can come after")
            }
        }
    }
}

impl std::error::Error for Misuse {}
