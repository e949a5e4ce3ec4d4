//! A chat server: using-quickcheck-2008, section 4 and appendix C.
//!
//! Clients connect to a server, and what one of them sends, all others receive. The specification is
//! that of appendix C.3, with its phases: a server is started, is used for a while, all clients leave,
//! and it is stopped.
//!
//! The server and its clients are processes. Where one call follows another they run on threads, as in the program that is
//! shipped; calls at once run under the scheduler. The [laws over time](crate::temporal::chat) are about the same server.

pub mod server;
pub mod specification;

#[cfg(test)]
mod tests;

use lawful::machine::Testing;

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, calls};
use server::Fault;
use specification::{One, Several, at_once, chat};

static STUDY: Study = Study::of("chat", "using-quickcheck-2008, 4 and C", "an_echo");

/// The machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "chat",
            "The server of appendix C.1 for two clients, with its specification.",
            chat(2, One, None),
        ),
        STUDY.holds(
            "a_full_room",
            "The same with more clients, with messages that differ, and with negative testing: a client \
             too many is turned away, which the paper does not try.",
            chat(5, Several, None).testing(Testing::Negative),
        )
        .ours(),
        STUDY.breaks(
            "the_first_client_is_forgotten",
            "A server that has no case for messages from its first client, and dies of one. The paper's \
             failure of 15 commands shrinks to the same three as there.",
            chat(2, One, Some(Fault::ForgetsTheFirst)),
        )
        .finds(calls(["let v1 = start_server();", "let v2 = connect(v1);", "send(v2, 0);"])),
        STUDY.breaks(
            "nobody_leaves",
            "A server that counts those who have left.",
            chat(2, One, Some(Fault::CountsTheGone)),
        )
        .ours()
        .finds(calls(["let v1 = start_server();", "let v2 = connect(v1);", "disconnect(v2);"])),
        STUDY.holds(
            "an_echo_goes_unnoticed",
            "A server that sends messages back to their senders too. The specification of the paper does \
             not see it: all its messages are the same, so an echo passes for the next one.",
            chat(2, One, Some(Fault::Echoes)),
        )
        .ours(),
        STUDY.breaks(
            "an_echo",
            "With messages that differ it is seen as soon as a sender receives something.",
            chat(2, Several, Some(Fault::Echoes)),
        )
        .ours()
        .finds(Finding::default().such_that(
            "a message is received, after six or seven calls",
            |failure| {
                let last = failure.calls().last().map(|call| call.name.as_str());
                last == Some("client_receive") && (6..=7).contains(&failure.calls().len())
            },
        )),
        STUDY.breaks(
            "the_third_hears_nothing",
            "A server made for two, with more chairs. Two clients will never find out.",
            chat(5, One, Some(Fault::ThinksOfTwo)),
        )
        .ours()
        .finds(calls([
            "let v1 = start_server();",
            "let v2 = connect(v1);",
            "let v3 = connect(v1);",
            "let v4 = connect(v1);",
            "send(v2, 0);",
            "client_receive(v4);",
        ])),
        STUDY.holds(
            "calls_at_once",
            "Calls of two at once, whatever the schedule: each is a step, although clients and server are processes that \
             send each other messages. The paper makes one call after the other.",
            at_once(4, Several, None),
        )
        .ours()
        .tests(12),
    ]
}
