//! A register with compare-and-swap.

use crate::{Effect, Specification, fingerprint};

/// A register, empty at first.
///
/// ```
/// use lawful::history::Specification;
/// use lawful::history::objects::{Register, RegisterCall};
///
/// let written = Register.apply(&None, &RegisterCall::Write(1));
/// assert_eq!(written, Some(Some(1)));
/// let swap = RegisterCall::CompareAndSwap { expected: 2, new: 3, swapped: Some(true) };
/// assert_eq!(Register.apply(&Some(1), &swap), None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Register;

/// A call of a [`Register`].
///
/// ```
/// use lawful::history::objects::RegisterCall;
///
/// assert_ne!(RegisterCall::Read(None), RegisterCall::Read(Some(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterCall {
    /// A read that returned what the register holds, or that it is empty.
    Read(Option<i64>),
    /// A write.
    Write(i64),
    /// A write of a new value where the register holds the expected one.
    CompareAndSwap {
        /// Value that the register must hold.
        expected: i64,
        /// Value that the register holds afterwards.
        new: i64,
        /// True if the register held the expected value, if that is known.
        swapped: Option<bool>,
    },
}

impl Specification for Register {
    type Call = RegisterCall;
    type State = Option<i64>;

    fn start(&self) -> Option<i64> {
        None
    }

    fn apply(&self, state: &Option<i64>, call: &RegisterCall) -> Option<Option<i64>> {
        match *call {
            RegisterCall::Read(value) => (value == *state).then_some(*state),
            RegisterCall::Write(value) => Some(Some(value)),
            RegisterCall::CompareAndSwap { expected, new, swapped } => {
                let holds = *state == Some(expected);
                let after = if holds { Some(new) } else { *state };
                swapped.is_none_or(|swapped| swapped == holds).then_some(after)
            }
        }
    }

    fn fingerprint(&self, state: &Option<i64>) -> u64 {
        fingerprint(state)
    }

    fn effect(&self, call: &RegisterCall) -> Effect {
        match *call {
            RegisterCall::Read(_) => Effect::Observes,
            RegisterCall::Write(_) => Effect::Overwrites,
            RegisterCall::CompareAndSwap { swapped: Some(false), .. } => Effect::Observes,
            RegisterCall::CompareAndSwap { expected, new, .. } if expected == new => {
                Effect::Observes
            }
            RegisterCall::CompareAndSwap { .. } => Effect::Changes,
        }
    }

    fn alike(&self, one: &RegisterCall, other: &RegisterCall) -> bool {
        one == other
    }
}
