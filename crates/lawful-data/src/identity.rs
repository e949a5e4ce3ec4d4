//! Identity of a failure, by which two failures are the same.

use crate::Reason;

/// Component, code and title of a reason, with values left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Identity {
    /// Component that judged the case.
    pub component: &'static str,
    /// Code of the kind of failure.
    pub code: &'static str,
    /// Title of the reason, or the text that the component tells failures apart by.
    pub text: String,
}

impl Identity {
    /// The identity of a reason.
    pub fn of(reason: &Reason) -> Self {
        let (component, code, text) = reason.identity();
        Identity { component, code, text: text.to_string() }
    }
}
