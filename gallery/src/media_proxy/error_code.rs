//! The error codes of H.248.8 that the proxy uses.

use super::message::ErrorDescriptor;

/// Why the proxy refuses a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// It is not even clear which transaction it is.
    SyntaxErrorInMessage = 400,
    /// It is not clear which context it is for.
    SyntaxErrorInTransaction = 403,
    /// The proxy was left to choose what must be said.
    IncorrectIdentifier = 410,
    /// There is no such context.
    UnknownContext = 411,
    /// All numbers of contexts are used up.
    OutOfContexts = 412,
    /// There is no such termination.
    UnknownTermination = 430,
    /// All numbers of terminations are used up.
    OutOfTerminations = 432,
    /// The termination is to be added, but is there.
    TerminationInContext = 433,
    /// A third termination.
    ContextFull = 434,
    /// The termination is in another context.
    TerminationInOtherContext = 435,
    /// The command is not as the grammar wants it.
    SyntaxErrorInCommand = 442,
    /// A stream is described twice.
    DescriptorTwice = 448,
    /// A stream has a number that it cannot have here.
    UnknownStream = 449,
    /// More streams than the proxy can carry.
    InsufficientResources = 510,
}

impl ErrorCode {
    /// The number in messages.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// The words in messages.
    pub fn text(self) -> &'static str {
        match self {
            ErrorCode::SyntaxErrorInMessage => "Syntax error in message",
            ErrorCode::SyntaxErrorInTransaction => "Syntax error in TransactionRequest",
            ErrorCode::IncorrectIdentifier => "Incorrect identifier",
            ErrorCode::UnknownContext => "The transaction refers to an unknown ContextID",
            ErrorCode::OutOfContexts => "No ContextIDs available",
            ErrorCode::UnknownTermination => "Unknown TerminationID",
            ErrorCode::OutOfTerminations => "Out of TerminationIDs or no TerminationID available",
            ErrorCode::TerminationInContext => "TerminationID is already in a Context",
            ErrorCode::ContextFull => "Max number of Terminations in a Context exceeded",
            ErrorCode::TerminationInOtherContext => "TerminationID is not in specified Context",
            ErrorCode::SyntaxErrorInCommand => "Syntax error in command",
            ErrorCode::DescriptorTwice => "Descriptor appears twice in a command",
            ErrorCode::UnknownStream => "Unsupported or unknown parameter or property value",
            ErrorCode::InsufficientResources => "Insufficient resources",
        }
    }

    /// As it goes into a message.
    pub fn descriptor(self) -> ErrorDescriptor {
        ErrorDescriptor { code: self.number(), text: self.text().to_string() }
    }
}
