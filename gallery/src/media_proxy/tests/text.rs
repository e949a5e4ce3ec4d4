//! Encoding and decoding.

use lawful::generate::{elements, string_of};
use lawful::prelude::*;

use super::super::decode::Within;
use super::super::encode::EncodeError;
use super::super::generate::*;
use super::super::message::*;
use super::super::round_trip::round_trip;
use super::super::{Faults, Proxy, decode, encode};
use super::{media, termination, with_mode};

#[law(tests = 1_000)]
fn what_is_encoded_decodes_to_the_same(#[from(message(Grammar::Text))] message: Message) {
    let text = encode(&message, Faults::default()).unwrap();
    assert_eq!(decode(&text).as_ref(), Ok(&message), "{text}");
}

#[law(tests = 1_000)]
fn any_session_description_goes_through(
    #[from(any_session_description())] local: SessionDescription,
    #[from(any_session_description())] remote: SessionDescription,
) {
    let parameters =
        StreamParameters { local_control: None, local: Some(local), remote: Some(remote) };
    let media = MediaDescriptor::OneStream(parameters);
    let command = Command::Add { termination: TerminationId::Choose, media };
    let message = Message::request(1, ContextId::Choose, command);
    let text = encode(&message, Faults::default()).unwrap();
    assert_eq!(decode(&text), Ok(message), "{text}");
}

fn described_stream(source: &mut Source) -> (Grammar, Mode, StreamParameters) {
    let grammar = source.draw(&elements([Grammar::Text, Grammar::Binary]));
    let mode = source.any();
    (grammar, mode, source.draw(&stream_parameters(grammar, mode)))
}

/// The conditions of the Interwork Description.
#[law]
fn local_control_is_missing_only_without_remote_media(
    #[from(described_stream)] (grammar, mode, parameters): (Grammar, Mode, StreamParameters),
) {
    let has_media = parameters.remote.as_ref().is_some_and(SessionDescription::has_media);
    assert_eq!(parameters.mode(), has_media.then_some(mode));
    assert!(!parameters.is_empty() || grammar == Grammar::Binary);
    sometimes!(parameters.is_empty(), "empty parameters");
}

fn described_streams(source: &mut Source) -> (Vec<(StreamId, Mode)>, MediaDescriptor) {
    let streams = source.draw(&streams());
    let media = source.draw(&media_descriptor(Grammar::Text, streams.clone()));
    (streams, media)
}

#[law]
fn a_media_descriptor_has_the_streams_that_it_is_for(
    #[from(described_streams)] (streams, media): (Vec<(StreamId, Mode)>, MediaDescriptor),
) {
    assert!((1..=5).contains(&streams.len()));
    assert!(media.streams().iter().map(|(id, _)| *id).eq(streams.iter().map(|(id, _)| *id)));
    let is_one_stream = matches!(media, MediaDescriptor::OneStream(_));
    sometimes!(is_one_stream, "one stream");
    sometimes!(!is_one_stream && streams.len() == 1, "a list of one");
    sometimes!(streams.len() == 5, "five streams");
}

#[test]
fn empty_parameters_are_the_smallest_message_that_does_not_come_back() {
    let faults = Faults { empty_parameters_encode: true, ..Faults::default() };
    for seed in 1..=20 {
        let run = |faults| {
            let config = lawful::run::Config::default().with(|config| config.seed = Some(seed));
            Runner::named("round trip").with(config).run(&round_trip(faults))
        };
        let summary = run(faults);
        let smallest = &summary.failure().unwrap().arguments[0].debug;
        let empty =
            "OneStream(StreamParameters { local_control: None, local: None, remote: None })";
        assert!(smallest.contains(empty), "{smallest}");
        assert!(run(Faults::default()).is_success());
    }
}

