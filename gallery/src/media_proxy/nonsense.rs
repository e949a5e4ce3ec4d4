//! Requests from a grammar alone, without the conditions of the Interwork Description (telecoms-2006, 4.1;
//! fun-and-profit-2007, section 7): "the messages were all semantic nonsense, and so were simply rejected".
//!
//! Every alternative is as likely as the others, an optional field is there in every second case, and a number is
//! any that the grammar has. The grammars are those of the forms here: one command, which is an Add, Modify or
//! Subtract. What else the standard has, this proxy rejects in any case.
//!
//! Which share is rejected follows from that, and is no property of the proxy. Only an Add that leaves the choice of
//! both context and termination can be done whatever calls there are, if its streams are such that the proxy can
//! carry them; all else would have to hit identifiers that the proxy gave. In the ABNF grammar `$` is one of two
//! alternatives of a context and of a termination, which leaves one request in twelve; for the streams of two in
//! five of these the proxy has no room or no number. In the ASN.1 grammar the choice of a context is one number in
//! 2³². It is drawn more often than that, as numbers at the bounds of a range are. Rejected were 95.2 % of 6000
//! messages by the one grammar, and 99.6 % by the other.

use lawful::generate::{elements, string_of, vec};
use lawful::{Generator, Law, Source, any, classify, for_all};

use super::error_code::ErrorCode;
use super::faults::Faults;
use super::form::Form;
use super::generate::{Grammar, media_descriptor, termination_id};
use super::message::*;
use super::proxy::Proxy;

/// Any request that a grammar has.
pub fn any_request(grammar: Grammar) -> impl Generator<Value = Message> {
    move |source: &mut Source| {
        let transaction = source.any();
        let context = match grammar {
            Grammar::Text => match source.branch(2) {
                0 => ContextId::Choose,
                _ => ContextId::Number(source.any()),
            },
            Grammar::Binary => source.draw(&context_number()),
        };
        let termination = source.draw(&termination_id());
        let command = match source.branch(3) {
            0 => Command::Subtract { termination },
            1 => Command::Add { termination, media: source.draw(&any_media(grammar)) },
            _ => Command::Modify { termination, media: source.draw(&any_media(grammar)) },
        };
        Message::request(transaction, context, command)
    }
}

/// Any context of the ASN.1 grammar but `NULL` and `ALL`, which messages here do not have.
fn context_number() -> impl Generator<Value = ContextId> {
    const CHOOSE: u32 = u32::MAX - 1;
    (1..=CHOOSE).mapped(|number| match number {
        CHOOSE => ContextId::Choose,
        number => ContextId::Number(number),
    })
}

fn any_media(grammar: Grammar) -> impl Generator<Value = MediaDescriptor> {
    let fewest = match grammar {
        Grammar::Text => 1,
        Grammar::Binary => 0,
    };
    move |source: &mut Source| match source.branch(2) {
        0 => MediaDescriptor::OneStream(any_parameters(grammar, source)),
        _ => {
            let stream = |source: &mut Source| {
                let id = StreamId(source.any());
                StreamDescriptor { id, parameters: any_parameters(grammar, source) }
            };
            MediaDescriptor::Streams(source.draw(&vec(stream, fewest..=8)))
        }
    }
}

fn any_parameters(grammar: Grammar, source: &mut Source) -> StreamParameters {
    let parameters = StreamParameters {
        local_control: optional(source, any()).map(|mode| LocalControl { mode }),
        local: optional(source, any_session()),
        remote: optional(source, any_session()),
    };
    match grammar == Grammar::Text && parameters.is_empty() {
        true => StreamParameters { local: Some(source.draw(&any_session())), ..parameters },
        false => parameters,
    }
}

fn optional<T>(source: &mut Source, field: impl Generator<Value = T>) -> Option<T> {
    (source.branch(2) == 1).then(|| source.draw(&field))
}

/// Lines of the letters that session descriptions have.
fn any_session() -> impl Generator<Value = SessionDescription> {
    let line = |source: &mut Source| SessionLine {
        kind: source.draw(&elements("vosiuepcbzkatrm".chars())),
        value: source.draw(&string_of("az09$.:/", 0..=20)),
    };
    vec(line, 0..=5).mapped(|lines| SessionDescription { lines })
}

/// The proxy answers any request of a form's grammar. The label is for those that it rejects.
pub fn nonsense_is_answered(form: Form) -> impl Law {
    for_all(any_request(form.grammar()), move |message: Message| {
        let bytes = form.encode(&message, Faults::default()).expect("a request of the grammar");
        let reply = proxy_with_calls().handle_bytes(&bytes).expect("the proxy answers");
        let reply = form.decode(&reply).expect("the answer is a message");
        assert_eq!(reply.transaction(), message.transaction());
        let error = reply.error().map(|error| error.code);
        assert!(error.is_some() || reply.success().is_some());
        classify!(error.is_some(), "rejected");
        let syntax = [ErrorCode::SyntaxErrorInMessage, ErrorCode::SyntaxErrorInTransaction];
        assert!(syntax.iter().all(|code| error != Some(code.number())));
    })
}

/// A proxy with a call of two terminations, and another that is alone.
fn proxy_with_calls() -> Proxy {
    let mut proxy = Proxy::new(Faults::default());
    for context in [ContextId::Choose, ContextId::Number(1), ContextId::Choose] {
        let source = &mut Source::from_seed(1, 1);
        let streams = vec![(StreamId(1), Mode::Inactive), (StreamId(2), Mode::Inactive)];
        let media = source.draw(&media_descriptor(Grammar::Text, streams));
        let command = Command::Add { termination: TerminationId::Choose, media };
        let request = Message::request(1, context, command);
        let request = Form::Text.encode(&request, Faults::default()).expect("an ordinary request");
        proxy.handle_bytes(&request);
    }
    proxy
}
