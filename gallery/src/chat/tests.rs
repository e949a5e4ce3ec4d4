//! The exhibits, and the smallest programs.

use lawful::machine::Testing;
use lawful::prelude::*;

use super::exhibits;
use super::server::Fault;
use super::specification::{One, Several, chat};
use crate::checking::{assert_as_expected, assert_smallest_program};

#[law]
fn everybody_receives_what_the_others_send() -> impl Law {
    chat(4, Several, None)
}

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
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
