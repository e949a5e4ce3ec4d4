//! Ten laws with data: the eight specifications that the macros were designed with, and two more.
//!
//! Laws that would have to remember each identity for ever remember it until that is retired.

use std::time::Duration;

use lawful::temporal::*;

use super::{Law, Stream};

#[derive(Clone, Copy, Debug)]
pub enum Event {
    Idle,
    Tick,
    Hungry,
    Eats,
    Request { id: u64 },
    Response { id: u64 },
    TimedOut { id: u64 },
    Sent { id: u64, from: char },
    Received { id: u64, by: char },
    Delivered { id: u64 },
    Retired { id: u64 },
    Open { fd: u64 },
    Use { fd: u64 },
    Close { fd: u64 },
    Lock { thread: u64, lock: u64 },
    Unlock { thread: u64, lock: u64 },
    Enter { who: u64 },
    Leave { who: u64 },
    Leader { who: u64 },
}

use Event::*;

/// Events of a round.
const ROUND: u64 = 16;

/// Laws that remember something for each of many identities.
pub const REMEMBERS: &[&str] = &[
    "all_others_get_it_once",
    "answered_in_time",
    "locks_are_paired",
    "nothing_leaks",
    "at_most_once",
    "sent_leads_to_received",
    "answered_in_some_rounds",
];

pub fn stream(open: u64) -> Stream<Event> {
    Stream { laws: laws(), event: Box::new(move |number| event(number, open)) }
}

/// Number of open obligations of a case.
pub fn open_of(case: &str) -> u64 {
    case.strip_prefix("open_").and_then(|open| open.parse().ok()).unwrap_or(10)
}

/// Event of a stream in which what begins in a round ends `open` rounds later.
fn event(number: u64, open: u64) -> Event {
    let round = number / ROUND;
    let resource = round % (2 * open);
    let old = round.checked_sub(open);
    let ends = |event: fn(u64) -> Event| old.map_or(Idle, event);
    let frees = |event: &dyn Fn(u64) -> Event| old.map_or(Idle, |old| event(old % (2 * open)));
    match number % ROUND {
        0 => Request { id: round },
        1 => ends(|id| if id % 8 == 0 { TimedOut { id } } else { Response { id } }),
        2 => Sent { id: round, from: 'a' },
        3 => ends(|id| Received { id, by: 'b' }),
        4 => ends(|id| Received { id, by: 'c' }),
        5 => Delivered { id: round },
        6 => ends(|id| Retired { id }),
        7 => Open { fd: resource },
        8 => Use { fd: resource },
        9 => frees(&|fd| Close { fd }),
        10 => Lock { thread: resource, lock: resource },
        11 => frees(&|thread| Unlock { thread, lock: thread }),
        12 => Enter { who: round % 4 },
        13 => Leave { who: round % 4 },
        14 => Leader { who: 1 },
        _ => [Hungry, Tick, Eats, Tick][(round % 4) as usize],
    }
}

fn no_deadlock() -> Formula<Event> {
    never(is!(Hungry) & never(is!(Eats)) & at_least(2, is!(Tick)))
}

/// Each of the others receives a message once before it is retired.
fn all_others_get_it_once() -> Formula<Event> {
    always(when!(Sent { id, from } => {
        let others = ['a', 'b', 'c'].into_iter().filter(move |by| *by != from);
        all_of(others.map(|by| {
            let received = move || is!(Received { id: =id, by: =by });
            let again = (!received()).unless(is!(Retired { id: =id }));
            (!is!(Retired { id: =id })).until(received() & afterwards(again))
        }))
    }))
}

fn answered_in_time() -> Formula<Event> {
    let limit = Duration::from_secs(1_000);
    always(when!(Request { id } => {
        within(limit, is!(Response { id: =id }) | is!(TimedOut { id: =id }))
    }))
}

fn answered_in_some_rounds() -> Formula<Event> {
    always(when!(Request { id } => {
        within(rounds(1_000_000_000), is!(Response { id: =id }) | is!(TimedOut { id: =id }))
    }))
}

fn locks_are_paired() -> Formula<Event> {
    each!(Lock { thread: t, lock: l } | Unlock { thread: t, lock: l }, [t, l] => {
        let locks = || is!(Lock { thread: =t, lock: =l });
        let unlocks = || is!(Unlock { thread: =t, lock: =l });
        (!unlocks()).unless(locks())
            & always(locks().implies(afterwards((!locks()).until(unlocks()))))
            & always(unlocks().implies(afterwards((!unlocks()).unless(locks()))))
    })
}

fn nothing_leaks() -> Formula<Event> {
    always(when!(Open { fd } => eventually(is!(Close { fd: =fd }))))
        & always(when!(Close { fd } => {
            afterwards((!is!(Use { fd: =fd })).unless(is!(Open { fd: =fd })))
        }))
}

fn one_at_a_time() -> Formula<Event> {
    always(when!(Enter { who } => {
        afterwards((!is!(Enter { .. })).unless(is!(Leave { who: =who })))
    }))
}

fn at_most_once() -> Formula<Event> {
    always(when!(Delivered { id } => {
        afterwards((!is!(Delivered { id: =id })).unless(is!(Retired { id: =id })))
    }))
}

fn a_leader_at_last() -> Formula<Event> {
    eventually(some!(Leader { who } => never(is!(Leader { who: w } if *w != who))))
}

fn sent_leads_to_received() -> Formula<Event> {
    always(when!(Sent { id, .. } => eventually(is!(Received { id: =id, by: ='b' }))))
}

fn laws() -> Vec<Law<Event>> {
    vec![
        ("no_deadlock", no_deadlock()),
        ("all_others_get_it_once", all_others_get_it_once()),
        ("answered_in_time", answered_in_time()),
        ("locks_are_paired", locks_are_paired()),
        ("nothing_leaks", nothing_leaks()),
        ("one_at_a_time", one_at_a_time()),
        ("at_most_once", at_most_once()),
        ("a_leader_at_last", a_leader_at_last()),
        ("sent_leads_to_received", sent_leads_to_received()),
        ("answered_in_some_rounds", answered_in_some_rounds()),
    ]
}
