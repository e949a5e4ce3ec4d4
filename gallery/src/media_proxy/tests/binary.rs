//! The binary form.

use lawful::generate::{elements, string_of, vec};
use lawful::prelude::*;

use super::super::decode::Within;
use super::super::encode::EncodeError;
use super::super::generate::{Grammar, any_session_description, message};
use super::super::message::*;
use super::super::{
    ErrorCode, Faults, Form, Link, Proxy, decode, decode_binary, encode, encode_binary,
};
use super::{add, media, termination, with_mode};

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits: Vec<char> = hexadecimal.chars().filter(|digit| !digit.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// Messages and their bytes, encoded by hand from the grammar of annex A.
fn golden() -> Vec<(Message, Vec<u8>)> {
    let subtract = Command::Subtract { termination: termination("ip/1") };
    let remote = Some(SessionDescription::new([('v', "0")]));
    let parameters = StreamParameters { remote, ..with_mode(Mode::SendReceive) };
    let media = MediaDescriptor::OneStream(parameters);
    let add = Command::Add { termination: TerminationId::Choose, media };
    let sender = Sender { port: Some(2945), ..Sender::LOCALHOST };
    let refused = ErrorDescriptor { code: 400, text: String::from("no") };
    let modes = [(1, Mode::SendOnly), (2, Mode::ReceiveOnly)];
    let streams =
        modes.map(|(id, mode)| StreamDescriptor { id: StreamId(id), parameters: with_mode(mode) });
    let media = MediaDescriptor::Streams(streams.into());
    let modify = Command::Modify { termination: termination("ip/1"), media };
    let reply = |result| {
        let body = ReplyBody::Action { context: ContextId::Number(1), result };
        let body = Body::Reply(Reply { transaction: 7, body });
        Message { sender: Sender::LOCALHOST, body }
    };
    let media = Some(MediaDescriptor::OneStream(with_mode(Mode::Inactive)));
    let command = CommandKind::Modify;
    let done = CommandReply { command, termination: termination("ip/1"), media };
    let unknown = ErrorDescriptor { code: 430, text: String::new() };
    vec![
        (
            Message::request(7, ContextId::Number(2), modify),
            bytes(
                "30 57 A1 55 80 01 01 A1 08 A0 06 80 04 7F000001
                 A2 46 A1 44 A0 42 80 01 07 A1 3D 30 3B 80 01 02
                 A3 36 30 34 A0 32 A2 30 A0 0A 30 08 A0 00 81 04 69702F31
                 A1 22 A0 20 A1 1E A1 1C
                 30 0C 80 01 01 A1 07 A0 05 80 01 00 A3 00
                 30 0C 80 01 02 A1 07 A0 05 80 01 01 A3 00",
            ),
        ),
        (
            reply(Ok(done)),
            bytes(
                "30 40 A1 3E 80 01 01 A1 08 A0 06 80 04 7F000001
                 A2 2F A1 2D A2 2B 80 01 07 A2 26 A1 24 30 22 80 01 01
                 A3 1D A2 1B A0 0A 30 08 A0 00 81 04 69702F31
                 A1 0D A1 0B A1 09 A0 07 A0 05 80 01 03 A3 00",
            ),
        ),
        (
            reply(Err(unknown)),
            bytes(
                "30 29 A1 27 80 01 01 A1 08 A0 06 80 04 7F000001
                 A2 18 A1 16 A2 14 80 01 07 A2 0F A1 0D 30 0B 80 01 01
                 A1 04 80 02 01AE A3 00",
            ),
        ),
        (
            Message::request(7, ContextId::Number(2), subtract),
            bytes(
                "30 33 A1 31 80 01 01 A1 08 A0 06 80 04 7F000001
                 A2 22 A1 20 A0 1E 80 01 07 A1 19 30 17 80 01 02
                 A3 12 30 10 A0 0E A3 0C A0 0A 30 08 A0 00 81 04 69702F31",
            ),
        ),
        (
            Message { sender, ..Message::request(300, ContextId::Choose, add) },
            bytes(
                "30 5E A1 5C 80 01 01 A1 0C A0 0A 80 04 7F000001 81 02 0B81
                 A2 49 A1 47 A0 45 80 02 012C A1 3F 30 3D 80 05 00FFFFFFFE
                 A3 34 30 32 A0 30 A0 2E A0 0A 30 08 A0 03 04 01 47 81 01 00
                 A1 20 A0 1E A1 1C A0 1A A0 05 80 01 02 A3 00
                 A2 11 A0 0F 30 0D 30 0B 80 04 0000B001 A1 03 04 01 30",
            ),
        ),
        (
            Message { sender: Sender::LOCALHOST, body: Body::Error(refused) },
            bytes(
                "30 1B A1 19 80 01 01 A1 08 A0 06 80 04 7F000001
                 A2 0A A0 08 80 02 0190 81 02 6E6F",
            ),
        ),
    ]
}

#[test]
fn golden_bytes() {
    for (message, bytes) in golden() {
        assert_eq!(encode_binary(&message), Ok(bytes.clone()));
        assert_eq!(decode_binary(&bytes), Ok(message));
    }
}

/// The properties of annex C.11, of which the messages above have one.
#[test]
fn letters_have_the_properties_of_the_standard() {
    for (letter, property) in [('o', 2), ('s', 3), ('c', 8), ('a', 12), ('t', 13), ('m', 15)] {
        let local = Some(SessionDescription::new([(letter, "")]));
        let media =
            MediaDescriptor::OneStream(StreamParameters { local, ..StreamParameters::default() });
        let command = Command::Add { termination: TerminationId::Choose, media };
        let encoded = encode_binary(&Message::request(1, ContextId::Choose, command)).unwrap();
        assert!(encoded.ends_with(&[0x80, 4, 0, 0, 0xB0, property, 0xA1, 2, 4, 0]), "{letter}");
    }
}

#[law(tests = 1_000)]
fn what_is_encoded_decodes_to_the_same(#[from(message(Grammar::Binary))] message: Message) {
    match encode_binary(&message) {
        Ok(bytes) => assert_eq!(decode_binary(&bytes), Ok(message)),
        Err(error) => assert!(matches!(error, EncodeError::Context(_)), "{error}"),
    }
}

/// The forms have different letters, but nothing else.
#[law(tests = 1_000)]
fn any_session_description_goes_through(
    #[from(any_session_description())] local: SessionDescription,
) {
    let local = Some(local);
    let media = MediaDescriptor::OneStream(StreamParameters { local, ..with_mode(Mode::Inactive) });
    let command = Command::Add { termination: TerminationId::Choose, media };
    let message = Message::request(1, ContextId::Choose, command);
    let text = encode(&message, Faults::default()).unwrap();
    match encode_binary(&message) {
        Ok(bytes) => assert_eq!(decode_binary(&bytes), Ok(decode(&text).unwrap())),
        Err(EncodeError::Line(line)) => assert!(!"vosiuepcbzkatrm".contains(line.kind)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn lengths_and_numbers_of_all_sizes_come_back() {
    for length in [0, 1, 127, 128, 255, 256, 65_535, 65_536] {
        let local = Some(SessionDescription::new([('a', "a".repeat(length).as_str())]));
        let parameters = StreamParameters { local, ..StreamParameters::default() };
        let media = MediaDescriptor::OneStream(parameters);
        let command = Command::Modify { termination: termination("ip"), media };
        let message = Message::request(1, ContextId::Number(1), command);
        let bytes = encode_binary(&message).unwrap();
        assert!(decode_binary(&bytes) == Ok(message), "{length}");
    }
    for bit in 0..32 {
        for number in [(1_u32 << bit) - 1, 1 << bit] {
            let subtract = Command::Subtract { termination: termination("ip") };
            let message = Message::request(number, ContextId::Number(7), subtract);
            assert_eq!(decode_binary(&encode_binary(&message).unwrap()), Ok(message));
        }
    }
}

#[test]
fn what_has_no_binary_form_is_refused() {
    let subtract = |context, termination| {
        let command = Command::Subtract { termination };
        encode_binary(&Message::request(1, context, command)).unwrap_err()
    };
    for number in [0, 0xFFFF_FFFE, 0xFFFF_FFFF] {
        let context = ContextId::Number(number);
        assert_eq!(subtract(context, TerminationId::Choose), EncodeError::Context(number));
    }
    assert_eq!(subtract(ContextId::Choose, termination("_a")), EncodeError::Name("_a".into()));
    let text = String::from("é");
    let error = ErrorDescriptor { code: 400, text: text.clone() };
    let message = Message { sender: Sender::LOCALHOST, body: Body::Error(error) };
    assert_eq!(encode_binary(&message), Err(EncodeError::Text(text)));
}

/// The first fault of the paper: only one of the two grammars allows it.
#[test]
fn empty_parameters_and_no_streams_are_for_the_binary_form() {
    let empty = MediaDescriptor::OneStream(StreamParameters::default());
    let none = MediaDescriptor::Streams(Vec::new());
    let refused = Some(ErrorCode::SyntaxErrorInCommand.number());
    for (media, answer) in [(empty, None), (none, refused)] {
        let command = Command::Add { termination: TerminationId::Choose, media };
        let message = Message::request(1, ContextId::Choose, command);
        assert!(encode(&message, Faults::default()).is_err());
        let mut link = Link::in_memory(Faults::default()).speaking(Form::Binary);
        let reply = link.request(&message).unwrap();
        assert_eq!(reply.error().map(|error| error.code), answer);
    }
}

#[test]
fn errors_say_where_and_what() {
    let (_, subtract) = golden().swap_remove(3);
    let at = |offset: usize, byte: u8| {
        let mut bytes = subtract.clone();
        bytes[offset] = byte;
        decode_binary(&bytes).unwrap_err()
    };
    let errors = [
        (0, 0x31, "byte 0: expected a MegacoMessage, found 0x31"),
        (1, 0x34, "byte 2: expected as many bytes as the length says, found 0xa1"),
        (1, 0x80, "byte 1: expected a definite length of at most four bytes, found 0x80"),
        (1, 0x32, "byte 4: expected as many bytes as the length says, found 0x80"),
        (6, 0x02, "byte 4: expected version 1, found 0x80"),
        (25, 0x87, "byte 25: expected a transactionId, found 0x87"),
        (32, 0xFF, "byte 32: expected a contextId, found 0xff"),
        (32, 0x00, "byte 30: expected a context that is neither NULL nor ALL, found 0x80"),
        (39, 0xA1, "byte 39: expected one Add, Modify or Subtract, found 0xa1"),
        (49, 0x5F, "byte 49: expected one to four names and numbers, found 0x5f"),
        (50, 0x2F, "byte 49: expected one to four names and numbers, found 0x69"),
    ];
    for (offset, byte, error) in errors {
        assert_eq!(at(offset, byte).to_string(), error, "{offset}");
    }
    assert_eq!(at(25, 0x87).within, Within::Message);
    assert_eq!(at(32, 0).within, Within::Transaction(7));
    assert_eq!(at(39, 0xA1).within, Within::Action(7, ContextId::Number(2)));
    let longer = [subtract.as_slice(), &[0]].concat();
    let error = decode_binary(&longer).unwrap_err().to_string();
    assert_eq!(error, "byte 53: expected the end of the message, found 0x00");
    let error = decode_binary(&subtract[..52]).unwrap_err().to_string();
    assert_eq!(error, "byte 2: expected as many bytes as the length says, found 0xa1");
    assert_eq!(
        decode_binary(&[]).unwrap_err().to_string(),
        "byte 0: expected a MegacoMessage, found the end"
    );
    // A length of four gigabytes takes no memory.
    let huge = [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0xA1];
    assert_eq!(decode_binary(&huge).unwrap_err().offset, 6);
}

#[test]
fn every_message_cut_short_is_refused() {
    for (_, bytes) in golden() {
        for length in 0..bytes.len() {
            assert!(decode_binary(&bytes[..length]).is_err(), "{length}");
        }
    }
}

/// Bytes of a message, some of which are replaced, left out or put in.
fn damaged(source: &mut Source) -> (Message, Vec<u8>) {
    let message = source.draw(&message(Grammar::Binary));
    let Ok(mut bytes) = encode_binary(&message) else { return (message, Vec::new()) };
    let from = source.draw(&(0..bytes.len()));
    let to = (from + source.draw(&(0_usize..4))).min(bytes.len());
    let instead = source.draw(&vec(any::<u8>(), 0..=4));
    bytes.splice(from..to, instead);
    (message, bytes)
}

/// Whatever comes, the proxy lives, and answers in binary form what begins as that.
#[law(tests = 2_000)]
fn damaged_bytes_are_answered(#[from(damaged)] (message, bytes): (Message, Vec<u8>)) {
    let decoded = decode_binary(&bytes);
    classify!(decoded.is_ok(), "still a message");
    classify!(decoded.as_ref().is_ok_and(|decoded| *decoded != message), "another message");
    if let Ok(decoded) = &decoded {
        // What the decoder takes is within the types, so that it can be said again.
        let again = encode_binary(decoded).unwrap();
        assert_eq!(decode_binary(&again).as_ref(), Ok(decoded));
    }
    let is_request = decoded.map_or(true, |message| matches!(message.body, Body::Request(_)));
    let form = Form::of(&bytes);
    let reply = Proxy::new(Faults::default()).handle_bytes(&bytes);
    assert_eq!(reply.is_some(), is_request || form == Form::Text);
    assert!(reply.is_none_or(|reply| Form::of(&reply) == form && form.decode(&reply).is_ok()));
}

#[law(tests = 2_000)]
fn arbitrary_bytes_are_no_message(bytes: Vec<u8>) {
    let error = decode_binary(&bytes).unwrap_err();
    assert!(error.offset <= bytes.len());
    assert!(Proxy::new(Faults::default()).handle_bytes(&bytes).is_some());
}

/// Elements with tags of the grammar and lengths that are right, nested in any way.
fn nested(source: &mut Source, tag: u8, depth: u32) -> Vec<u8> {
    let tags = [0xA0, 0xA1, 0xA2, 0xA3, SEQUENCE, 0x80, 0x81, 0x04];
    let content: Vec<u8> = match tag & 0x20 != 0 && depth > 0 {
        true => {
            let tags = source.draw(&vec(elements(tags), 0..=3));
            tags.into_iter().flat_map(|tag| nested(source, tag, depth - 1)).collect()
        }
        false => source.draw(&vec(any::<u8>(), 0..=5)),
    };
    let length = u16::try_from(content.len()).unwrap().to_be_bytes();
    [&[tag, 0x82], length.as_slice(), &content].concat()
}

const SEQUENCE: u8 = 0x30;

#[law(tests = 2_000)]
fn elements_in_any_order_are_refused(
    #[from(|source: &mut Source| nested(source, SEQUENCE, 6))] bytes: Vec<u8>,
) {
    let error = decode_binary(&bytes).unwrap_err();
    assert!(error.offset <= bytes.len());
    classify!(error.offset > 8, "not refused at once");
    let reply = Proxy::new(Faults::default()).handle_bytes(&bytes).unwrap();
    assert!(decode_binary(&reply).is_ok());
}

/// A deep nest of sequences, which a decoder that follows every element would fall down in.
#[test]
fn nests_are_refused_at_the_first_element_that_is_none() {
    let mut bytes = Vec::new();
    for _ in 0..10_000 {
        let length = u32::try_from(bytes.len()).unwrap().to_be_bytes();
        bytes = [&[0x30, 0x84], length.as_slice(), &bytes].concat();
    }
    assert_eq!(decode_binary(&bytes).unwrap_err().offset, 6);
}

#[test]
fn the_proxy_answers_in_the_form_it_is_asked_in() {
    let message = Message::request(7, ContextId::Choose, add(2));
    let mut proxy = Proxy::new(Faults::default());
    let replies = [Form::Text, Form::Binary].map(|form| {
        let request = form.encode(&message, Faults::default()).unwrap();
        assert_eq!(Form::of(&request), form);
        let reply = proxy.handle_bytes(&request).unwrap();
        assert_eq!(Form::of(&reply), form);
        form.decode(&reply).unwrap()
    });
    let contexts = replies.map(|reply| reply.success().unwrap().0);
    assert_eq!(contexts, [ContextId::Number(1), ContextId::Number(2)]);
}

fn call(source: &mut Source) -> Vec<(ContextId, Command)> {
    let one = ContextId::Number(1);
    let mode: Mode = source.any();
    let caller = termination("ip/12/162/1");
    let name = source.draw(&string_of("abc", 1..=3));
    vec![
        (ContextId::Choose, add(2)),
        (one, add(2)),
        (one, Command::Modify { termination: caller.clone(), media: media(2, mode) }),
        (one, Command::Subtract { termination: termination(&name) }),
        (one, Command::Subtract { termination: caller }),
    ]
}

/// One call in either form, over either link.
#[law(tests = 20)]
fn both_forms_come_to_the_same(#[from(call)] call: Vec<(ContextId, Command)>) {
    let replies = |mut link: Link| -> Vec<Message> {
        let numbered = (1..).zip(&call);
        let request = |(number, (context, command)): (u32, &(ContextId, Command))| {
            link.request(&Message::request(number, *context, command.clone())).unwrap()
        };
        numbered.map(request).collect()
    };
    let patience = std::time::Duration::from_secs(60);
    let text = replies(Link::in_memory(Faults::default()));
    let binary = replies(Link::in_memory(Faults::default()).speaking(Form::Binary));
    assert_eq!(text, binary);
    let tcp = Link::over_tcp(Faults::default(), patience).unwrap();
    assert_eq!(replies(tcp.speaking(Form::Binary)), binary);
}
