//! Messages: values of any type.

use std::any::Any;
use std::fmt;
use std::panic::Location;

use super::{Monitor, Pid, Reason, in_run, threads};

/// Content of a message: anything that can be printed, and sent to another thread.
trait Content: Any + fmt::Debug + Send {}
impl<T: Any + fmt::Debug + Send> Content for T {}

/// A message: a value of any type that can be printed. It prints as that value.
///
/// ```
/// use lawful::pulse::process::Message;
///
/// let message = Message::new(("add", 2));
/// assert_eq!(format!("{message:?}"), r#"("add", 2)"#);
/// // Not a number: it is given back.
/// let message = message.take(|number: u64| number.to_string()).unwrap_err();
/// let text = message.take(|(what, number): (&str, i32)| format!("{what} {number}"));
/// assert_eq!(text.unwrap(), "add 2");
/// ```
pub struct Message(Box<dyn Content>);

impl Message {
    /// The message that is this value.
    pub fn new<M: fmt::Debug + Send + 'static>(value: M) -> Self {
        Message(Box::new(value))
    }

    /// Returns whether the message is of this type.
    pub fn is<M: 'static>(&self) -> bool {
        self.get::<M>().is_some()
    }

    /// A look at it, if it is of this type.
    pub fn get<M: 'static>(&self) -> Option<&M> {
        let content: &dyn Any = &*self.0;
        content.downcast_ref()
    }

    /// Its value, if it is of this type; otherwise the message.
    pub fn into_value<M: 'static>(self) -> Result<M, Message> {
        if !self.is::<M>() {
            return Err(self);
        }
        let content: Box<dyn Any> = self.0;
        match content.downcast() {
            Ok(value) => Ok(*value),
            Err(_) => unreachable!("its type was looked at"),
        }
    }

    /// Does something with its value, if it is of the type that `action` takes. Otherwise gives the message
    /// back, so that `or_else` goes on with another type.
    pub fn take<M: 'static, T>(self, action: impl FnOnce(M) -> T) -> Result<T, Message> {
        self.into_value().map(action)
    }

    /// Takes the value if it is of this type and meets a condition.
    pub fn take_if<M: 'static, T>(
        self,
        condition: impl FnOnce(&M) -> bool,
        action: impl FnOnce(M) -> T,
    ) -> Result<T, Message> {
        match self.get::<M>() {
            Some(value) if condition(value) => self.take(action),
            _ => Err(self),
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// A process that this one is linked to is at its end, or an exit signal came; this process
/// [traps exits](super::trap_exits).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exit {
    /// Process that sent it.
    pub from: Pid,
    /// Why.
    pub reason: Reason,
}

/// A process that was [monitored](super::monitor) is at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Down {
    /// Monitor that [`monitor`](super::monitor) returned.
    pub monitor: Monitor,
    /// The process.
    pub pid: Pid,
    /// Why.
    pub reason: Reason,
}

/// Sends a message. That does not wait, and a process that is at its end gets nothing.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, self_pid, send, spawn};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let parent = self_pid();
///     for number in 1..=2_u32 {
///         let _ = spawn(move || send(parent, number));
///     }
///     // They come from different processes: either may be the first.
///     assert_eq!(receive_as::<u32>() + receive_as::<u32>(), 3);
/// });
/// assert!(Runner::named("sums").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn send<M: fmt::Debug + Send + 'static>(to: Pid, message: M) {
    let place = Location::caller();
    in_run!(run => super::scheduled::send(run, to, message, place));
    threads::send(to, message, place)
}
