//! The registry used by one process at a time, and its races.

use lawful::Law;
use lawful::data::{Trace, TracedEvent};
use lawful::pulse::process::{
    Order, Pid, is_alive, kill, order, receive_as, self_pid, send, spawn,
};
use lawful::pulse::{Scheduled, scheduled};

use super::client::{BadArgument, ProcReg};
use super::{VERSIONS, Version, dead_process, register_dead_process};
use crate::processes::exploring::{holds_everywhere, holds_in_many};

/// A process that registers itself and echoes what it gets, and whether that worked.
fn echo(registry: &ProcReg, name: &'static str) -> (Pid, Result<(), BadArgument>) {
    let (registry, parent) = (registry.clone(), self_pid());
    let echo = spawn(move || {
        send(parent, registry.register(name, self_pid()));
        loop {
            send(parent, receive_as::<u32>());
        }
    });
    (echo, receive_as())
}

#[test]
fn one_client_finds_what_the_specification_says() {
    for version in VERSIONS {
        let law = scheduled(move || {
            let registry = ProcReg::start(version);
            assert_eq!(registry.whereis("a"), None);
            assert_eq!(registry.unregister("a"), Err(BadArgument));
            let (first, registered) = echo(&registry, "a");
            assert_eq!((registered, registry.whereis("a")), (Ok(()), Some(first)));
            assert_eq!(echo(&registry, "a").1, Err(BadArgument));
            assert_eq!(registry.send("a", 7_u32), Ok(()));
            assert_eq!(receive_as::<u32>(), 7);
            // The dead lose their names, also if the server has not heard of it.
            kill(first);
            assert!(!is_alive(first));
            assert_eq!(registry.whereis("a"), None);
            let (second, registered) = echo(&registry, "a");
            assert_eq!((registered, registry.whereis("a")), (Ok(()), Some(second)));
            assert_eq!(registry.unregister("a"), Ok(()));
            assert_eq!(
                (registry.whereis("a"), registry.send("a", 1_u32)),
                (None, Err(BadArgument))
            );
            // The same process under two names.
            assert_eq!(registry.register("b", self_pid()), Ok(()));
            assert_eq!(registry.register("c", self_pid()), Ok(()));
            assert_eq!(registry.whereis("c"), registry.whereis("b"));
        });
        // In the original the request of the second process can overtake the message of the first, so that
        // only the simplest schedule is sure to hold.
        let schedules = if version == Version::Original { 1 } else { 300 };
        assert!(holds_in_many(&law.schedules(schedules), 3), "{version:?}");
    }
}

#[test]
fn only_in_the_last_version_others_cannot_be_registered() {
    for version in VERSIONS {
        let law = scheduled(move || {
            let registry = ProcReg::start(version);
            let registered = registry.register("c", dead_process());
            assert_eq!(registered.is_ok(), version < Version::OnlyOneself);
        });
        assert!(holds_in_many(&law, 2), "{version:?}");
    }
}

fn twice_in_parallel(version: Version, promised: Order) -> Scheduled<impl Fn() + Clone> {
    scheduled(move || {
        order(promised);
        register_dead_process(version, 0, "c");
    })
}

/// Section 6.1, with the order of messages between nodes.
#[test]
fn an_audit_that_overtakes_is_found_in_the_original() {
    let law = twice_in_parallel(Version::Original, Order::Pairs).schedules(2_000);
    assert!(!holds_in_many(&law, 1));
}

/// "The current Erlang virtual machine happens to deliver messages to local mailboxes instantaneously, which
/// means that one message cannot actually overtake another message sent earlier."
#[test]
fn on_one_virtual_machine_no_audit_overtakes() {
    let law = twice_in_parallel(Version::Original, Order::Mailbox);
    assert!(holds_in_many(&law.clone().schedules(1_000), 4));
    assert!(holds_everywhere(&law, 10_000).is_some());
}

#[test]
fn with_dummies_no_audit_is_in_vain() {
    let law = twice_in_parallel(Version::DummyReverse, Order::Pairs);
    assert!(holds_in_many(&law.clone().schedules(1_000), 4));
    assert!(holds_everywhere(&law, 10_000).is_some());
}

/// The message of the client that came first is delivered after the request that overtakes it.
#[test]
fn the_trace_shows_the_overtaking() {
    let law = twice_in_parallel(Version::Original, Order::Pairs);
    let failure = (1..=10).find_map(|seed| {
        let summary = lawful::Runner::named("overtaken").seed(seed).run(&law as &dyn Law);
        summary.failure().cloned()
    });
    let failure = failure.expect("a schedule breaks the law");
    let trace = failure.trace().expect("it ran under a scheduler");
    assert_overtaken(trace, "Cast(\"c\", ", "Audit(\"c\")");
}

/// Expects that a message was sent to the server before a request, and was not delivered before it.
pub fn assert_overtaken(trace: &Trace, message: &str, request: &str) {
    let event = |verb: &str, text: &str| {
        let is_it = |event: &TracedEvent| event.text.starts_with(verb) && event.text.contains(text);
        trace.events.iter().position(is_it)
    };
    let sent = event("sends", message).expect("the message that is overtaken was sent");
    let asked = event("sends", request).expect("an audit was asked for");
    let audited = event("receives", request).expect("the server got the request");
    assert!(sent < asked && asked < audited, "{trace:#?}");
    let delivered = event("receives", message);
    assert!(delivered.is_none_or(|delivered| audited < delivered), "{trace:#?}");
}

/// Section 6.2: the name was registered before, in the sequential part.
#[test]
fn the_second_race_needs_the_check_for_the_living() {
    let law = |version: Version| {
        scheduled(move || register_dead_process(version, 1, "b")).schedules(2_000)
    };
    assert!(!holds_in_many(&law(Version::DummyReverse), 2));
    assert!(holds_in_many(&law(Version::LivenessCheck), 2));
}
