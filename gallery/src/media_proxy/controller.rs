//! The controller, which is the test's side of the link: it numbers its requests and reads the
//! replies. What it says and hears is written short, for reports.

use std::fmt::{self, Debug};

use super::link::{Link, LinkError};
use super::message::*;

/// A controller with a proxy of its own.
#[derive(Debug)]
pub struct Controller {
    link: Link,
    /// The number of the last transaction. A reply that comes too late is told by it.
    last: u32,
}

/// What a request comes to.
pub type Answer = Result<Done, NotDone>;

/// What the proxy says that it did.
#[derive(Clone, PartialEq, Eq)]
pub struct Done {
    /// In which context.
    pub context: ContextId,
    /// To which termination.
    pub termination: TerminationId,
    /// The modes in the reply.
    pub modes: Vec<(StreamId, Mode)>,
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// The proxy answers with this error.
    Refused(u16),
    /// The proxy never answers, or not in time.
    NoAnswer,
    /// The proxy crashed, with this message.
    Crashed(String),
    /// Something else went wrong.
    Trouble(LinkError),
}

impl Controller {
    /// Begins to talk over a link.
    pub fn new(link: Link) -> Self {
        Controller { link, last: 0 }
    }

    /// Asks for a command to be done.
    pub fn ask(&mut self, context: ContextId, command: Command) -> Answer {
        self.last += 1;
        let reply = self.link.request(&Message::request(self.last, context, command))?;
        match reply.success() {
            Some((context, reply)) => {
                let CommandReply { termination, media, .. } = reply.clone();
                let streams = media.map(|media| Media(media).streams()).unwrap_or_default();
                let said = |(id, mode): (StreamId, Option<Mode>)| mode.map(|mode| (id, mode));
                let modes = streams.into_iter().filter_map(said).collect();
                Ok(Done { context, termination, modes })
            }
            None => Err(NotDone::Refused(reply.error().map_or(0, |error| error.code))),
        }
    }
}

impl From<LinkError> for NotDone {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::NoAnswer => NotDone::NoAnswer,
            LinkError::Crashed(message) => NotDone::Crashed(message),
            error => NotDone::Trouble(error),
        }
    }
}

/// A media descriptor, of which reports show the streams, and the modes that are said. The session
/// descriptions are constants.
#[derive(Clone, PartialEq, Eq)]
pub struct Media(pub MediaDescriptor);

impl Media {
    /// The streams, with the modes that are said.
    pub fn streams(&self) -> Vec<(StreamId, Option<Mode>)> {
        let streams = self.0.streams().into_iter();
        streams.map(|(id, parameters)| (id, parameters.mode())).collect()
    }
}

/// The identifier of a termination, which reports show as it is in a message.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(pub TerminationId);

impl Debug for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl Debug for Media {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let streams = self.streams();
        out.debug_list().entries(streams.iter().map(|(id, mode)| Stream(*id, *mode))).finish()
    }
}

/// `Stream(1)`, or `Stream(1, SendReceive)` where a mode is said.
struct Stream(StreamId, Option<Mode>);

impl Debug for Stream {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = out.debug_tuple("Stream");
        tuple.field(&self.0.0);
        if let Some(mode) = &self.1 {
            tuple.field(mode);
        }
        tuple.finish()
    }
}

/// `ip/12/162/1 in 1`, or `ip/12/162/1 in 1 {1: Inactive}` where modes are said.
impl Debug for Done {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} in ", self.termination)?;
        match self.context {
            ContextId::Choose => write!(out, "$")?,
            ContextId::Number(number) => write!(out, "{number}")?,
        }
        match self.modes.is_empty() {
            true => Ok(()),
            false => write!(out, " {:?}", Modes(&self.modes)),
        }
    }
}

/// `{1: Inactive, 2: SendReceive}`.
pub(super) struct Modes<'a>(pub &'a [(StreamId, Mode)]);

impl Debug for Modes<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.0.iter().map(|(id, mode)| (id.0, mode))).finish()
    }
}
