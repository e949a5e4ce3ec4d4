//! `proc_reg`, an extended process registry with an optimisation that did not work: sections 2, 5.5, 6 and 7.
//!
//! The registry is a server and a [table]. A name is registered with two entries: a forward one, from
//! the name to the process, and a reverse one, from the process to the monitor by which the server hears of
//! its end. To save messages, clients make the forward entry themselves, and tell the server with a message
//! that nobody waits for. What that should come to is the [specification].

pub mod client;
pub mod server;
pub mod specification;
pub mod table;

#[cfg(test)]
mod sequential_tests;
#[cfg(test)]
mod tests;

use lawful::Law;
use lawful::generate::{Elements, elements};
use lawful::prelude::for_all;
use lawful_pulse::process::{Down, Pid, kill, monitor, named, receive_as};
use lawful_pulse::scheduled;

use super::STUDY;
use crate::exhibit::Exhibit;
use client::ProcReg;

/// The versions of the registry, in the order in which the paper comes to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// As it was believed to work.
    Original,
    /// Clients make both entries in one step, the reverse one without a monitor (section 6.1).
    DummyReverse,
    /// Also, a process that is dead is not registered (section 6.2).
    LivenessCheck,
    /// Also, a process can register only itself (section 7).
    OnlyOneself,
}

/// All versions.
pub const VERSIONS: [Version; 4] =
    [Version::Original, Version::DummyReverse, Version::LivenessCheck, Version::OnlyOneself];

/// A process that is at its end.
fn dead_process() -> Pid {
    let dead = named("dead").spawn(|| receive_as::<()>());
    monitor(dead);
    kill(dead);
    receive_as::<Down>();
    dead
}

/// Registers a dead process `before` times under a name, and then in two processes at once. The
/// specification says that to register a dead process always succeeds.
pub fn register_dead_process(version: Version, before: u32, name: &'static str) {
    let registry = ProcReg::start(version);
    let dead = dead_process();
    for _ in 0..before {
        registry.register(name, dead).expect("a dead process can be registered");
    }
    for client in ["APid", "BPid"] {
        let registry = registry.clone();
        named(client).spawn_link(move || {
            registry.register(name, dead).expect("a dead process can be registered");
        });
    }
}

fn names() -> Elements<&'static str> {
    elements(["a", "b", "c"])
}

/// The law of which section 6.1 tells, and with one registration `before` it that of section 6.2.
pub fn dead_processes_can_be_registered(version: Version, before: u32) -> impl Law {
    for_all(names(), move |name| {
        scheduled(move || register_dead_process(version, before, name)).schedules(200)
    })
}

/// The races of section 6.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "proc_reg_overtaken",
            "Section 6.1: a dead process is registered twice in parallel. The request for an audit overtakes \
             the message that tells the server what to find.",
            dead_processes_can_be_registered(Version::Original, 0),
        ),
        STUDY.holds(
            "proc_reg_with_dummies",
            "With a reverse entry from the beginning the server finds what to delete.",
            dead_processes_can_be_registered(Version::DummyReverse, 0),
        )
        .tests(4),
        STUDY.breaks(
            "proc_reg_audited_twice",
            "Section 6.2: the name was registered before. Both clients ask for an audit, and then both think \
             that the name is free.",
            dead_processes_can_be_registered(Version::DummyReverse, 1),
        ),
        STUDY.holds(
            "proc_reg_with_liveness_check",
            "It is an altogether rather unwise idea ever to insert a dead process.",
            dead_processes_can_be_registered(Version::LivenessCheck, 1),
        )
        .tests(4),
    ]
}