#[test]
fn the_mended_encoder_refuses_what_the_decoder_refuses() {
    let empty = StreamParameters::default();
    let stream = StreamDescriptor { id: StreamId(1), parameters: empty.clone() };
    for media in [MediaDescriptor::OneStream(empty), MediaDescriptor::Streams(vec![stream])] {
        let command = Command::Add { termination: TerminationId::Choose, media };
        let message = Message::request(1, ContextId::Choose, command);
        let encoded = encode(&message, Faults::default());
        assert_eq!(encoded, Err(EncodeError::EmptyParameters));
        let faults = Faults { empty_parameters_encode: true, ..Faults::default() };
        let text = encode(&message, faults).unwrap();
        let error = decode(&text).unwrap_err();
        assert!(error.expected.contains("`LocalControl`, `Local` or `Remote`"), "{error}");
        assert_eq!(error.within, Within::Action(1, ContextId::Choose));
    }
}

#[test]
fn what_has_no_text_form_is_refused() {
    let subtract = |termination| {
        let message = Message::request(1, ContextId::Choose, Command::Subtract { termination });
        encode(&message, Faults::default()).unwrap_err()
    };
    assert_eq!(subtract(TerminationId::Path(Vec::new())), EncodeError::Parts(0));
    assert_eq!(subtract(termination("a/b/c/d/e")), EncodeError::Parts(5));
    assert_eq!(subtract(termination("a b")), EncodeError::Name(String::from("a b")));
    assert_eq!(subtract(termination("_a")), EncodeError::Name(String::from("_a")));

    let modify = |media| {
        let command = Command::Modify { termination: TerminationId::Choose, media };
        let message = Message::request(1, ContextId::Choose, command);
        encode(&message, Faults::default()).unwrap_err()
    };
    assert_eq!(modify(MediaDescriptor::Streams(Vec::new())), EncodeError::NoStreams);
    for (kind, value) in [('v', "0 "), ('v', "0\nm=audio"), ('=', "0"), ('v', "\r")] {
        let local = SessionDescription::new([(kind, value)]);
        let line = local.lines[0].clone();
        let parameters = StreamParameters { local: Some(local), ..StreamParameters::default() };
        assert_eq!(modify(MediaDescriptor::OneStream(parameters)), EncodeError::Line(line));
    }

    let error = |code, text: &str| {
        let body = Body::Error(ErrorDescriptor { code, text: text.to_string() });
        let message = Message { sender: Sender::LOCALHOST, body };
        encode(&message, Faults::default()).unwrap_err()
    };
    assert_eq!(error(10_000, ""), EncodeError::Code(10_000));
    assert_eq!(error(400, "\""), EncodeError::Text(String::from("\"")));
}

fn add_of_two_streams() -> Message {
    let audio = StreamParameters {
        local_control: Some(LocalControl { mode: Mode::SendReceive }),
        local: Some(SessionDescription::new([('v', "0"), ('m', "audio $ RTP/AVP 4")])),
        remote: Some(SessionDescription::new([
            ('v', "0"),
            ('c', "IN IP4 124.124.124.222"),
            ('m', "audio 2222 RTP/AVP 4"),
            ('a', "note:a } in braces {"),
        ])),
    };
    let streams = vec![
        StreamDescriptor { id: StreamId(1), parameters: audio },
        StreamDescriptor { id: StreamId(2), parameters: with_mode(Mode::ReceiveOnly) },
    ];
    let media = MediaDescriptor::Streams(streams);
    let command = Command::Add { termination: TerminationId::Choose, media };
    Message::request(10003, ContextId::Choose, command)
}

