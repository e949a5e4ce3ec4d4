//! From the binary form to messages.
//!
//! Any bytes are either a message or an error with its place. The grammar nests no deeper than its types, and an
//! element takes no more memory than it has bytes.

use std::error::Error;
use std::fmt::{self, Display};
use std::net::Ipv4Addr;

use super::super::decode::Within;
use super::super::encode::{can_be_read_back, check_error, check_path};
use super::super::message::*;
use super::ber::{NoElement, OCTETS, Reader, SEQUENCE, constructed, primitive};
use super::encode::{alternative, of_mode};
use super::{BEFORE_LETTERS, CHOOSE, LETTERS, is_reserved};

/// Bytes are not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryDecodeError {
    /// Byte where it goes wrong, from 0.
    pub offset: usize,
    /// Expected element.
    pub expected: &'static str,
    /// The byte that is there, unless the bytes end.
    pub found: Option<u8>,
    /// Extent to which the bytes were understood.
    pub within: Within,
}

impl Display for BinaryDecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BinaryDecodeError { offset, expected, found, .. } = self;
        write!(formatter, "byte {offset}: expected {expected}, found ")?;
        match found {
            Some(byte) => write!(formatter, "{byte:#04x}"),
            None => write!(formatter, "the end"),
        }
    }
}

impl Error for BinaryDecodeError {}

/// Returns the message of its binary form.
pub fn decode_binary(bytes: &[u8]) -> Result<Message, BinaryDecodeError> {
    let mut decoder = Decoder { within: Within::Message };
    let mut reader = Reader::new(bytes);
    let decoded = decoder.message(&mut reader).and_then(|message| {
        end(&reader, "the end of the message")?;
        Ok(message)
    });
    decoded.map_err(|(offset, expected)| BinaryDecodeError {
        offset,
        expected,
        found: bytes.get(offset).copied(),
        within: decoder.within,
    })
}

struct Decoder {
    within: Within,
}

type Decoded<T> = Result<T, NoElement>;

/// The grammar, from the message down.
impl Decoder {
    fn message(&mut self, reader: &mut Reader<'_>) -> Decoded<Message> {
        let mut outer = element(reader, SEQUENCE, "a MegacoMessage")?;
        let mut message = only(&mut outer, constructed(1), "mess")?;
        let before_version = message.position;
        if integer(&mut message, primitive(0), 99, "a version")? != 1 {
            return Err((before_version, "version 1"));
        }
        let sender = sender(element(&mut message, constructed(1), "mId")?)?;
        let mut body = element(&mut message, constructed(2), "messageBody")?;
        end(&message, "the end of the Message")?;
        let (number, mut body) = choice(&mut body, &[0, 1], "messageError or transactions")?;
        let body = match number {
            0 => Body::Error(error(body)?),
            _ => self.transaction(&mut body)?,
        };
        Ok(Message { sender, body })
    }

    fn transaction(&mut self, list: &mut Reader<'_>) -> Decoded<Body> {
        let expected = "one transactionRequest or transactionReply";
        let (number, mut of) = choice(list, &[0, 2], expected)?;
        let transaction = integer(&mut of, primitive(0), u32::MAX, "a transactionId")?;
        self.within = Within::Transaction(transaction);
        if number == 0 {
            let mut actions = element(&mut of, constructed(1), "actions")?;
            end(&of, "the end of the transactionRequest")?;
            let action = only(&mut actions, SEQUENCE, "one ActionRequest")?;
            let (context, command) = self.action(transaction, action)?;
            return Ok(Body::Request(Request { transaction, context, command }));
        }
        let mut result = element(&mut of, constructed(2), "a transactionResult")?;
        end(&of, "the end of the transactionReply")?;
        let (number, mut of) = choice(&mut result, &[0, 1], "transactionError or actionReplies")?;
        let body = match number {
            0 => ReplyBody::Refused(error(of)?),
            _ => self.action_reply(transaction, only(&mut of, SEQUENCE, "one ActionReply")?)?,
        };
        Ok(Body::Reply(Reply { transaction, body }))
    }

