//! Messages between a controller and the proxy: the part of H.248 that the papers test.
//!
//! The Interwork Description of the papers cuts the standard down, and so do these types: a message
//! has one transaction, a transaction one action, an action one command; Add and Modify always
//! have a media descriptor with streams.

use std::fmt::{self, Display};
use std::net::Ipv4Addr;

/// A message, in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sends it.
    pub sender: Sender,
    /// What it says.
    pub body: Body,
}

/// The address of a sender, the standard's `mId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The host.
    pub address: Ipv4Addr,
    /// The port, if it is said.
    pub port: Option<u16>,
}

impl Sender {
    /// A sender on this machine.
    pub const LOCALHOST: Sender = Sender { address: Ipv4Addr::LOCALHOST, port: None };
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A command in its transaction.
    Request(Request),
    /// The reply to a request.
    Reply(Reply),
    /// A message was not understood at all.
    Error(ErrorDescriptor),
}

/// A transaction request: one command for one context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that the reply repeats.
    pub transaction: u32,
    /// The context that the command is for.
    pub context: ContextId,
    /// What to do.
    pub command: Command,
}

/// A transaction reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub transaction: u32,
    /// What came of it.
    pub body: ReplyBody,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyBody {
    /// The transaction was not understood.
    Refused(ErrorDescriptor),
    /// What came of the command.
    Action {
        /// The context: the one that was created if the request left the choice.
        context: ContextId,
        /// What was done, or why nothing was.
        result: Result<CommandReply, ErrorDescriptor>,
    },
}

/// A context, in plain English a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextId {
    /// `$`: the proxy creates a context and chooses its number.
    Choose,
    /// An existing context.
    Number(u32),
}

/// What the proxy is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Puts a termination into the context.
    Add {
        /// Which; the proxy wants to choose.
        termination: TerminationId,
        /// Its streams.
        media: MediaDescriptor,
    },
    /// Changes streams of a termination in the context.
    Modify {
        /// Which.
        termination: TerminationId,
        /// The streams to change.
        media: MediaDescriptor,
    },
    /// Takes a termination out of the context.
    Subtract {
        /// Which.
        termination: TerminationId,
    },
}

impl Command {
    /// Which of the commands it is.
    pub fn kind(&self) -> CommandKind {
        match self {
            Command::Add { .. } => CommandKind::Add,
            Command::Modify { .. } => CommandKind::Modify,
            Command::Subtract { .. } => CommandKind::Subtract,
        }
    }
}

/// The name of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// See [`Command::Add`].
    Add,
    /// See [`Command::Modify`].
    Modify,
    /// See [`Command::Subtract`].
    Subtract,
}

/// A command was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandReply {
    /// Which command.
    pub command: CommandKind,
    /// The termination: the one that was chosen if the request left the choice.
    pub termination: TerminationId,
    /// After a Modify, all streams of the termination, with the modes that they now have.
    pub media: Option<MediaDescriptor>,
}

/// A termination, in plain English a subscriber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminationId {
    /// `$`: the proxy chooses.
    Choose,
    /// One to four parts, such as `ip/12/162/1`.
    Path(Vec<Part>),
}

/// The most parts of a termination's identifier.
pub const MOST_PARTS: usize = 4;

/// A part of a termination's identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A letter, then letters, digits and underscores.
    Name(String),
    /// A number.
    Number(u32),
}

impl Display for TerminationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminationId::Choose => formatter.write_str("$"),
            TerminationId::Path(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { "/" })?;
                    match part {
                        Part::Name(name) => formatter.write_str(name)?,
                        Part::Number(number) => write!(formatter, "{number}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// The streams that a command is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaDescriptor {
    /// Stream 1, written without its number: the standard's `oneStream`.
    OneStream(StreamParameters),
    /// Streams with their numbers: the standard's `multiStream`. The proxy and the text form want at least one.
    Streams(Vec<StreamDescriptor>),
}

impl MediaDescriptor {
    /// The streams, with their numbers.
    pub fn streams(&self) -> Vec<(StreamId, &StreamParameters)> {
        match self {
            MediaDescriptor::OneStream(parameters) => vec![(StreamId(1), parameters)],
            MediaDescriptor::Streams(streams) => {
                streams.iter().map(|stream| (stream.id, &stream.parameters)).collect()
            }
        }
    }
}

/// A stream with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamDescriptor {
    /// The number.
    pub id: StreamId,
    /// What is said of it.
    pub parameters: StreamParameters,
}

