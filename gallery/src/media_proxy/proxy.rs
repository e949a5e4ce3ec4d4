//! The media proxy: a media gateway that carries calls across a firewall (telecoms-2006, section 3).
//!
//! It has contexts of at most two terminations of at most five streams. It chooses the numbers of
//! contexts and terminations itself, and never one twice.

use std::collections::BTreeMap;

use super::context::{Context, Termination, mode};
use super::decode::Within;
use super::error_code::ErrorCode;
use super::faults::Faults;
use super::form::Form;
use super::message::*;

/// The most streams of a termination, and the greatest number of one.
pub const MOST_STREAMS: u16 = 5;

/// What the identifiers of the proxy's terminations begin with. The numbers are those of the
/// hardware.
const INTERFACE: (&str, u32, u32) = ("ip", 12, 162);

/// A media proxy.
///
/// ```
/// use lawful_gallery::media_proxy::{Faults, Proxy};
///
/// let mut proxy = Proxy::new(Faults::default());
/// let reply = proxy.handle(
///     "MEGACO/1 [127.0.0.1] Transaction = 7 { Context = $ {
///          Add = $ { Media { LocalControl { Mode = SendReceive } } } } }",
/// );
/// let expected = "MEGACO/1 [127.0.0.1] Reply = 7 { Context = 1 { Add = ip/12/162/1 } }";
/// assert_eq!(reply.as_deref(), Some(expected));
/// ```
#[derive(Clone, Debug)]
pub struct Proxy {
    faults: Faults,
    contexts: BTreeMap<u32, Context>,
    /// The last number given to a context.
    last_context: u32,
    /// The last number given to a termination.
    last_termination: u32,
}

/// What became of a command: the context and the reply.
type Performed = Result<(u32, CommandReply), Refusal>;

/// Why a command is not done.
enum Refusal {
    /// With an answer.
    Error(ErrorCode),
    /// Without one.
    Cancelled,
}

impl From<ErrorCode> for Refusal {
    fn from(code: ErrorCode) -> Self {
        Refusal::Error(code)
    }
}

impl Proxy {
    /// A proxy with some faults and no contexts.
    pub fn new(faults: Faults) -> Self {
        Proxy { faults, contexts: BTreeMap::new(), last_context: 0, last_termination: 0 }
    }

    /// Does what a message in text form asks for, and gives the reply. See [`handle_bytes`](Proxy::handle_bytes).
    ///
    /// # Panics
    ///
    /// The faults that crash the proxy panic. It is of no use after that.
    pub fn handle(&mut self, text: &str) -> Option<String> {
        let reply = self.handle_in(Form::Text, text.as_bytes())?;
        Some(String::from_utf8(reply).expect("a text"))
    }

    /// Does what a message in either form asks for, and gives the reply in the same form.
    ///
    /// Without one, the request is never answered. That is a fault, except that the proxy waits for
    /// no replies and does not answer them.
    ///
    /// # Panics
    ///
    /// The faults that crash the proxy panic. It is of no use after that.
    pub fn handle_bytes(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.handle_in(Form::of(bytes), bytes)
    }

    fn handle_in(&mut self, form: Form, bytes: &[u8]) -> Option<Vec<u8>> {
        let body = match form.decode(bytes) {
            Ok(Message { body: Body::Request(request), .. }) => self.reply(request)?,
            Ok(_) => return None,
            Err(error) => syntax_error(error.within()),
        };
        let message = Message { sender: Sender::LOCALHOST, body };
        let reply = form.encode(&message, Faults::default());
        Some(reply.expect("a reply only has what the proxy or the decoder put there"))
    }

    fn reply(&mut self, request: Request) -> Option<Body> {
        let Request { transaction, context, command } = request;
        let performed = match command {
            Command::Add { termination, media } => self.add(context, &termination, media),
            Command::Modify { termination, media } => self.modify(context, &termination, media),
            Command::Subtract { termination } => self.subtract(context, &termination),
        };
        let body = match performed {
            Ok((context, reply)) => {
                ReplyBody::Action { context: ContextId::Number(context), result: Ok(reply) }
            }
            Err(Refusal::Error(code)) => {
                ReplyBody::Action { context, result: Err(code.descriptor()) }
            }
            Err(Refusal::Cancelled) => return None,
        };
        Some(Body::Reply(Reply { transaction, body }))
    }

