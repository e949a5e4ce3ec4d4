//! The [chat server](crate::chat::server) of appendix C.1, with the tester and the clients of appendix C.2.4.
//!
//! A tester starts a server and its clients, lets the clients post the messages of a table, stops the server, and ends the
//! clients. The paper's logic has no data, so its second property picks two random messages and a random client and
//! says something of these only. Here the formulas say it of all messages and clients of a run at once.
//!
//! Differences: a message is a letter and not a string; there are as many chairs as clients, and not always two; nothing
//! waits with a time limit, since the scheduler sees a process that waits for ever; and the paper's `iffinished`, by
//! which its properties hold of every run that is killed too early, is not needed, since such runs are told apart.

use std::collections::BTreeSet;
use std::time::Duration;

use lawful::generate::{Generator, elements, vec};
use lawful::pulse::process::{
    self, Order, Pid, named, receive_as, receive_as_within, self_pid, send,
};
use lawful::pulse::scheduled;
use lawful::temporal::*;
use lawful::{Law, for_all};

use super::STUDY;
use crate::chat::server::{self, Answer, Request, Said, serve};
use crate::exhibit::Exhibit;
use crate::finding::arguments;

/// Events of the tester and of the clients, those of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A process of the test started.
    Started {
        /// The process.
        who: Who,
    },
    /// A process of the test finished.
    Finished {
        /// The process.
        who: Who,
    },
    /// A client finished, in the version of section 4.2 that says so wrongly.
    Finishedx {
        /// The client.
        who: Who,
    },
    /// A client has a chair.
    Connected {
        /// Number of the client.
        by: usize,
    },
    /// A client is about to post a message: the paper's `started`.
    Posting {
        /// Number of the client.
        by: usize,
        /// The message.
        message: char,
    },
    /// A client has posted a message: the paper's `finished`.
    Posted {
        /// Number of the client.
        by: usize,
        /// The message.
        message: char,
    },
    /// A client received a message.
    Received {
        /// Number of the client.
        by: usize,
        /// The message.
        message: char,
    },
    /// A client has posted all its messages.
    AllMessagesSent {
        /// Number of the client.
        by: usize,
    },
    /// A client was told that the test ends.
    ReceivedEndOfTest {
        /// Number of the client.
        by: usize,
    },
    /// All clients have a chair.
    EveryClientConnected,
    /// All clients have posted all messages.
    EveryClientSentAllMessages,
    /// The test is over.
    EndOfTest,
}
use Event::*;

/// Process of the test that says when it starts and finishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The process that runs the test.
    Tester,
    /// The client of this number, from 1.
    Client(usize),
}

/// Fault of section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A client says `finishedx` instead of `finished`: an error of the test.
    SaysFinishedx,
    /// The server sends each message to its sender as well.
    Echoes,
}

/// Messages of each client, all different.
pub type Table = Vec<Vec<char>>;

/// Messages of the tester to a client.
#[derive(Debug)]
struct StartTalking;

#[derive(Debug)]
struct EndTest;

/// News of a client for the tester.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Connected,
    AllMessagesSent,
    Finished,
}

/// A client: its number, and the processes that it talks to.
#[derive(Clone, Copy)]
struct Client {
    by: usize,
    server: Pid,
    tester: Pid,
    fault: Option<Fault>,
}

impl Client {
    /// Connects, and posts these messages when the tester says so.
    fn run(self, messages: &[char]) {
        let Client { by, server, tester, .. } = self;
        event!(Started { who: Who::Client(by) });
        send(server, Request::<char>::Connect(self_pid()));
        assert_eq!(receive_as::<Answer>(), Answer::Ok);
        event!(Connected { by });
        send(tester, News::Connected);
        let StartTalking = receive_as();
        for message in messages {
            self.read_some();
            self.post(*message);
        }
        self.read_some();
        event!(AllMessagesSent { by });
        send(tester, News::AllMessagesSent);
        self.read_to_the_end();
        self.disconnect();
    }

