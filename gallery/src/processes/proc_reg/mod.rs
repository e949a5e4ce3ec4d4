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
mod parallel_tests;
#[cfg(test)]
mod sequential_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod threads_tests;

use lawful::machine::Shared;
use lawful::parallel::{Parallel, Schedules, Threads};
use lawful::pulse::process::{
    Down, Order, Pid, kill, monitor, receive_as, self_pid, send, spawn, spawn_link,
};
use lawful::pulse::scheduled;
use lawful::run::Failure;

use super::STUDY;
use crate::exhibit::{Exhibit, Soak};
use crate::finding::{calls, reason};
use client::{BadArgument, ProcReg};
use specification::{Model, NAMES, machine, machine_on_threads, machine_under};

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
    fn dead() {
        receive_as::<()>();
    }
    let dead = spawn(dead);
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
    for _ in 0..2 {
        let registry = registry.clone();
        spawn_link(move || {
            registry.register(name, dead).expect("a dead process can be registered");
        });
    }
}

/// The law that calls of the registry are atomic, whatever the schedule.
pub fn calls_are_atomic(version: Version) -> AtOnce {
    Parallel::scheduled(machine(version))
}

/// The law as in the paper: messages arrive in the order that Erlang promises between nodes, and each branch is a
/// process of its own.
pub fn calls_are_atomic_between_nodes(version: Version) -> AtOnce {
    Parallel::scheduled(machine_under(version, Order::Pairs, &NAMES)).own_tasks()
}

/// The law on real threads, as in section 4.4, where whether a race shows is a matter of luck.
pub fn calls_are_atomic_on_threads(version: Version) -> Parallel<Model, ProcReg, Shared, Threads> {
    Parallel::threads(machine_on_threads(version)).branches(2)
}

/// Registers a dead process once, and then in two processes at once; if both ask for an audit, both must succeed.
pub fn audit_twice(version: Version) {
    let registry = ProcReg::start(version);
    let (dead, parent) = (dead_process(), self_pid());
    registry.register("b", dead).expect("a dead process can be registered");
    for _ in 0..2 {
        let registry = registry.clone();
        spawn(move || send(parent, registry.register("b", dead)));
    }
    let results: [Result<(), BadArgument>; 2] = [receive_as(), receive_as()];
    assert!(registry.audits() < 2 || results == [Ok(()); 2], "audited twice, and {results:?}");
}

/// The same with three branches and one name, which is what the race of section 7 is about: dead processes are not
/// registered any more, but one may die after it was found alive. The paper says that this takes three branches. The
/// smallest case has two: whoever kills the process can also be the one who then does not get its name for another.
pub fn calls_of_three_are_atomic(version: Version) -> AtOnce {
    Parallel::scheduled(machine_under(version, Order::Causal, &["a"])).branches(3)
}

/// A registry that is called at once.
pub type AtOnce = Parallel<Model, ProcReg, Shared, Schedules>;

/// What passes 20,000 tests.
pub fn soak() -> Vec<Soak> {
    let of_two = calls_are_atomic(Version::OnlyOneself).branches(2);
    let of_three = calls_are_atomic(Version::OnlyOneself).branches(3);
    vec![
        Soak::held("proc_reg_for_oneself", of_two, 20_000),
        Soak::held("proc_reg_for_oneself_by_three", of_three, 20_000),
    ]
}

/// Number of audits that the server was asked for in the run that is shown.
fn audits(failure: &Failure) -> usize {
    let events = failure.trace().map_or(&[][..], |trace| &trace.events);
    let asked = |text: &str| text.starts_with("sends") && text.contains("Audit(");
    events.iter().filter(|event| asked(&event.text)).count()
}

/// The call that fails, in the papers' cases.
const REGISTER: &str = "register(\"a\", v1);";

/// The races of section 6, and what has none. That of section 7 takes too long to be shown here.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "proc_reg_overtaken",
            "Section 6.1: a dead process is registered twice in parallel. The request for an audit overtakes \
             the message that tells the server what to find.",
            calls_are_atomic(Version::Original),
        )
        .finds(
            calls(["let v1 = spawn();", "kill(v1);", REGISTER, REGISTER]).with_branches(&[2, 1, 1]),
        ),
        STUDY.breaks(
            "proc_reg_overtaken_between_nodes",
            "The same as the paper has it: each branch is a process, and only messages of one process to another stay in \
             order. Then a message of the prefix is overtaken as well, so that one branch can do.",
            calls_are_atomic_between_nodes(Version::Original),
        )
        .finds(
            calls(["let v1 = spawn();", "kill(v1);", REGISTER, REGISTER])
                .or_calls(["let v1 = spawn();", REGISTER, "kill(v1);", REGISTER])
                .such_that("an audit is asked for", |failure| audits(failure) >= 1),
        ),
        STUDY.breaks(
            "proc_reg_registered_before",
            "Section 6.2: with a reverse entry from the beginning the server finds what to delete. But the name was \
             registered before, and both clients find it taken by a dead process. In the paper both ask for an audit; \
             the fewest context switches show it with one audit, since the other client takes the name that is free then.",
            calls_are_atomic(Version::DummyReverse),
        )
        .finds(
            calls(["let v1 = spawn();", "kill(v1);", REGISTER, REGISTER, REGISTER])
                .with_branches(&[3, 1, 1])
                .such_that("an audit is asked for", |failure| audits(failure) >= 1),
        ),
        STUDY.breaks(
            "proc_reg_registered_before_between_nodes",
            "The same with the paper's order of messages.",
            calls_are_atomic_between_nodes(Version::DummyReverse),
        )
        .finds(
            calls(["let v1 = spawn();", "kill(v1);", REGISTER, REGISTER, REGISTER])
                .such_that("an audit is asked for", |failure| audits(failure) >= 1),
        ),
        STUDY.breaks(
            "proc_reg_audited_twice",
            "Section 6.2 as it is told: both clients ask for an audit, and then both think that the name is free. Schedules \
             in which only one of them asks are left out.",
            scheduled(|| audit_twice(Version::DummyReverse)),
        )
        .finds(
            reason(["audited twice"])
                .such_that("two audits are asked for", |failure| audits(failure) == 2),
        ),
        STUDY.holds(
            "proc_reg_for_oneself",
            "Where a process can register only itself, no dead process is ever registered.",
            calls_are_atomic(Version::OnlyOneself),
        )
        .tests(12),
        STUDY.holds(
            "proc_reg_for_oneself_by_three",
            "With three branches, too.",
            calls_of_three_are_atomic(Version::OnlyOneself),
        )
        .tests(12),
    ]
}
