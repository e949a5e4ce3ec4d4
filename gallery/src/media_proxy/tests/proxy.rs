//! The mended proxy.

use super::super::message::*;
use super::super::{ErrorCode, Faults, Proxy, decode, encode};
use super::{add, media, termination, with_mode};

fn ask(proxy: &mut Proxy, context: ContextId, command: Command) -> Message {
    let request = encode(&Message::request(7, context, command), Faults::default()).unwrap();
    let reply = decode(&proxy.handle(&request).expect("the mended proxy answers")).unwrap();
    assert_eq!(reply.transaction(), Some(7));
    reply
}

#[track_caller]
fn done(proxy: &mut Proxy, context: ContextId, command: Command) -> (ContextId, CommandReply) {
    let reply = ask(proxy, context, command);
    let (context, done) = reply.success().expect("the command is done");
    (context, done.clone())
}

#[track_caller]
fn refused(proxy: &mut Proxy, context: ContextId, command: Command, code: ErrorCode) {
    let reply = ask(proxy, context, command);
    assert_eq!(reply.error(), Some(&code.descriptor()));
}

/// A proxy with two terminations in context 1 and one in context 2, of two streams each.
fn busy_proxy() -> Proxy {
    let mut proxy = Proxy::new(Faults::default());
    for context in [ContextId::Choose, ContextId::Number(1), ContextId::Choose] {
        done(&mut proxy, context, add(2));
    }
    proxy
}

fn modify(path: &str, media: MediaDescriptor) -> Command {
    Command::Modify { termination: termination(path), media }
}

fn subtract(path: &str) -> Command {
    Command::Subtract { termination: termination(path) }
}

#[test]
fn a_call() {
    let mut proxy = Proxy::new(Faults::default());
    let (context, caller) = done(&mut proxy, ContextId::Choose, add(2));
    assert_eq!(context, ContextId::Number(1));
    assert_eq!(caller.termination, termination("ip/12/162/1"));
    let (same, callee) = done(&mut proxy, context, add(1));
    assert_eq!(same, context);
    assert_eq!(callee.termination, termination("ip/12/162/2"));
    assert_eq!(proxy.connected(1), Some([].as_slice()));

    for path in ["ip/12/162/1", "IP/12/162/2"] {
        let one_stream = MediaDescriptor::OneStream(with_mode(Mode::SendReceive));
        done(&mut proxy, context, modify(path, one_stream));
    }
    assert_eq!(proxy.connected(1), Some([StreamId(1)].as_slice()));

    done(&mut proxy, context, subtract("ip/12/162/1"));
    assert_eq!(proxy.connected(1), Some([].as_slice()));
    assert_eq!(proxy.closing_pinholes(), 0);
    done(&mut proxy, context, subtract("ip/12/162/2"));
    assert_eq!((proxy.connected(1), proxy.terminations()), (None, 0));

    // No number comes twice.
    let (context, caller) = done(&mut proxy, ContextId::Choose, add(1));
    assert_eq!(context, ContextId::Number(2));
    assert_eq!(caller.termination, termination("ip/12/162/3"));
}

#[test]
fn a_modify_tells_the_modes_of_all_streams() {
    let mut proxy = busy_proxy();
    let parameters = with_mode(Mode::SendOnly);
    let second = MediaDescriptor::Streams(vec![StreamDescriptor { id: StreamId(2), parameters }]);
    let (_, reply) = done(&mut proxy, ContextId::Number(1), modify("ip/12/162/1", second));
    let modes = [Mode::Inactive, Mode::SendOnly].map(Some);
    let media = reply.media.unwrap();
    assert!(media.streams().into_iter().map(|(_, parameters)| parameters.mode()).eq(modes));

    // Without a mode, it stays as it was.
    let remote = Some(SessionDescription::new([('v', "0")]));
    let parameters = StreamParameters { remote, ..StreamParameters::default() };
    let silent = MediaDescriptor::Streams(vec![StreamDescriptor { id: StreamId(2), parameters }]);
    let (_, reply) = done(&mut proxy, ContextId::Number(1), modify("ip/12/162/1", silent));
    assert_eq!(reply.media, Some(media));
}

