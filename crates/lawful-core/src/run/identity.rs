//! What makes two failures the same.

use crate::law::{Death, Reason};

/// Where a law failed and how, with values left out. For one that only says `false`, the law.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity(String);

impl Identity {
    /// The identity of a reason.
    pub fn of(reason: &Reason) -> Self {
        Identity(match reason {
            Reason::False => String::from("false"),
            // The name of an error's variant says how; what follows it are values.
            Reason::Error(error) => {
                let name = error.split(|c: char| !c.is_alphanumeric() && c != '_').next();
                let is_name = |name: &&str| !name.starts_with(|c: char| c.is_numeric());
                format!("error {}", name.filter(is_name).unwrap_or_default())
            }
            Reason::Named { law, .. } => format!("law {law}"),
            Reason::Panic { location, .. } => format!("panic at {location}"),
            Reason::Died(Death::TimeLimit(_)) => String::from("time limit"),
            Reason::Died(death) => format!("{death:?}"),
        })
    }
}
