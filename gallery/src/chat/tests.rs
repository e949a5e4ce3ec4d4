//! The exhibits, the smallest programs, and a chat of threads.

use lawful::machine::Testing;
use lawful::prelude::*;
use lawful::report::sequence;

use std::thread;
use std::time::Duration;

use lawful::pulse::process::{Pid, is_alive, receive_as, receive_as_within, self_pid, send};

use super::exhibits;
use super::server::{Answer, Fault, Request, Said, Server, Stopped};
use super::specification::{One, Several, at_once, chat};
use crate::checking::{assert_as_expected, assert_smallest_program};

#[law]
fn everybody_receives_what_the_others_send() -> impl Law {
    chat(4, Several, None)
}

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

/// A fault is found whatever else happens at the same time, and shrinks to calls one after the other.
#[test]
fn an_echo_is_found_among_calls_at_once() {
    let law = at_once(2, Several, Some(Fault::Echoes));
    let summary = Runner::named("at once").tests(400).seed(1).first_failure().run(&law);
    let failure = summary.failure().expect("a case breaks the law");
    let calls = sequence::calls(failure.calls());
    assert!((6..=7).contains(&calls.len()), "{calls:#?}");
    assert!(calls.iter().any(|call| call.contains("client_receive(")), "{calls:#?}");
}

/// The phases are all gone through, and the room is full now and then.
#[test]
fn many_cases_come_to_their_end() {
    let machine = chat(2, Several, None).testing(Testing::Negative);
    let summary = Runner::named("phases").tests(1_000).seed(1).run(&machine);
    let ran = |command: &str| {
        let mut counts = summary.counts.iter();
        counts.find(|(counted, _)| counted.table == "commands" && counted.name == command)
    };
    assert!(ran("stop_server").is_some_and(|(_, count)| *count > 300), "{:?}", summary.counts);
    assert!(ran("connect_when_full").is_some_and(|(_, count)| *count > 300));
}

/// The paper's program, to the call.
#[test]
fn a_forgotten_client_takes_three_calls() {
    let calls = ["let v1 = start_server();", "let v2 = connect(v1);", "send(v2, 0);"];
    assert_smallest_program(&chat(2, One, Some(Fault::ForgetsTheFirst)), &calls);
}

#[test]
fn one_who_leaves_is_enough_to_count_wrong() {
    let calls = ["let v1 = start_server();", "let v2 = connect(v1);", "disconnect(v2);"];
    assert_smallest_program(&chat(2, One, Some(Fault::CountsTheGone)), &calls);
}

/// The first message is sent while nobody else is there, so that no one else waits for it. With both
/// clients there from the beginning it takes seven calls, none of which can be left out.
#[test]
fn an_echo_is_heard_when_something_else_is_expected() {
    let machine = chat(2, Several, Some(Fault::Echoes));
    let smallest = [
        "let v1 = start_server();",
        "let v2 = connect(v1);",
        "send(v2, 0);",
        "let v4 = connect(v1);",
        "send(v4, 1);",
        "client_receive(v2);",
    ];
    assert_smallest_program(&machine, &smallest);
}

#[test]
fn the_third_client_is_the_one_who_hears_nothing() {
    let calls = [
        "let v1 = start_server();",
        "let v2 = connect(v1);",
        "let v3 = connect(v1);",
        "let v4 = connect(v1);",
        "send(v2, 0);",
        "client_receive(v4);",
    ];
    assert_smallest_program(&chat(5, One, Some(Fault::ThinksOfTwo)), &calls);
}

/// Message of a user: its number, and the number of the text.
type Text = (usize, u32);

/// More time than an answer takes.
const MINUTE: Duration = Duration::from_secs(60);

/// A user logs in, talks while it listens, hears the others out and logs out. Returns what it heard.
fn chat_along(server: Pid, user: usize, users: usize, texts: u32) -> Vec<Text> {
    send(server, Request::<Text>::Connect(self_pid()));
    assert_eq!(receive_as_within(MINUTE), Some(Answer::Ok));
    // No user talks before all are there.
    loop {
        send(server, Request::<Text>::NumberOfClients(self_pid()));
        match receive_as_within(MINUTE) {
            Some(Answer::Clients(number)) if number == users => break,
            Some(Answer::Clients(_)) => thread::yield_now(),
            answer => panic!("{answer:?}"),
        }
    }
    let mut heard = Vec::new();
    for text in 0..texts {
        send(server, Request::Post(self_pid(), (user, text)));
        while let Some(Said(text)) = receive_as_within(Duration::ZERO) {
            heard.push(text);
        }
    }
    while heard.len() < (users - 1) * texts as usize {
        let Said(text) = receive_as_within(MINUTE).expect("all texts arrive");
        heard.push(text);
    }
    heard
}

/// The server as an ordinary program: no scheduler, and a thread for each user.
#[test]
fn users_on_threads_hear_each_other() {
    const USERS: usize = 5;
    const TEXTS: u32 = 200;
    let server = Server::<Text>::start(USERS, None);
    let pid = server.pid();
    let user = |user: usize| {
        thread::spawn(move || {
            let heard = chat_along(pid, user, USERS, TEXTS);
            send(pid, Request::<Text>::Disconnect(self_pid()));
            heard
        })
    };
    let users: Vec<_> = (0..USERS).map(user).collect();
    for (user, thread) in users.into_iter().enumerate() {
        let heard = thread.join().expect("a user hears all others");
        for other in (0..USERS).filter(|other| *other != user) {
            let of_other = heard.iter().filter(|(sender, _)| *sender == other);
            assert!(of_other.map(|(_, text)| *text).eq(0..TEXTS), "{user} of {other}");
        }
        assert!(heard.iter().all(|(sender, _)| *sender != user));
    }
    assert_eq!((server.number_of_clients(), server.stop()), (Ok(0), Ok(())));
    assert!(server.number_of_clients().is_err() && !is_alive(pid));
}

#[test]
fn a_stopped_server_tells_its_clients() {
    let server = Server::<Text>::start(1, None);
    let pid = server.pid();
    let client = thread::spawn(move || {
        send(pid, Request::<Text>::Connect(self_pid()));
        assert_eq!(receive_as::<Answer>(), Answer::Ok);
        receive_as_within::<Stopped>(MINUTE).is_some()
    });
    while server.number_of_clients() != Ok(1) {
        thread::yield_now();
    }
    assert!(server.connect().is_err(), "the room is full");
    assert_eq!(server.stop(), Ok(()));
    assert!(client.join().unwrap());
}