/// Messages and their texts, as RFC 3525 would write them.
fn golden() -> Vec<(Message, &'static str)> {
    let one_stream = MediaDescriptor::OneStream(with_mode(Mode::SendOnly));
    let caller = || termination("ip/12/162/1");
    let modify = Command::Modify { termination: caller(), media: one_stream };
    let subtract = Command::Subtract { termination: caller() };
    let reply = |context, result| {
        let body = Body::Reply(Reply {
            transaction: 7,
            body: ReplyBody::Action { context: ContextId::Number(context), result },
        });
        Message { sender: Sender::LOCALHOST, body }
    };
    let done = |command, media| Ok(CommandReply { command, termination: caller(), media });
    let unknown = ErrorDescriptor { code: 430, text: String::from("Unknown TerminationID") };
    let silent = ErrorDescriptor { code: 403, text: String::new() };
    let refused = Reply { transaction: 7, body: ReplyBody::Refused(silent) };
    let sender = Sender { address: [125, 125, 125, 111].into(), port: Some(55555) };
    vec![
        (
            add_of_two_streams(),
            "MEGACO/1 [127.0.0.1] Transaction = 10003 { Context = $ { Add = $ { Media { \
             Stream = 1 { LocalControl { Mode = SendReceive }, \
             Local {\nv=0\nm=audio $ RTP/AVP 4\n}, \
             Remote {\nv=0\nc=IN IP4 124.124.124.222\nm=audio 2222 RTP/AVP 4\n\
             a=note:a \\} in braces {\n} }, \
             Stream = 2 { LocalControl { Mode = ReceiveOnly } } } } } }",
        ),
        (
            Message::request(8, ContextId::Number(1), modify),
            "MEGACO/1 [127.0.0.1] Transaction = 8 { Context = 1 { Modify = ip/12/162/1 { \
             Media { LocalControl { Mode = SendOnly } } } } }",
        ),
        (
            Message::request(9, ContextId::Number(1), subtract),
            "MEGACO/1 [127.0.0.1] Transaction = 9 { Context = 1 { Subtract = ip/12/162/1 } }",
        ),
        (
            reply(1, done(CommandKind::Add, None)),
            "MEGACO/1 [127.0.0.1] Reply = 7 { Context = 1 { Add = ip/12/162/1 } }",
        ),
        (
            reply(1, done(CommandKind::Modify, Some(media(2, Mode::Inactive)))),
            "MEGACO/1 [127.0.0.1] Reply = 7 { Context = 1 { Modify = ip/12/162/1 { Media { \
             Stream = 1 { LocalControl { Mode = Inactive } }, \
             Stream = 2 { LocalControl { Mode = Inactive } } } } } }",
        ),
        (
            reply(1, done(CommandKind::Subtract, None)),
            "MEGACO/1 [127.0.0.1] Reply = 7 { Context = 1 { Subtract = ip/12/162/1 } }",
        ),
        (
            reply(2, Err(unknown.clone())),
            "MEGACO/1 [127.0.0.1] Reply = 7 { Context = 2 { Error = 430 { \
             \"Unknown TerminationID\" } } }",
        ),
        (
            Message { sender, body: Body::Reply(refused) },
            "MEGACO/1 [125.125.125.111]:55555 Reply = 7 { Error = 403 { } }",
        ),
        (
            Message { sender, body: Body::Error(unknown) },
            "MEGACO/1 [125.125.125.111]:55555 Error = 430 { \"Unknown TerminationID\" }",
        ),
    ]
}

#[test]
fn golden_texts() {
    for (message, text) in golden() {
        assert_eq!(encode(&message, Faults::default()).as_deref(), Ok(text));
        assert_eq!(decode(text), Ok(message), "{text}");
    }
}

#[test]
fn short_words_case_space_comments_and_order_do_not_matter() {
    let text = "
        ; a call between two gateways
        !/1[127.0.0.1] t=10003{c=${a=${m{
            st=1{
                Remote { ; what the other end wants
                    v=0
                    c=IN IP4 124.124.124.222\r\n\r\n
                    m=audio 2222 RTP/AVP 4\t
                    a=note:a \\} in braces {},
                O{mo=sr},
                l{v=0\rm=audio $ RTP/AVP 4}
            } , ; and the picture
            STREAM=2{localcontrol{MODE=RC}}
        }}}}";
    assert_eq!(decode(text), Ok(add_of_two_streams()));
    let text = "megaco/1 [127.0.0.1] p=7{c=1{s=ip/12/162/1}}";
    assert_eq!(decode(text), Ok(golden()[5].0.clone()));
    let text = "!/1 [125.125.125.111]:55555 er=430{\"Unknown TerminationID\"}";
    assert_eq!(decode(text), Ok(golden()[8].0.clone()));
}