    fn post(self, message: char) {
        let Client { by, server, .. } = self;
        event!(Posting { by, message });
        send(server, Request::Post(self_pid(), message));
        event!(Posted { by, message });
    }

    /// Reads some of the messages that are on their way. The paper throws dice for how many; here it is a choice of the
    /// schedule, which shrinks.
    fn read_some(self) {
        while let Some(Said(message)) = receive_as_within(Duration::ZERO) {
            event!(Received { by: self.by, message });
        }
    }

    /// Reads messages until the test ends.
    fn read_to_the_end(self) {
        let by = self.by;
        let next = || {
            process::receive(|message| {
                let message = message.take(|Said(message)| Some(message));
                message.or_else(|message| message.take(|EndTest| None))
            })
        };
        while let Some(message) = next() {
            event!(Received { by, message });
        }
        event!(ReceivedEndOfTest { by });
    }

    fn disconnect(self) {
        send(self.server, Request::<char>::Disconnect(self_pid()));
        send(self.tester, News::Finished);
        let who = Who::Client(self.by);
        match self.fault {
            Some(Fault::SaysFinishedx) => event!(Finishedx { who }),
            _ => event!(Finished { who }),
        }
    }
}

/// Waits until so many clients have said this.
fn hear(clients: &[Pid], expected: News) {
    for _ in clients {
        process::receive(|message| message.take_if(|news: &News| *news == expected, drop));
    }
}

/// Runs the test of the paper, with messages that arrive in a given order.
pub fn test(table: &Table, order: Order, fault: Option<Fault>) {
    process::order(order);
    event!(Started { who: Who::Tester });
    let (chairs, tester) = (table.len(), self_pid());
    let of_server = fault.filter(|fault| *fault == Fault::Echoes).map(|_| server::Fault::Echoes);
    let server = named("server").spawn_link(move || serve::<char>(chairs, of_server));
    let client = |(index, messages): (usize, &Vec<char>)| {
        let (client, messages) =
            (Client { by: index + 1, server, tester, fault }, messages.clone());
        named(format!("client {}", client.by)).spawn_link(move || client.run(&messages))
    };
    let clients: Vec<Pid> = table.iter().enumerate().map(client).collect();
    hear(&clients, News::Connected);
    event!(EveryClientConnected);
    clients.iter().for_each(|client| send(*client, StartTalking));
    hear(&clients, News::AllMessagesSent);
    event!(EveryClientSentAllMessages);
    send(server, Request::<char>::Stop(tester));
    assert_eq!(receive_as::<Answer>(), Answer::Ok);
    clients.iter().for_each(|client| send(*client, EndTest));
    hear(&clients, News::Finished);
    event!(Finished { who: Who::Tester });
    event!(EndOfTest);
}

/// Property 1: every process that was started finishes. The paper picks a random process of the trace.
pub fn all_finish(_: usize) -> Formula<Event> {
    always(when!(Started { who } => eventually(is!(Finished { who: =who }))))
        .named("every process that was started finishes")
}

/// Clients up to a number, without these.
fn clients_but<const N: usize>(
    clients: usize,
    excluded: [usize; N],
) -> impl Iterator<Item = usize> {
    (1..=clients).filter(move |client| !excluded.contains(client))
}

fn receives(by: usize, message: char) -> Formula<Event> {
    is!(Received { by: =by, message: =message })
}

/// Property 2, first part: all others receive each message exactly once, and its sender never does.
pub fn all_others_receive(clients: usize) -> Formula<Event> {
    always(when!(Posting { by, message } => {
        let others = clients_but(clients, [by]);
        all_of(others.map(|other| once(receives(other, message)))) & never(receives(by, message))
    }))
    .named("all others receive each message exactly once, and its sender never does")
}

/// Property 2, second part: messages that were posted one after the other arrive in that order at each client that sent
/// neither.
pub fn order_is_kept(clients: usize) -> Formula<Event> {
    always(when!(Posted { by: one, message: first } => {
        always(when!(Posting { by: other, message: second } => {
            let readers = clients_but(clients, [one, other]);
            all_of(readers.map(|by| order(receives(by, first), receives(by, second))))
        }))
    }))
    .named("messages that were posted one after the other arrive in that order")
}

