//! What calls may return, one after the other.

/// Effect of a call on the states that allow it.
///
/// ```
/// use lawful::history::objects::{Register, RegisterCall};
/// use lawful::history::{Effect, Specification};
///
/// assert_eq!(Register.effect(&RegisterCall::Read(None)), Effect::Observes);
/// assert_eq!(Register.effect(&RegisterCall::Write(1)), Effect::Overwrites);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// Leaves every state that allows the call as it is. The search takes such a call as soon as it is
    /// allowed.
    Observes,
    /// Every state allows it, and it leads from each to the same state. Where nobody is left to see that
    /// state, the search need not care when it comes.
    Overwrites,
    /// Anything else, or nobody knows.
    Changes,
}

/// Sequential specification: what calls may return, one after the other.
///
/// ```
/// use lawful::history::Specification;
///
/// /// A counter; a call adds one and returns what the counter was before, if that is known.
/// struct Counter;
///
/// impl Specification for Counter {
///     type Call = Option<u64>;
///     type State = u64;
///
///     fn start(&self) -> u64 {
///         0
///     }
///
///     fn apply(&self, state: &u64, call: &Option<u64>) -> Option<u64> {
///         call.is_none_or(|before| before == *state).then_some(state + 1)
///     }
///
///     fn fingerprint(&self, state: &u64) -> u64 {
///         *state
///     }
/// }
///
/// assert_eq!(Counter.apply(&3, &Some(3)), Some(4));
/// assert_eq!(Counter.apply(&3, &Some(2)), None);
/// ```
pub trait Specification {
    /// A call with what it returned. Of a call that never returned nothing is known of that, so the
    /// specification allows it whatever it would have returned.
    type Call;

    /// State that earlier calls have left behind.
    type State: PartialEq;

    /// The state before the first call.
    fn start(&self) -> Self::State;

    /// The state after a call, if in this state the call may return what it did.
    fn apply(&self, state: &Self::State, call: &Self::Call) -> Option<Self::State>;

    /// A number that is equal for equal states; the more different ones it tells apart, the faster is
    /// the search. [`fingerprint`](crate::fingerprint()) makes one of whatever implements `Hash`.
    /// Without it states are only compared.
    fn fingerprint(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Effect of a call on the states that allow it. The more is known, the faster is the search.
    fn effect(&self, call: &Self::Call) -> Effect {
        let _ = call;
        Effect::Changes
    }

    /// Returns whether two calls are the same but for their processes and times: in every state both are
    /// refused, or both lead to equal states. Of calls that are alike and possible at the same time
    /// the search tries one. Without it every call is tried.
    fn alike(&self, one: &Self::Call, other: &Self::Call) -> bool {
        let _ = (one, other);
        false
    }
}
