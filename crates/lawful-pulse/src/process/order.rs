//! Promises about the order in which messages arrive.

use super::in_run;

/// Promise about the order in which messages arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// Messages of one process to another arrive in the order in which they were sent; nothing else is
    /// promised. This is what Erlang promises between nodes.
    #[default]
    Pairs,
    /// Also, a message does not overtake one that happened before it was sent: one that its sender sent, or
    /// that was sent by somebody before a message that its sender got. Messages and spawning count, effects
    /// do not.
    Causal,
    /// Messages arrive in the order in which they were sent, whoever sent them. This is what a single virtual
    /// machine of Erlang does, and channels do.
    Mailbox,
}

/// Sets the order in which the messages of this run may arrive. It is to be said at the beginning of the body,
/// before anything is sent. Outside of a run, where messages arrive in the step in which they are sent, every order holds,
/// and this does nothing.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{Order, order, receive_as, self_pid, send, spawn};
/// use lawful::pulse::scheduled;
///
/// // The answer comes from another process than the first message, and was sent because of it.
/// let law = |promised: Order| {
///     scheduled(move || {
///         order(promised);
///         let parent = self_pid();
///         let friend = spawn(move || send(parent, receive_as::<&str>()));
///         let _ = spawn(move || {
///             send(parent, "first");
///             send(friend, "second");
///         });
///         assert_eq!(receive_as::<&str>(), "first");
///     })
/// };
/// assert!(Runner::named("pairs").run(&law(Order::Pairs)).failure().is_some());
/// assert!(Runner::named("causal").run(&law(Order::Causal)).failure().is_none());
/// ```
#[track_caller]
pub fn order(order: Order) {
    in_run!(run => super::scheduled::order(run, order));
    // On threads all of them hold.
    let _ = order;
}