    fn add(
        &mut self,
        context: ContextId,
        termination: &TerminationId,
        media: MediaDescriptor,
    ) -> Performed {
        let (context, number) = match context {
            ContextId::Choose => {
                self.check_choice(termination)?;
                let streams = new_streams(media)?;
                let context = self.last_context.checked_add(1).ok_or(ErrorCode::OutOfContexts)?;
                let number = self.new_number()?;
                self.last_context = context;
                self.contexts.insert(context, Context::new(Termination { number, streams }));
                (context, number)
            }
            ContextId::Number(context) => {
                self.check_room(context, termination)?;
                let streams = new_streams(media)?;
                let number = self.new_number()?;
                self.context(context)?.join(Termination { number, streams });
                (context, number)
            }
        };
        let termination = identifier(number);
        Ok((context, CommandReply { command: CommandKind::Add, termination, media: None }))
    }

    /// Whether a termination may join an existing context.
    fn check_room(&mut self, context: u32, termination: &TerminationId) -> Result<(), Refusal> {
        let is_full = self.context(context)?.is_full();
        if let TerminationId::Path(parts) = termination {
            // Who joins a call must come through an interface, and interfaces have names. To the
            // developers that was the only thing that can be there.
            if let Some(Part::Number(number)) = parts.first()
                && self.faults.numeric_termination
            {
                panic!("no interface has the name {number}");
            }
        }
        self.check_choice(termination)?;
        match is_full {
            false => Ok(()),
            true if self.faults.third_add_unanswered => Err(Refusal::Cancelled),
            true => Err(ErrorCode::ContextFull.into()),
        }
    }

    /// An Add has to leave the choice of the termination.
    fn check_choice(&self, termination: &TerminationId) -> Result<(), Refusal> {
        if *termination == TerminationId::Choose {
            return Ok(());
        }
        let is_there = number(termination).is_some_and(|number| self.is_in_some_context(number));
        let known = ErrorCode::TerminationInContext;
        Err(if is_there { known } else { ErrorCode::UnknownTermination }.into())
    }

    fn modify(
        &mut self,
        context: ContextId,
        termination: &TerminationId,
        media: MediaDescriptor,
    ) -> Performed {
        let (context, index) = self.locate(context, termination)?;
        let faults = self.faults;
        let changed = self.context(context)?;
        let changes = known_streams(media, &changed.terminations[index])?;
        let streams = changed.modify(index, changes, faults);
        let media = Some(MediaDescriptor::Streams(streams.iter().map(with_mode_only).collect()));
        let termination = identifier(changed.terminations[index].number);
        Ok((context, CommandReply { command: CommandKind::Modify, termination, media }))
    }

    fn subtract(&mut self, context: ContextId, termination: &TerminationId) -> Performed {
        let (context, index) = self.locate(context, termination)?;
        let faults = self.faults;
        let left = self.context(context)?;
        let termination = identifier(left.terminations[index].number);
        left.leave(index, faults);
        if left.terminations.is_empty() && !faults.forgotten_context {
            self.contexts.remove(&context);
        }
        Ok((context, CommandReply { command: CommandKind::Subtract, termination, media: None }))
    }

    fn context(&mut self, number: u32) -> Result<&mut Context, Refusal> {
        self.contexts.get_mut(&number).ok_or(ErrorCode::UnknownContext.into())
    }

    /// Where a termination is that must be in a context.
    fn locate(
        &mut self,
        context: ContextId,
        termination: &TerminationId,
    ) -> Result<(u32, usize), Refusal> {
        let ContextId::Number(context) = context else {
            return Err(ErrorCode::IncorrectIdentifier.into());
        };
        let found = self.context(context)?;
        if *termination == TerminationId::Choose {
            return Err(ErrorCode::IncorrectIdentifier.into());
        }
        let number = number(termination).ok_or(ErrorCode::UnknownTermination)?;
        match found.position(number) {
            Some(index) => Ok((context, index)),
            None if self.is_in_some_context(number) => {
                Err(ErrorCode::TerminationInOtherContext.into())
            }
            None => Err(ErrorCode::UnknownTermination.into()),
        }
    }

    fn is_in_some_context(&self, number: u32) -> bool {
        self.contexts.values().any(|context| context.position(number).is_some())
    }

    fn new_number(&mut self) -> Result<u32, Refusal> {
        let before = match self.faults.identifier_reused {
            true => self.terminations() as u32,
            false => self.last_termination,
        };
        self.last_termination = before.checked_add(1).ok_or(ErrorCode::OutOfTerminations)?;
        Ok(self.last_termination)
    }

