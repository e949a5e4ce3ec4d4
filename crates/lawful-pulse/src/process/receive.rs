//! Receiving: selective, with a limit or without.

use std::panic::Location;
use std::time::Duration;

use super::message::Message;
use super::threads::Limit;
use super::{in_run, threads};

/// Waits for a message that `take` takes. It is given one message after the other, the oldest first, and
/// gives those back that it does not want; they stay in the mailbox.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{Exit, Reason, receive, spawn_link, trap_exits};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     trap_exits(true);
///     spawn_link(|| {});
///     let ended = receive(|message| {
///         message
///             .take(|Exit { reason, .. }| reason == Reason::Normal)
///             .or_else(|message| message.take(|text: String| text.is_empty()))
///     });
///     assert!(ended);
/// });
/// assert!(Runner::named("ends").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn receive<T>(take: impl FnMut(Message) -> Result<T, Message>) -> T {
    let place = Location::caller();
    in_run!(run => super::scheduled::receive(run, take, place));
    match threads::receive(Limit::None, take, place) {
        Some(value) => value,
        None => threads::wait_for_ever(),
    }
}

/// Receives a message within a limit: of the virtual time of the run, or of real time outside of runs. With a limit of
/// zero it only looks whether there is a message.
///
/// In a run time goes on when no task is runnable, or when the schedule says so: a process that is slow may find that its
/// time is up although the message was sent.
///
/// ```
/// use std::time::Duration;
/// use lawful::prelude::*;
/// use lawful::pulse::process::receive_as_within;
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     assert_eq!(receive_as_within::<u32>(Duration::from_secs(3600)), None);
/// });
/// assert!(Runner::named("nobody writes").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn receive_within<T>(
    limit: Duration,
    take: impl FnMut(Message) -> Result<T, Message>,
) -> Option<T> {
    let place = Location::caller();
    in_run!(run => super::scheduled::receive_within(run, limit, take, place));
    threads::receive(Limit::of(limit), take, place)
}

/// Waits for a message of a type.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, self_pid, send};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     send(self_pid(), 1_u32);
///     send(self_pid(), "two");
///     assert_eq!((receive_as::<&str>(), receive_as::<u32>()), ("two", 1));
/// });
/// assert!(Runner::named("by type").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn receive_as<M: 'static>() -> M {
    receive(Message::into_value)
}

/// Receives a message of a type within a limit, as in [`receive_within`].
#[track_caller]
pub fn receive_as_within<M: 'static>(limit: Duration) -> Option<M> {
    receive_within(limit, Message::into_value)
}
