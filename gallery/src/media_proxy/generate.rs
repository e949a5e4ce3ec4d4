//! Generators of messages, with the conditions of the Interwork Description (telecoms-2006, section
//! 4.1; fun-and-profit-2007, section 7).
//!
//! The session descriptions are suitable constants, as they are there.

use lawful::generate::{
    btree_map, elements, frequency, just, option_of, string_of, subsequence, text, vec,
};
use lawful::{Arbitrary, Generator, Source, any};

use super::error_code::ErrorCode;
use super::message::*;
use super::proxy::MOST_STREAMS;

/// Which of the standard's two grammars the stream parameters follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// The ABNF grammar of the text form: at least one field.
    #[default]
    Text,
    /// The ASN.1 grammar of the binary form: all fields are optional, and may all be missing.
    Binary,
}

impl Arbitrary for Mode {
    fn arbitrary(source: &mut Source) -> Self {
        use Mode::*;
        source.draw(&elements([Inactive, SendReceive, SendOnly, ReceiveOnly]))
    }
}

/// Streams as the proxy can carry them: one to five, in the order of their numbers, with modes.
pub fn streams() -> impl Generator<Value = Vec<(StreamId, Mode)>> {
    let ids = (1..=MOST_STREAMS).mapped(StreamId);
    let streams = btree_map(ids, any::<Mode>(), 1..=usize::from(MOST_STREAMS));
    streams.mapped(|streams| streams.into_iter().collect())
}

/// At least one of the given streams, in their order, with modes.
fn some_of(
    streams: impl IntoIterator<Item = StreamId>,
) -> impl Generator<Value = Vec<(StreamId, Mode)>> {
    let streams: Vec<StreamId> = streams.into_iter().collect();
    move |source: &mut Source| {
        let mut chosen = source.draw(&subsequence(streams.iter().copied()));
        if chosen.is_empty() {
            chosen.extend(streams.first());
        }
        chosen.into_iter().map(|id| (id, source.any())).collect()
    }
}

/// Says something of the given streams, of which there is at least one: the paper's
/// `mediadescriptor(Streams)`.
///
/// A single stream may be one stream or a list of one. The paper's may whatever its number is; here
/// only stream 1 may, for that is what the standard takes it for (H.248.1, 7.1.4).
pub fn media_descriptor(
    grammar: Grammar,
    streams: Vec<(StreamId, Mode)>,
) -> impl Generator<Value = MediaDescriptor> {
    assert!(!streams.is_empty(), "a media descriptor has at least one stream");
    move |source: &mut Source| {
        if let [(StreamId(1), mode)] = streams[..]
            && source.branch(2) == 0
        {
            return MediaDescriptor::OneStream(source.draw(&stream_parameters(grammar, mode)));
        }
        let describe = |(id, mode): &(StreamId, Mode)| {
            let parameters = source.draw(&stream_parameters(grammar, *mode));
            StreamDescriptor { id: *id, parameters }
        };
        MediaDescriptor::Streams(streams.iter().map(describe).collect())
    }
}

/// Says something of any streams that the proxy can carry.
pub fn media(grammar: Grammar) -> impl Generator<Value = MediaDescriptor> {
    move |source: &mut Source| {
        let streams = source.draw(&streams());
        source.draw(&media_descriptor(grammar, streams))
    }
}

/// Says something of some of the given streams, of which there is at least one.
pub fn changes(
    grammar: Grammar,
    streams: impl IntoIterator<Item = StreamId>,
) -> impl Generator<Value = MediaDescriptor> {
    let changed = some_of(streams);
    move |source: &mut Source| {
        let changed = source.draw(&changed);
        source.draw(&media_descriptor(grammar, changed))
    }
}

/// The paper's `streamParms(Mode)`: "LocalControl will be included in all cases except when no media
/// (m-line) is defined in the remote SDP".
///
/// So whether there is remote media is decided first. Without, what there is besides is not in the
/// paper; here it may be a Local, a Remote without an m-line, or both.
pub fn stream_parameters(grammar: Grammar, mode: Mode) -> impl Generator<Value = StreamParameters> {
    move |source: &mut Source| match source.draw(&probably()) {
        true => StreamParameters {
            local_control: Some(LocalControl { mode }),
            local: Some(source.draw(&local_descriptor(true))),
            remote: Some(source.draw(&remote_descriptor(true))),
        },
        false => {
            let fewest = match grammar {
                Grammar::Text => 1,
                Grammar::Binary => 0,
            };
            let present = source.draw(&elements(fewest..=3));
            let has = |field: u32| present & field != 0;
            StreamParameters {
                local_control: None,
                local: has(1).then(|| source.draw(&local_descriptor(false))),
                remote: has(2).then(|| source.draw(&remote_descriptor(false))),
            }
        }
    }
}

/// More often true than false.
fn probably() -> impl Generator<Value = bool> {
    frequency([(1, just(false)), (3, just(true))])
}

/// A description of what the proxy receives, with or without an m-line. It is left to the proxy
/// where.
pub fn local_descriptor(media: bool) -> impl Generator<Value = SessionDescription> {
    session("IN IP4 $", ["audio $ RTP/AVP 4", "video $ RTP/AVP 31"], media)
}

