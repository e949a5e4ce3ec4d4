//! The programs of figures 2.1, 2.2 and 2.3.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use lawful::Law;
use lawful::generate::{Elements, elements};
use lawful::prelude::for_all;
use lawful::pulse::process::{
    Exit, Pid, Reason, exit_self, link, receive_as, send, spawn, spawn_link, trap_exits,
};
use lawful::pulse::{effects, scheduled};

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::arguments;

/// `procA`: spawns a process, sends it the reason to exit with, and then links to it. Gives the reason that
/// it hears of. In the paper the message is `a`, and the reason always `kill`; and the process is called `procA.PidB`, after
/// the variable that it is kept in, which here has the name of its function.
pub fn spawn_then_link(reason: Reason) -> Reason {
    let other = spawn(exit_as_told);
    send(other, reason);
    trap_exits(true);
    link(other);
    heard_from(other)
}

/// The same with `spawn_link`, which exists because of this race.
pub fn spawn_linked(reason: Reason) -> Reason {
    trap_exits(true);
    let other = spawn_link(exit_as_told);
    send(other, reason);
    heard_from(other)
}

/// `procB`.
fn exit_as_told() {
    exit_self(receive_as());
}

fn heard_from(other: Pid) -> Reason {
    let Exit { from, reason } = receive_as();
    assert_eq!(from, other);
    reason
}

/// A file, as far as this program needs one: its name and its text.
pub struct File(&'static str, Mutex<String>);

impl File {
    /// An empty file.
    pub fn new(name: &'static str) -> Self {
        File(name, Mutex::default())
    }

    /// The text.
    pub fn text(&self) -> String {
        self.1.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A file prints as its name.
impl fmt::Debug for File {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

effects! {
    /// `file:write_file`.
    pub fn write_file(file: &File, text: &str) {
        *file.1.lock().unwrap_or_else(PoisonError::into_inner) = text.to_string();
    }
}

/// `write_race`: two processes write to the same file.
pub fn write_race(file: &Arc<File>) -> Pid {
    let own = file.clone();
    let other = spawn(move || write_file(&own, "a"));
    write_file(file, "b");
    other
}

fn reasons() -> Elements<Reason> {
    elements([Reason::Kill, Reason::Normal, Reason::Other("tired".into())])
}

/// Whoever is told to exit is heard of with that reason.
fn is_heard_of(run: fn(Reason) -> Reason) -> impl Law {
    for_all(reasons(), move |reason| scheduled(move || assert_eq!(run(reason.clone()), reason)))
}

/// What the figures say, as laws.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "spawn_then_link",
            "Figures 2.1 and 2.2: the process may be at its end before it is linked to. Then the reason is \
             another one.",
            is_heard_of(spawn_then_link),
        )
        .finds(arguments(["Kill"]).with_switches(1).with_reason(["NoProcess"])),
        STUDY.holds(
            "spawn_linked",
            "The reason for the existence of `spawn_link`.",
            is_heard_of(spawn_linked),
        ),
    ]
}
