//! Errors of channels.

use std::fmt;

/// The receiver wants nothing any more; here is the message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SendError<T>(pub T);

/// Why a message could not be sent at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TrySendError<T> {
    /// There is no room.
    Full(T),
    /// The receiver wants nothing any more.
    Closed(T),
}

/// Why a message could not be sent in time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SendTimeoutError<T> {
    /// The time was over.
    Timeout(T),
    /// The receiver wants nothing any more.
    Closed(T),
}

/// Why there is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryRecvError {
    /// None was sent yet.
    Empty,
    /// All senders are gone.
    Disconnected,
}

impl<T> TrySendError<T> {
    /// The message.
    pub fn into_inner(self) -> T {
        match self {
            TrySendError::Full(message) | TrySendError::Closed(message) => message,
        }
    }
}

impl<T> SendTimeoutError<T> {
    /// The message.
    pub fn into_inner(self) -> T {
        match self {
            SendTimeoutError::Timeout(message) | SendTimeoutError::Closed(message) => message,
        }
    }
}

impl<T> fmt::Debug for TrySendError<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TrySendError::Full(_) => "Full(..)",
            TrySendError::Closed(_) => "Closed(..)",
        })
    }
}

impl<T> fmt::Debug for SendTimeoutError<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            SendTimeoutError::Timeout(_) => "Timeout(..)",
            SendTimeoutError::Closed(_) => "Closed(..)",
        })
    }
}

opaque!(SendError<T>);
errors! {
    SendError<T> { _ => "channel closed" }
    TrySendError<T> {
        TrySendError::Full(_) => "no available capacity",
        TrySendError::Closed(_) => "channel closed",
    }
    SendTimeoutError<T> {
        SendTimeoutError::Timeout(_) => "timed out waiting on send operation",
        SendTimeoutError::Closed(_) => "channel closed",
    }
    TryRecvError {
        TryRecvError::Empty => "receiving on an empty channel",
        TryRecvError::Disconnected => "receiving on a closed channel",
    }
}