    fn context(&mut self, transaction: u32, action: &mut Reader<'_>) -> Decoded<ContextId> {
        let before = action.position;
        let context = match integer(action, primitive(0), u32::MAX, "a contextId")? {
            CHOOSE => ContextId::Choose,
            number if is_reserved(number) => {
                return Err((before, "a context that is neither NULL nor ALL"));
            }
            number => ContextId::Number(number),
        };
        self.within = Within::Action(transaction, context);
        Ok(context)
    }

    fn action(
        &mut self,
        transaction: u32,
        mut action: Reader<'_>,
    ) -> Decoded<(ContextId, Command)> {
        let context = self.context(transaction, &mut action)?;
        let mut commands = only(&mut action, constructed(3), "commandRequests")?;
        let mut request = only(&mut commands, SEQUENCE, "one CommandRequest")?;
        let mut command = only(&mut request, constructed(0), "a command")?;
        let (kind, mut of) = kind(&mut command)?;
        let termination = termination(&mut of)?;
        if kind == CommandKind::Subtract {
            end(&of, "the end of the subtractReq")?;
            return Ok((context, Command::Subtract { termination }));
        }
        let mut descriptors = only(&mut of, constructed(1), "descriptors")?;
        let media = media(only(&mut descriptors, constructed(0), "one mediaDescriptor")?)?;
        Ok((
            context,
            match kind {
                CommandKind::Add => Command::Add { termination, media },
                _ => Command::Modify { termination, media },
            },
        ))
    }

    fn action_reply(&mut self, transaction: u32, mut action: Reader<'_>) -> Decoded<ReplyBody> {
        let context = self.context(transaction, &mut action)?;
        let failed = optional(&mut action, constructed(1))?.map(error).transpose()?;
        let mut replies = only(&mut action, constructed(3), "a commandReply")?;
        let result = match failed {
            Some(error) => {
                end(&replies, "no command beside an errorDescriptor")?;
                Err(error)
            }
            None => Ok(command_reply(&mut replies)?),
        };
        Ok(ReplyBody::Action { context, result })
    }
}

fn command_reply(replies: &mut Reader<'_>) -> Decoded<CommandReply> {
    let (command, mut of) = kind(replies)?;
    let termination = termination(&mut of)?;
    let audit = optional(&mut of, constructed(1))?;
    end(&of, "the end of the reply")?;
    let one = |mut audit| media(only(&mut audit, constructed(1), "one mediaDescriptor")?);
    let media = audit.map(one).transpose()?;
    Ok(CommandReply { command, termination, media })
}

/// The command that a choice is, and its content.
fn kind<'a>(of: &mut Reader<'a>) -> Decoded<(CommandKind, Reader<'a>)> {
    let kinds = [CommandKind::Add, CommandKind::Modify, CommandKind::Subtract];
    let numbers = kinds.map(alternative);
    let (number, content) = choice(of, &numbers, "one Add, Modify or Subtract")?;
    let kind = kinds.into_iter().find(|kind| alternative(*kind) == number);
    Ok((kind.expect("the number is one of theirs"), content))
}

fn termination(of: &mut Reader<'_>) -> Decoded<TerminationId> {
    let mut list = element(of, constructed(0), "a terminationID")?;
    let mut id = only(&mut list, SEQUENCE, "one TerminationID")?;
    let mut wildcards = element(&mut id, constructed(0), "a wildcard")?;
    let octets = only(&mut id, primitive(1), "an id")?;
    if wildcards.tag().is_none() {
        return path(octets).ok_or((octets.position, "one to four names and numbers"));
    }
    let wildcard = only(&mut wildcards, OCTETS, "one WildcardField")?;
    // Bit 7 would be ALL, bit 6 is all levels below, and the rest is where the highest level begins.
    let whole = (octets.octets().len() * 8).checked_sub(1).map(|bit| 0x40 | bit);
    match wildcard.octets() {
        [field] if Some(usize::from(*field)) == whole && octets.octets().len() <= 8 => {
            Ok(TerminationId::Choose)
        }
        _ => Err((wildcard.position, "CHOOSE for a whole identifier")),
    }
}