fn are_unique(table: &Table) -> bool {
    let mut seen = BTreeSet::new();
    table.iter().flatten().all(|message| seen.insert(*message))
}

/// Tables of up to three different messages for each client. The paper has up to five, of up to five letters.
pub fn tables(clients: usize) -> impl Generator<Value = Table> {
    vec(vec(elements('a'..='z'), 0..=3), clients..=clients).filtered(are_unique)
}

/// Property of a test with a number of clients.
pub type Property = fn(usize) -> Formula<Event>;

/// The law of all tests with so many clients.
pub fn law(clients: usize, property: Property, order: Order, fault: Option<Fault>) -> impl Law {
    for_all(tables(clients), move |table: Table| {
        scheduled(move || test(&table, order, fault)).over_time(property(clients))
    })
}

/// The law of both properties of the right server on a single Erlang node.
pub fn right(clients: usize) -> impl Law {
    let both = |clients| all_finish(clients) & all_others_receive(clients) & order_is_kept(clients);
    law(clients, both, Order::Mailbox, None)
}

/// The paper's server, its two errors, and other orders of messages.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "chat",
            "Section 4 and appendix C: a chat server with two clients, on a single Erlang node. Both properties of the \
             paper, for all messages and clients of a run; the paper picks two messages and a client at random.",
            right(2),
        )
        .tests(30),
        STUDY.holds(
            "chat_of_three",
            "The same with three clients, which the paper's server has no chairs for. With two, no client can compare \
             the order of messages from two senders.",
            right(3),
        )
        .ours()
        .tests(20),
        STUDY.breaks(
            "chat_finishedx",
            "The first error of section 4.2: a client says `finishedx` in place of `finished`. The paper's failure has \
             two clients without messages, and so has this one.",
            law(2, all_finish, Order::Mailbox, Some(Fault::SaysFinishedx)),
        )
        .finds(arguments(["[[], []]"]).with_reason([
            "every process that was started finishes",
            "Started { who: Client(1) }",
            "never Finished { who: Client(1) }",
        ])),
        STUDY.breaks(
            "chat_echo",
            "The second error of section 4.2: the server sends a message to its sender, too. The paper's failure has one \
             message of one client, and so has this one.",
            law(2, all_others_receive, Order::Mailbox, Some(Fault::Echoes)),
        )
        .finds(arguments(["[[], ['a']]"]).with_reason([
            "all others receive each message exactly once, and its sender never does",
            "Posting { by: 2, message: 'a' }",
            "Received { by: 2, message: 'a' }",
        ])),
        STUDY.breaks(
            "chat_between_nodes",
            "The right server, with messages that arrive as Erlang promises it between nodes. Then it is the test that is \
             wrong: the tester's `stop` overtakes a message on its way to the server, or its `end_of_test` overtakes one \
             on its way from the server. The paper has all processes on one node.",
            law(2, all_others_receive, Order::Pairs, None),
        )
        .ours()
        .finds(arguments(["[[], ['a']]"]).or_arguments(["[['a'], []]"]).with_reason([
            "all others receive each message exactly once, and its sender never does",
            "Posting { by: ",
            "never Received { by: ",
        ])),
        STUDY.breaks(
            "chat_of_three_between_nodes",
            "The order of messages of two senders is not kept between nodes either: the later one overtakes the earlier \
             one on its way to the server. The paper's two clients cannot find that.",
            law(3, order_is_kept, Order::Pairs, None),
        )
        .ours()
        .finds(arguments(["[[], ['a'], ['b']]"]).with_reason([
            "messages that were posted one after the other arrive in that order",
            "Posted { by: 2, message: 'a' }",
            "Posting { by: 3, message: 'b' }",
            "Received { by: 1, message: 'b' }",
            "Received { by: 1, message: 'a' }",
        ])),
    ]
}
