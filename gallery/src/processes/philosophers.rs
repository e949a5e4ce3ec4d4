//! Dining philosophers, with forks that are processes.
//!
//! A fork gives itself to one philosopher at a time, in the order in which it hears of them. Philosophers
//! who all take the fork on their left first can end up with one fork each.

use lawful::Law;
use lawful::prelude::for_all;
use lawful::pulse::process::{Down, Message, Pid, named, receive, receive_as, self_pid, send};
use lawful::pulse::scheduled;

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::arguments;

/// How the philosophers go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    /// Each takes the left fork first.
    LeftFirst,
    /// All but the last, who takes the right one first.
    OneIsRightHanded,
    /// Each takes the left fork first, but asks a waiter for a seat before, who always leaves one empty.
    Waiter,
}

#[derive(Debug)]
struct Take(Pid);

#[derive(Debug)]
struct Taken(Pid);

#[derive(Debug)]
struct PutDown(Pid);

/// Something that some can have at a time: a fork one, a waiter's seats all but one.
fn lender(count: usize) {
    let mut lent = Vec::new();
    loop {
        let is_free = lent.len() < count;
        receive(|message: Message| {
            let message = match is_free {
                true => message.take(|Take(who)| {
                    lent.push(who);
                    send(who, Taken(self_pid()));
                }),
                false => Err(message),
            };
            message
                .or_else(|message| message.take(|PutDown(who)| lent.retain(|other| *other != who)))
        });
    }
}

fn take(thing: Pid) {
    send(thing, Take(self_pid()));
    receive(|message: Message| message.take_if(|Taken(given)| *given == thing, drop));
}

fn dine(things: &[Pid]) {
    things.iter().for_each(|thing| take(*thing));
    things.iter().for_each(|thing| send(*thing, PutDown(self_pid())));
}

/// Lets so many philosophers eat once.
pub fn dinner(count: usize, manners: Manners) {
    let fork = |number: usize| named(format!("fork {number}")).spawn(|| lender(1));
    let forks: Vec<Pid> = (1..=count).map(fork).collect();
    let waiter =
        (manners == Manners::Waiter).then(|| named("waiter").spawn(move || lender(count - 1)));
    for number in 0..count {
        let (left, right) = (forks[number], forks[(number + 1) % count]);
        let is_last = number + 1 == count;
        let hands = match manners {
            Manners::OneIsRightHanded if is_last => [right, left],
            _ => [left, right],
        };
        let things: Vec<Pid> = waiter.into_iter().chain(hands).collect();
        named(format!("philosopher {}", number + 1)).spawn_monitor(move || dine(&things));
    }
    (0..count).for_each(|_| drop(receive_as::<Down>()));
}

/// Everybody eats, however many there are.
pub fn everybody_eats(manners: Manners) -> impl Law {
    for_all(2..=4_usize, move |count| scheduled(move || dinner(count, manners)))
}

/// Three ways to dine.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "left_first",
            "Two philosophers, each with one fork, wait for each other: nobody goes on, and no message is \
             on its way.",
            everybody_eats(Manners::LeftFirst),
        )
        .ours()
        .finds(arguments(["2"]).with_reason([
            "tasks wait for each other for ever",
            "`philosopher 1` waits for a message",
            "`philosopher 2` waits for a message",
        ])),
        STUDY.holds(
            "one_is_right_handed",
            "One who begins on the other side is enough.",
            everybody_eats(Manners::OneIsRightHanded),
        )
        .ours()
        .tests(12),
        STUDY.holds(
            "waiter",
            "So is a waiter who keeps a seat empty.",
            everybody_eats(Manners::Waiter),
        )
        .ours()
        .tests(12),
    ]
}