/// The number of a stream. Streams of the same number are connected. The text form knows numbers
/// up to 65535, the proxy 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u16);

/// What is said of a stream, the standard's `StreamParms`. By its ASN.1 grammar all may be missing,
/// by its ABNF grammar at least one must be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamParameters {
    /// How the media flow.
    pub local_control: Option<LocalControl>,
    /// What the proxy receives.
    pub local: Option<SessionDescription>,
    /// What the proxy sends.
    pub remote: Option<SessionDescription>,
}

impl StreamParameters {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.local_control.is_none() && self.local.is_none() && self.remote.is_none()
    }

    /// The mode, if it is said.
    pub fn mode(&self) -> Option<Mode> {
        self.local_control.map(|control| control.mode)
    }
}

/// How the media of a stream flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalControl {
    /// In which directions.
    pub mode: Mode,
}

/// The directions in which media flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// In none: what a stream begins with if nothing is said.
    #[default]
    Inactive,
    /// In both.
    SendReceive,
    /// Out of the proxy.
    SendOnly,
    /// Into the proxy.
    ReceiveOnly,
}

/// A description by the Session Description Protocol (RFC 4566), line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionDescription {
    /// The lines, in order.
    pub lines: Vec<SessionLine>,
}

/// A line such as `m=audio 2222 RTP/AVP 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// The letter.
    pub kind: char,
    /// What follows the equals sign: one line, without white space at its end.
    pub value: String,
}

impl SessionDescription {
    /// From letters and values.
    pub fn new<const COUNT: usize>(lines: [(char, &str); COUNT]) -> Self {
        let line = |(kind, value): (char, &str)| SessionLine { kind, value: value.to_string() };
        SessionDescription { lines: lines.map(line).into() }
    }

    /// Whether a medium is described, which takes an m-line.
    pub fn has_media(&self) -> bool {
        self.lines.iter().any(|line| line.kind == 'm')
    }
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorDescriptor {
    /// One of the codes of H.248.8, at most four digits; see [`ErrorCode`](super::ErrorCode).
    pub code: u16,
    /// The same in words, or nothing.
    pub text: String,
}

impl Message {
    /// A request from a controller on this machine.
    pub fn request(transaction: u32, context: ContextId, command: Command) -> Self {
        let body = Body::Request(Request { transaction, context, command });
        Message { sender: Sender::LOCALHOST, body }
    }

    /// The number of the transaction, which a message that is an error has not.
    pub fn transaction(&self) -> Option<u32> {
        match &self.body {
            Body::Request(request) => Some(request.transaction),
            Body::Reply(reply) => Some(reply.transaction),
            Body::Error(_) => None,
        }
    }

    /// What was done, and in which context, if the message says that.
    pub fn success(&self) -> Option<(ContextId, &CommandReply)> {
        match &self.body {
            Body::Reply(Reply { body: ReplyBody::Action { context, result }, .. }) => {
                result.as_ref().ok().map(|reply| (*context, reply))
            }
            _ => None,
        }
    }

    /// The error that the message reports, on whichever level.
    pub fn error(&self) -> Option<&ErrorDescriptor> {
        match &self.body {
            Body::Request(_) => None,
            Body::Error(error) => Some(error),
            Body::Reply(reply) => match &reply.body {
                ReplyBody::Refused(error) => Some(error),
                ReplyBody::Action { result, .. } => result.as_ref().err(),
            },
        }
    }
}
