//! The two ways to a proxy.

use std::time::{Duration, Instant};

use lawful::generate::vec;
use lawful::prelude::*;

use super::super::generate::{Grammar, numeric_termination_id, request};
use super::super::link::REPLY_TIME_LIMIT;
use super::super::message::*;
use super::super::{ErrorCode, Faults, Link, LinkError};
use super::{add, media, termination};
use crate::checking::panics;

/// Enough for a proxy that does answer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

fn over_tcp(faults: Faults, time_limit: Duration) -> Link {
    Link::over_tcp(faults, time_limit).expect("the loopback interface works")
}

fn both(faults: Faults) -> [Link; 2] {
    [Link::in_memory(faults), over_tcp(faults, PATIENCE)]
}

/// What comes of requests, one after the other; panics are kept from printing.
fn replies(link: &mut Link, requests: &[Message]) -> Vec<Result<Message, LinkError>> {
    let mut replies = Vec::new();
    let ask_all = || replies.extend(requests.iter().map(|message| link.request(message)));
    assert!(!panics(ask_all));
    replies
}

/// A call, and some that cannot be done.
fn session() -> Vec<Message> {
    let (one, two) = (ContextId::Number(1), termination("ip/12/162/2"));
    let active = media(2, Mode::SendReceive);
    let subtract = |path| Command::Subtract { termination: termination(path) };
    let commands = [
        (ContextId::Choose, add(2)),
        (one, add(2)),
        (one, add(2)),
        (one, Command::Modify { termination: two.clone(), media: active }),
        (one, subtract("0/0/0/0")),
        (one, subtract("ip/12/162/1")),
        (one, Command::Subtract { termination: two }),
        (one, subtract("ip/12/162/2")),
    ];
    let numbered = (1..).zip(commands);
    numbered
        .map(|(number, (context, command))| Message::request(number, context, command))
        .collect()
}

#[test]
fn both_links_answer_the_same() {
    let [memory, tcp] = both(Faults::default()).map(|mut link| replies(&mut link, &session()));
    assert_eq!(memory, tcp);
    let codes: Vec<Option<u16>> = memory
        .iter()
        .map(|reply| reply.as_ref().unwrap().error().map(|error| error.code))
        .collect();
    assert_eq!(codes, [None, None, Some(434), None, Some(430), None, None, Some(411)]);
}

#[law(tests = 20)]
fn both_links_answer_the_same_to_anything(
    #[from(vec(request(Grammar::Text), 1..=20))] requests: Vec<Message>,
) {
    let [memory, tcp] = both(Faults::default()).map(|mut link| replies(&mut link, &requests));
    assert_eq!(memory, tcp);
}

#[test]
fn a_third_add_has_no_answer() {
    let faults = Faults { third_add_unanswered: true, ..Faults::default() };
    let memory = replies(&mut Link::in_memory(faults), &session());
    assert_eq!(memory[2], Err(LinkError::NoAnswer));

    let mut tcp = over_tcp(faults, REPLY_TIME_LIMIT);
    let asked = Instant::now();
    let third = |link: &mut Link| link.request(&session()[2]);
    // A busy machine may miss the limit for the others too, but has answered them in the end.
    let before = replies(&mut tcp, &session()[..2]);
    assert_eq!(third(&mut tcp), Err(LinkError::NoAnswer));
    assert!(asked.elapsed() >= REPLY_TIME_LIMIT);
    assert!(before.iter().all(|reply| matches!(reply, Ok(_) | Err(LinkError::NoAnswer))));
}

#[test]
fn a_crash_is_seen_with_its_message() {
    let faults = Faults { modify_alone: true, ..Faults::default() };
    let modify = Command::Modify {
        termination: termination("ip/12/162/1"),
        media: media(2, Mode::SendReceive),
    };
    let requests = [
        Message::request(1, ContextId::Choose, add(2)),
        Message::request(2, ContextId::Number(1), modify),
        Message::request(3, ContextId::Choose, add(2)),
    ];
    let message = "termination 1 is modified, but there is no far end";
    let crashed = Err(LinkError::Crashed(message.to_string()));
    for mut link in both(faults) {
        let replies = replies(&mut link, &requests);
        assert!(replies[0].is_ok());
        // There is no proxy any more.
        assert_eq!(replies[1..], [crashed.clone(), crashed.clone()]);
    }
}

#[test]
fn a_request_without_a_text_form_is_not_sent() {
    let media = MediaDescriptor::OneStream(StreamParameters::default());
    let command = Command::Add { termination: TerminationId::Choose, media };
    let empty = Message::request(1, ContextId::Choose, command);
    for mut link in both(Faults::default()) {
        assert!(matches!(link.request(&empty), Err(LinkError::Encode(_))));
    }
    // With the fault it is, and the proxy cannot read it.
    for mut link in both(Faults { empty_parameters_encode: true, ..Faults::default() }) {
        let reply = link.request(&empty).unwrap();
        assert_eq!(reply.error(), Some(&ErrorCode::SyntaxErrorInCommand.descriptor()));
    }
}

#[test]
fn a_numeric_termination_shrinks_to_zeros() {
    let adding = |termination: TerminationId| {
        let mut link = Link::in_memory(Faults { numeric_termination: true, ..Faults::default() });
        link.request(&Message::request(1, ContextId::Choose, add(1))).unwrap();
        let command = Command::Add { termination, media: media(1, Mode::Inactive) };
        link.request(&Message::request(2, ContextId::Number(1), command)).map(|_| ())
    };
    let summary = Runner::named("numbers").run(&for_all(numeric_termination_id(), adding));
    let smallest = &summary.failure().unwrap().arguments[0].debug;
    assert_eq!(smallest, "Path([Number(0), Number(0), Number(0), Number(0)])");
}