/// A description of what the proxy sends, with or without an m-line.
pub fn remote_descriptor(media: bool) -> impl Generator<Value = SessionDescription> {
    session("IN IP4 124.124.124.222", ["audio 2222 RTP/AVP 4", "video 2224 RTP/AVP 31"], media)
}

fn session(
    connection: &'static str,
    media: [&'static str; 2],
    has_media: bool,
) -> impl Generator<Value = SessionDescription> {
    move |source: &mut Source| {
        let mut session = SessionDescription::new([('v', "0"), ('c', connection)]);
        if has_media {
            let value = source.draw(&elements(media)).to_string();
            session.lines.push(SessionLine { kind: 'm', value });
        }
        session
    }
}

/// Any session description that has a text form, sensible or not.
pub fn any_session_description() -> impl Generator<Value = SessionDescription> {
    let line = |source: &mut Source| {
        let kind = source.draw(&elements('a'..='z'));
        // Braces, backslashes and semicolons mean something to the decoder.
        let value = source.draw(&frequency([
            (3, string_of("0a =}{\\;\",\t", 0..=12).boxed()),
            (1, text(0..=12).boxed()),
        ]));
        let value = value.replace(['\n', '\r', '\0'], "");
        SessionLine { kind, value: value.trim_end_matches([' ', '\t']).to_string() }
    };
    vec(line, 0..=5).mapped(|lines| SessionDescription { lines })
}

/// Any identifier of a termination: left to choose, or one to four names and numbers.
pub fn termination_id() -> impl Generator<Value = TerminationId> {
    let name = |source: &mut Source| {
        let first = source.draw(&string_of("abcxyzABCXYZ", 1));
        first + &source.draw(&string_of("az09_AZ", 0..=8))
    };
    let part = move |source: &mut Source| match source.branch(2) {
        0 => Part::Number(source.any()),
        _ => Part::Name(source.draw(&name)),
    };
    move |source: &mut Source| match source.branch(2) {
        0 => TerminationId::Choose,
        _ => TerminationId::Path(source.draw(&vec(&part, 1..=MOST_PARTS))),
    }
}

/// Four arbitrary numbers, which is not what the identifier of a termination looks like
/// (telecoms-2006, 4.2.4).
pub fn numeric_termination_id() -> impl Generator<Value = TerminationId> {
    let part = || any::<u32>().mapped(Part::Number);
    [part(), part(), part(), part()].mapped(|parts| TerminationId::Path(parts.into()))
}

/// Any context: left to choose, or a number.
pub fn context_id() -> impl Generator<Value = ContextId> {
    option_of(any::<u32>()).mapped(|number| number.map_or(ContextId::Choose, ContextId::Number))
}

/// Any command.
pub fn command(grammar: Grammar) -> impl Generator<Value = Command> {
    move |source: &mut Source| {
        let termination = source.draw(&termination_id());
        match source.branch(3) {
            0 => Command::Subtract { termination },
            1 => Command::Add { termination, media: source.draw(&media(grammar)) },
            _ => Command::Modify { termination, media: source.draw(&media(grammar)) },
        }
    }
}

/// Any request: most make no sense to a proxy that has just been started.
pub fn request(grammar: Grammar) -> impl Generator<Value = Message> {
    move |source: &mut Source| {
        let sender = source.draw(&sender());
        let transaction = source.any();
        let context = source.draw(&context_id());
        let command = source.draw(&command(grammar));
        Message { sender, body: Body::Request(Request { transaction, context, command }) }
    }
}

/// Any reply.
pub fn reply(grammar: Grammar) -> impl Generator<Value = Message> {
    move |source: &mut Source| {
        let sender = source.draw(&sender());
        let transaction = source.any();
        let body = match source.branch(4) {
            0 => return Message { sender, body: Body::Error(source.draw(&error_descriptor())) },
            1 => ReplyBody::Refused(source.draw(&error_descriptor())),
            2 => {
                let context = source.draw(&context_id());
                ReplyBody::Action { context, result: Err(source.draw(&error_descriptor())) }
            }
            _ => {
                let context = source.draw(&context_id());
                ReplyBody::Action { context, result: Ok(command_reply(source, grammar)) }
            }
        };
        Message { sender, body: Body::Reply(Reply { transaction, body }) }
    }
}

fn command_reply(source: &mut Source, grammar: Grammar) -> CommandReply {
    use CommandKind::*;
    let command = source.draw(&elements([Subtract, Add, Modify]));
    let termination = source.draw(&termination_id());
    let media = source.draw(&option_of(media(grammar)));
    CommandReply { command, termination, media }
}

/// A request or a reply.
pub fn message(grammar: Grammar) -> impl Generator<Value = Message> {
    move |source: &mut Source| match source.branch(2) {
        0 => source.draw(&request(grammar)),
        _ => source.draw(&reply(grammar)),
    }
}

fn sender() -> impl Generator<Value = Sender> {
    |source: &mut Source| {
        let address = source.any::<[u8; 4]>().into();
        Sender { address, port: source.draw(&option_of(any())) }
    }
}

fn error_descriptor() -> impl Generator<Value = ErrorDescriptor> {
    |source: &mut Source| match source.branch(2) {
        0 => ErrorCode::UnknownTermination.descriptor(),
        _ => ErrorDescriptor {
            code: source.draw(&(0..=9999)),
            text: source.draw(&string_of("abc xyz{};,=\\", 0..=20)),
        },
    }
}