fn sender(mut id: Reader<'_>) -> Decoded<Sender> {
    let mut of = only(&mut id, constructed(0), "ip4Address")?;
    let address = element(&mut of, primitive(0), "an address")?;
    let Ok(octets) = <[u8; 4]>::try_from(address.octets()) else {
        return Err((address.position, "an address of four bytes"));
    };
    let port = match of.tag() {
        None => None,
        // No more than 65535, so nothing is cut off.
        Some(_) => Some(integer(&mut of, primitive(1), u16::MAX.into(), "a portNumber")? as u16),
    };
    end(&of, "the end of the ip4Address")?;
    Ok(Sender { address: Ipv4Addr::from(octets), port })
}

/// The path that octets are the text of.
fn path(octets: Reader<'_>) -> Option<TerminationId> {
    let text = std::str::from_utf8(octets.octets()).ok()?;
    let part = |part: &str| match part.starts_with(|first: char| first.is_ascii_digit()) {
        true if part.starts_with('0') && part != "0" => None,
        true => part.parse().ok().map(Part::Number),
        false => Some(Part::Name(part.to_string())),
    };
    let parts: Option<Vec<Part>> = text.split('/').map(part).collect();
    let path = TerminationId::Path(parts?);
    check_path(&path).is_ok().then_some(path)
}

fn media(mut media: Reader<'_>) -> Decoded<MediaDescriptor> {
    let mut streams = only(&mut media, constructed(1), "streams")?;
    let (number, mut of) = choice(&mut streams, &[0, 1], "oneStream or multiStream")?;
    if number == 0 {
        return Ok(MediaDescriptor::OneStream(parameters(of)?));
    }
    let mut streams = Vec::new();
    while of.tag().is_some() {
        let mut stream = element(&mut of, SEQUENCE, "a StreamDescriptor")?;
        let id = integer(&mut stream, primitive(0), u16::MAX.into(), "a streamID")? as u16;
        let parameters = parameters(only(&mut stream, constructed(1), "streamParms")?)?;
        streams.push(StreamDescriptor { id: StreamId(id), parameters });
    }
    Ok(MediaDescriptor::Streams(streams))
}

fn parameters(mut of: Reader<'_>) -> Decoded<StreamParameters> {
    let local_control = optional(&mut of, constructed(0))?.map(local_control).transpose()?;
    let local = optional(&mut of, constructed(1))?.map(session).transpose()?;
    let remote = optional(&mut of, constructed(2))?.map(session).transpose()?;
    end(&of, "localControlDescriptor, localDescriptor and remoteDescriptor, each at most once")?;
    Ok(StreamParameters { local_control, local, remote })
}

fn local_control(mut of: Reader<'_>) -> Decoded<LocalControl> {
    let before = of.position;
    let number = integer(&mut of, primitive(0), u32::MAX, "a streamMode")?;
    let properties = only(&mut of, constructed(3), "propertyParms")?;
    end(&properties, "no propertyParms")?;
    let modes = [Mode::Inactive, Mode::SendReceive, Mode::SendOnly, Mode::ReceiveOnly];
    let mode = modes.into_iter().find(|mode| of_mode(*mode) == number);
    Ok(LocalControl { mode: mode.ok_or((before, "sendOnly, recvOnly, sendRecv or inactive"))? })
}

fn session(mut of: Reader<'_>) -> Decoded<SessionDescription> {
    let mut groups = only(&mut of, constructed(0), "propGrps")?;
    let mut lines = Vec::new();
    while groups.tag().is_some() {
        let mut group = element(&mut groups, SEQUENCE, "a PropertyGroup")?;
        while group.tag().is_some() {
            lines.push(session_line(element(&mut group, SEQUENCE, "a PropertyParm")?)?);
        }
    }
    Ok(SessionDescription { lines })
}

