//! What makes two failures the same.

use crate::data::Reason;

/// Component, code and title of a reason, with values left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity(&'static str, &'static str, String);

impl Identity {
    /// The identity of a reason.
    pub fn of(reason: &Reason) -> Self {
        let (component, code, text) = reason.identity();
        Identity(component, code, text.to_string())
    }
}