    /// How many terminations there are, in all contexts.
    pub fn terminations(&self) -> usize {
        self.contexts.values().map(|context| context.terminations.len()).sum()
    }

    /// The streams of a context that go through: those that two terminations have, active in both.
    pub fn connected(&self, context: u32) -> Option<&[StreamId]> {
        self.contexts.get(&context).map(Context::connected)
    }

    /// How many pinholes are still closing, in all contexts: none, between commands. Who can look
    /// inside sees [`Faults::corrupting_subtract`] after the first Subtract.
    pub fn closing_pinholes(&self) -> usize {
        self.contexts.values().map(Context::closing_pinholes).sum()
    }
}

fn syntax_error(within: Within) -> Body {
    let reply = |transaction, body| Body::Reply(Reply { transaction, body });
    match within {
        Within::Message => Body::Error(ErrorCode::SyntaxErrorInMessage.descriptor()),
        Within::Transaction(transaction) => {
            let error = ErrorCode::SyntaxErrorInTransaction.descriptor();
            reply(transaction, ReplyBody::Refused(error))
        }
        Within::Action(transaction, context) => {
            let result = Err(ErrorCode::SyntaxErrorInCommand.descriptor());
            reply(transaction, ReplyBody::Action { context, result })
        }
    }
}

fn identifier(number: u32) -> TerminationId {
    let (name, shelf, board) = INTERFACE;
    let name = Part::Name(name.to_string());
    TerminationId::Path(vec![name, Part::Number(shelf), Part::Number(board), Part::Number(number)])
}

/// The number of a termination, if it could be one of this proxy's.
fn number(termination: &TerminationId) -> Option<u32> {
    let (interface, shelf, board) = INTERFACE;
    let TerminationId::Path(parts) = termination else { return None };
    match parts.as_slice() {
        [Part::Name(name), Part::Number(first), Part::Number(second), Part::Number(number)]
            if name.eq_ignore_ascii_case(interface) && (*first, *second) == (shelf, board) =>
        {
            Some(*number)
        }
        _ => None,
    }
}

/// The streams of a new termination.
fn new_streams(media: MediaDescriptor) -> Result<Vec<StreamDescriptor>, ErrorCode> {
    let streams = distinct_streams(media)?;
    if streams.len() > usize::from(MOST_STREAMS) {
        return Err(ErrorCode::InsufficientResources);
    }
    match streams.iter().all(|stream| (1..=MOST_STREAMS).contains(&stream.id.0)) {
        true => Ok(streams),
        false => Err(ErrorCode::UnknownStream),
    }
}

/// The streams to change, which a termination must have: what it has was settled by its Add.
fn known_streams(
    media: MediaDescriptor,
    termination: &Termination,
) -> Result<Vec<StreamDescriptor>, ErrorCode> {
    let streams = distinct_streams(media)?;
    let is_known =
        |stream: &StreamDescriptor| termination.streams.iter().any(|known| known.id == stream.id);
    match streams.iter().all(is_known) {
        true => Ok(streams),
        false => Err(ErrorCode::UnknownStream),
    }
}

fn distinct_streams(media: MediaDescriptor) -> Result<Vec<StreamDescriptor>, ErrorCode> {
    let streams = match media {
        MediaDescriptor::OneStream(parameters) => {
            vec![StreamDescriptor { id: StreamId(1), parameters }]
        }
        // The binary form can say that; the Interwork Description wants a stream.
        MediaDescriptor::Streams(streams) if streams.is_empty() => {
            return Err(ErrorCode::SyntaxErrorInCommand);
        }
        MediaDescriptor::Streams(streams) => streams,
    };
    let before = |index: usize| streams[..index].iter().map(|stream| stream.id);
    let is_new = |index: usize| before(index).all(|id| id != streams[index].id);
    match (0..streams.len()).all(is_new) {
        true => Ok(streams),
        false => Err(ErrorCode::DescriptorTwice),
    }
}

/// A stream as a reply to a Modify has it.
fn with_mode_only(stream: &StreamDescriptor) -> StreamDescriptor {
    let local_control = Some(LocalControl { mode: mode(stream) });
    let parameters = StreamParameters { local_control, ..StreamParameters::default() };
    StreamDescriptor { id: stream.id, parameters }
}