#[test]
fn errors_say_where_and_what() {
    let errors = [
        ("", "line 1, column 1: expected `MEGACO`, found the end of the text"),
        ("MEGACO/2 [127.0.0.1]", "line 1, column 8: expected version 1, found `2`"),
        (
            "MEGACO/1 [127.0.0]",
            "line 1, column 11: expected an address such as 127.0.0.1, found `127`",
        ),
        (
            "!/1 [127.0.0.1] Notify = 3",
            "line 1, column 17: expected `Transaction`, `Reply` or `Error`, found `Notify`",
        ),
        (
            "!/1 [127.0.0.1]\nT=4294967296{",
            "line 2, column 3: expected the number of a transaction, found `4294967296`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=-{",
            "line 1, column 23: expected `$` or the number of a context, found `-`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{Move=$}}",
            "line 1, column 25: expected `Add`, `Modify` or `Subtract`, found `Move`",
        ),
        ("!/1 [127.0.0.1] T=1{C=1{A=$}}", "line 1, column 28: expected `{`, found `}`"),
        (
            "!/1 [127.0.0.1] T=1{C=1{S=ip/01}}",
            "line 1, column 30: expected a name or a number, found `01`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{S=a/b/c/d/e}}",
            "line 1, column 34: expected at most four parts of a termination's identifier, \
             found `/`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{A=${M{}}}}",
            "line 1, column 31: expected `Stream`, `LocalControl`, `Local` or `Remote`, found `}`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{A=${M{ST=1{}}}}}",
            "line 1, column 36: expected `LocalControl`, `Local` or `Remote`, found `}`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{A=${M{L{v=0},\nL{v=0}}}}}",
            "line 2, column 1: expected every parameter of a stream at most once, found `L`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{A=${M{ST=1{L{v=0}},L{v=0}}}}}",
            "line 1, column 44: expected `Stream`, found `L`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{A=${M{L{audio}}}}}",
            "line 1, column 33: expected a line such as `v=0`, or `}`, found `audio`",
        ),
        (
            "!/1 [127.0.0.1] T=1{C=1{S=ip}} T=2{C=1{S=ip}}",
            "line 1, column 32: expected the end of the message, found `T`",
        ),
        (
            "!/1 [127.0.0.1] ER=12345{}",
            "line 1, column 20: expected an error code of at most four digits, found `12345`",
        ),
        ("!/1 [127.0.0.1] ER=400{\"\n\"}", "line 1, column 25: expected a quote, found `\\n`"),
    ];
    for (text, error) in errors {
        assert_eq!(decode(text).unwrap_err().to_string(), error, "{text}");
    }
}

/// A message with a piece of it replaced by something else.
fn broken_text(source: &mut Source) -> String {
    let message = source.draw(&message(Grammar::Text));
    let mut text: Vec<char> = encode(&message, Faults::default()).unwrap().chars().collect();
    let from = source.draw(&(0..text.len()));
    let to = (from + source.draw(&(0_usize..8))).min(text.len());
    let instead = source.draw(&string_of("{}=$/[];,\\\"\n aZ09é", 0..=4));
    text.splice(from..to, instead.chars());
    text.into_iter().collect()
}

/// Whatever comes, the proxy lives, and answers everything that is not a reply or an error.
#[law(tests = 2_000)]
fn broken_texts_are_answered(#[from(broken_text)] text: String) {
    let reply = Proxy::new(Faults::default()).handle(&text);
    let is_request = match decode(&text) {
        Ok(message) => matches!(message.body, Body::Request(_)),
        Err(_) => true,
    };
    classify!(decode(&text).is_ok(), "still a message");
    assert_eq!(reply.is_some(), is_request);
    assert!(reply.is_none_or(|reply| decode(&reply).is_ok()));
}
