//! The generator of natural numbers of section 3.4: a process sends 0, 1, 2 and so on to another one, for ever.
//!
//! The paper writes the function `trace_correct` by hand, since its logic cannot say "the successor of the number before".
//! Here a formula says it, and [`trace_correct`] is the oracle that the tests compare the formula with.

use lawful::Law;
use lawful::pulse::process::{Pid, receive_as, send, spawn_link};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::reason;

/// Events of the program, those of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The program starts.
    Start,
    /// The receiver waits for a number.
    Waiting,
    /// The receiver got a number.
    Received(u64),
    /// A sender sent a number.
    Sent(u64),
}
use Event::*;

/// Processes that send the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// One process, as in the paper.
    One,
    /// One process for even and one for odd numbers. This fault is ours: the paper has no wrong version.
    EvenAndOdd,
}

/// Waits for a number and receives it.
pub(super) fn receive_number() {
    event!(Waiting);
    event!(Received(receive_as()));
}

/// Sends numbers to the receiver.
pub(super) fn send_all(receiver: Pid, numbers: impl Iterator<Item = u64>) {
    for number in numbers {
        send(receiver, number);
        event!(Sent(number));
        // To send is no scheduling point: without this one, an endless sender would never let another process run.
        thread::yield_now();
    }
}

/// Sends the natural numbers below `end` to a receiver.
pub(super) fn send_below(end: u64, receiver: Pid, senders: Senders) {
    event!(Start);
    match senders {
        Senders::One => send_all(receiver, 0..end),
        Senders::EvenAndOdd => {
            spawn_link(move || send_all(receiver, (0..end).step_by(2)));
            send_all(receiver, (1..end).step_by(2));
        }
    }
}

/// Starts the program. It does not end.
pub fn start(senders: Senders) {
    let receiver = spawn_link(|| {
        loop {
            receive_number();
        }
    });
    send_below(u64::MAX, receiver, senders);
}

/// The first number that is received is 0, and each other one is the successor of the one before.
pub fn counts_up() -> Formula<Event> {
    let first = (!is!(Received(_))).unless(is!(Received(=0)));
    let others = always(when!(Received(n) => {
        afterwards((!is!(Received(_))).unless(is!(Received(=n + 1))))
    }));
    first.named("the first number is 0") & others.named("each number is followed by its successor")
}

/// The paper's `trace_correct`: judges a trace by walking along it with the number that has to come next.
pub fn trace_correct<'a>(trace: impl IntoIterator<Item = &'a Event>) -> bool {
    let mut next = 0;
    for event in trace {
        match event {
            Received(number) if *number == next => next += 1,
            Received(_) => return false,
            _ => {}
        }
    }
    true
}

/// The law of the program. Its runs are cut, since they do not end.
pub fn law(senders: Senders) -> impl Law {
    // Nothing is owed by this formula, so the fair tail may be as short as it can be.
    let cut = TraceLaw::new(counts_up()).max_points(100).owed_for(25);
    scheduled(move || start(senders)).over_time(cut)
}

/// One sender and two.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "numbers",
            "Section 3.4: a process sends 0, 1, 2 and so on to another one. The paper checks the trace by a function \
             written by hand; here a formula with data says that the first number is 0 and each other one is the \
             successor of the one before.",
            law(Senders::One),
        )
        .tests(10),
        STUDY.breaks(
            "even_and_odd_numbers",
            "A wrong version of ours: a process sends the even numbers, and the one that spawned it the odd numbers. \
             Nothing makes them take turns.",
            law(Senders::EvenAndOdd),
        )
        .ours()
        .finds(reason(["the first number is 0", "event 4: Received(1)", "before any Received(0)"])),
    ]
}