fn session_line(mut of: Reader<'_>) -> Decoded<SessionLine> {
    let name = element(&mut of, primitive(0), "the name of a property")?;
    let mut values = only(&mut of, constructed(1), "the value of a property")?;
    let value = only(&mut values, OCTETS, "one value")?;
    let index = name.octets().try_into().ok().map(u32::from_be_bytes);
    let index = index.and_then(|name| name.checked_sub(BEFORE_LETTERS + 1));
    let letter = index.and_then(|index| LETTERS.get(index as usize));
    let kind = *letter.ok_or((name.position, "a property of session descriptions"))?;
    let text = std::str::from_utf8(value.octets()).ok();
    let line = text.map(|value| SessionLine { kind, value: value.to_string() });
    line.filter(can_be_read_back).ok_or((value.position, "a line without white space at its end"))
}

fn error(mut of: Reader<'_>) -> Decoded<ErrorDescriptor> {
    let before = of.position;
    let code = integer(&mut of, primitive(0), u16::MAX.into(), "an errorCode")? as u16;
    let text = optional(&mut of, primitive(1))?;
    end(&of, "the end of the error")?;
    let ascii = |text: &[u8]| text.is_ascii().then(|| String::from_utf8_lossy(text).into_owned());
    let text = text.map_or(Some(String::new()), |text| ascii(text.octets()));
    let error = text.map(|text| ErrorDescriptor { code, text });
    let readable = |error: &ErrorDescriptor| check_error(error).is_ok();
    error.filter(readable).ok_or((before, "a code of at most four digits and a line of ASCII"))
}

/// Takes an element that must be next.
fn element<'a>(reader: &mut Reader<'a>, tag: u8, expected: &'static str) -> Decoded<Reader<'a>> {
    match reader.tag() == Some(tag) {
        true => reader.next(),
        false => Err((reader.position, expected)),
    }
}

/// Takes an element that must be next, and the last.
fn only<'a>(reader: &mut Reader<'a>, tag: u8, expected: &'static str) -> Decoded<Reader<'a>> {
    let content = element(reader, tag, expected)?;
    end(reader, expected)?;
    Ok(content)
}

/// Takes an element if it is next.
fn optional<'a>(reader: &mut Reader<'a>, tag: u8) -> Decoded<Option<Reader<'a>>> {
    (reader.tag() == Some(tag)).then(|| reader.next()).transpose()
}

/// Takes the only element, which is one of several alternatives.
fn choice<'a>(
    reader: &mut Reader<'a>,
    numbers: &[u8],
    expected: &'static str,
) -> Decoded<(u8, Reader<'a>)> {
    let is_next = |number: &&u8| reader.tag() == Some(constructed(**number));
    let number = *numbers.iter().find(is_next).ok_or((reader.position, expected))?;
    Ok((number, only(reader, constructed(number), expected)?))
}

fn end(reader: &Reader<'_>, expected: &'static str) -> Decoded<()> {
    match reader.tag() {
        None => Ok(()),
        Some(_) => Err((reader.position, expected)),
    }
}

/// Takes a number that is not negative, in as few bytes as it takes.
fn integer(reader: &mut Reader<'_>, tag: u8, most: u32, expected: &'static str) -> Decoded<u32> {
    let content = element(reader, tag, expected)?;
    let number = match content.octets() {
        // With the first bit it is negative, and a zero before less than that is one too many.
        [] | [0x80..=0xFF, ..] | [0, 0..=0x7F, ..] | [_, _, _, _, _, _, ..] => None,
        bytes => Some(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
    };
    let number = number.and_then(|number| u32::try_from(number).ok());
    number.filter(|number| *number <= most).ok_or((content.position, expected))
}
