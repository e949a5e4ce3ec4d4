//! How a command ends before its end.

use lawful_core::data::Reason;

/// Result of a command: `Ok(())` at its end, and whatever `?` returns before.
pub type StepResult = Result<(), StepEnd>;

/// Why a command did not come to its end. It is made by a step and passed on with `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEnd(pub(crate) Why);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// A precondition does not hold: the command is not for this state.
    Refused,
    /// A promise is broken.
    Broken(Box<Reason>),
}

pub(crate) const REFUSED: StepEnd = StepEnd(Why::Refused);

/// Name of this component in reasons.
pub(crate) const COMPONENT: &str = "machine";