#[test]
fn what_cannot_be_done_is_refused() {
    use ErrorCode::*;
    let one = ContextId::Number(1);
    let named =
        |path| Command::Add { termination: termination(path), media: media(1, Mode::Inactive) };
    let chosen = |media| Command::Add { termination: TerminationId::Choose, media };
    let twice = [StreamId(1), StreamId(1)]
        .map(|id| StreamDescriptor { id, parameters: with_mode(Mode::Inactive) });
    let twice = || MediaDescriptor::Streams(twice.to_vec());
    let numbered = |number| {
        let parameters = with_mode(Mode::Inactive);
        MediaDescriptor::Streams(vec![StreamDescriptor { id: StreamId(number), parameters }])
    };
    let active = |count| media(count, Mode::SendReceive);
    let choose = TerminationId::Choose;
    let refusals = [
        (ContextId::Number(3), add(1), UnknownContext),
        (one, add(1), ContextFull),
        (ContextId::Number(2), named("0/0/0/0"), UnknownTermination),
        (ContextId::Number(2), named("12/162"), UnknownTermination),
        (ContextId::Number(2), named("ip/12/162/9"), UnknownTermination),
        (ContextId::Number(2), named("ip/12/162/1"), TerminationInContext),
        (ContextId::Choose, named("0/0/0/0"), UnknownTermination),
        (ContextId::Choose, named("ip/12/162/1"), TerminationInContext),
        (ContextId::Choose, add(6), InsufficientResources),
        (ContextId::Choose, chosen(numbered(0)), UnknownStream),
        (ContextId::Choose, chosen(numbered(6)), UnknownStream),
        (ContextId::Choose, chosen(twice()), DescriptorTwice),
        (ContextId::Choose, modify("ip/12/162/1", active(1)), IncorrectIdentifier),
        (one, Command::Modify { termination: choose, media: active(1) }, IncorrectIdentifier),
        (ContextId::Number(3), modify("ip/12/162/1", active(1)), UnknownContext),
        (one, modify("ip/12/162/3", active(1)), TerminationInOtherContext),
        (one, modify("ip/12/162/4", active(1)), UnknownTermination),
        (one, modify("ip/12/161/1", active(1)), UnknownTermination),
        (one, modify("0/0/0/0", active(1)), UnknownTermination),
        (one, modify("ip/12/162/1", active(3)), UnknownStream),
        (one, modify("ip/12/162/1", twice()), DescriptorTwice),
        (ContextId::Choose, subtract("ip/12/162/1"), IncorrectIdentifier),
        (ContextId::Number(3), subtract("ip/12/162/1"), UnknownContext),
        (one, subtract("ip/12/162/3"), TerminationInOtherContext),
        (one, subtract("ROOT"), UnknownTermination),
    ];
    let mut proxy = busy_proxy();
    for (context, command, code) in refusals {
        refused(&mut proxy, context, command, code);
    }
    // Nothing of that has changed anything.
    assert_eq!(proxy.terminations(), 3);
    let (context, reply) = done(&mut proxy, ContextId::Choose, add(5));
    assert_eq!(context, ContextId::Number(3));
    assert_eq!(reply.termination, termination("ip/12/162/4"));
}

#[test]
fn what_is_not_understood_is_answered_as_far_as_it_was() {
    let mut proxy = Proxy::new(Faults::default());
    let answers = [
        ("what?", "Error = 400 { \"Syntax error in message\" }"),
        (
            "MEGACO/1 [127.0.0.1] Transaction = 3 { Topology }",
            "Reply = 3 { Error = 403 { \"Syntax error in TransactionRequest\" } }",
        ),
        (
            "MEGACO/1 [127.0.0.1] Transaction = 3 { Context = 4 { Move = $ } }",
            "Reply = 3 { Context = 4 { Error = 442 { \"Syntax error in command\" } } }",
        ),
    ];
    for (text, answer) in answers {
        assert_eq!(proxy.handle(text).unwrap(), format!("MEGACO/1 [127.0.0.1] {answer}"));
    }
    assert_eq!(proxy.handle("MEGACO/1 [127.0.0.1] Error = 400 { }"), None);
}
