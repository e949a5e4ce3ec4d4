//! The exhibits, the figures and the dinner.

use std::sync::Arc;

use lawful::Runner;
use lawful::data::{EventKind, TaskEnd, Trace};
use lawful::pulse::process::{Down, Reason, monitor, receive_as};
use lawful::pulse::scheduled;
use lawful::report::trace::{dot, svg, table};

use super::exploring::outcomes;
use super::figures::{self, File, spawn_linked, spawn_then_link, write_race};
use super::philosophers::{self, Manners, everybody_eats};
use super::{election, proc_reg};
use crate::checking::assert_as_expected_with;

#[test]
fn every_exhibit_is_as_expected() {
    for exhibits in [figures::exhibits(), philosophers::exhibits(), election::exhibits()] {
        assert_as_expected_with(&exhibits, 1..=2);
    }
    // What breaks in it is cut down with other seeds in its own tests.
    assert_as_expected_with(&proc_reg::exhibits(), 4..=4);
}

/// The trace of a run in which something does not hold.
fn trace_where(fails: impl Fn()) -> Trace {
    let summary = Runner::named("figure").seed(1).run(&scheduled(fails));
    let failure = summary.failure().expect("some schedule is the one of the figure");
    failure.trace().cloned().expect("it ran under a scheduler")
}

fn texts(trace: &Trace, task: usize) -> Vec<&str> {
    let own = trace.events.iter().filter(|event| event.task == task);
    own.filter(|event| event.kind != EventKind::Wait).map(|event| event.text.as_str()).collect()
}

/// The place of an event.
fn event(trace: &Trace, text: &str) -> usize {
    let found = trace.events.iter().position(|event| event.text.contains(text));
    found.unwrap_or_else(|| panic!("no event says {text:?}: {trace:#?}"))
}

#[test]
fn the_exit_is_heard_of_in_two_ways_and_no_other() {
    let reasons = outcomes(|| spawn_then_link(Reason::Kill));
    assert_eq!(reasons, [Reason::Kill, Reason::NoProcess].into());
    assert_eq!(outcomes(|| spawn_linked(Reason::Kill)), [Reason::Kill].into());
}

#[test]
fn figure_1_shows_the_link_before_the_exit() {
    let trace = trace_where(|| assert_ne!(spawn_then_link(Reason::Kill), Reason::Kill));
    let sends = "sends Kill to exit_as_told";
    let hears = "receives exit of exit_as_told: kill";
    let root = [
        "starts",
        "spawns exit_as_told",
        sends,
        "traps exits: true",
        "links to exit_as_told",
        hears,
    ];
    assert_eq!(texts(&trace, 0)[..6], root);
    assert_eq!(texts(&trace, 1), ["starts", "receives Kill from main", "exits: kill"]);
    assert_eq!(trace.tasks[1].end, TaskEnd::Exited("kill".into()));
    assert_arrow(&trace, sends, "receives Kill");
    assert_arrow(&trace, "exits: kill", hears);
}

/// A grey arrow in both pictures.
fn assert_arrow(trace: &Trace, from: &str, to: &str) {
    let (from, to) = (event(trace, from), event(trace, to));
    assert_eq!(trace.events[to].from, Some(from));
    assert!(trace.happened_before(from, to) && !trace.happened_before(to, from));
    let arrow = format!("event_{from} -> event_{to} [color=gray];");
    assert!(dot(trace).contains(&arrow), "{}", dot(trace));
}

#[test]
fn figure_2_shows_the_exit_before_the_link() {
    let trace = trace_where(|| assert_ne!(spawn_then_link(Reason::Kill), Reason::NoProcess));
    let (exits, links) = (event(&trace, "exits: kill"), event(&trace, "links to exit_as_told"));
    assert!(exits < links);
    assert_arrow(&trace, "sends Kill to exit_as_told", "receives Kill");
    assert_arrow(&trace, "links to exit_as_told", "receives exit of exit_as_told: no process");
    assert!(table(&trace, 120).iter().any(|line| line.contains("exit_as_told")));
}

/// The file after both have written.
fn written() -> String {
    let file = Arc::new(File::new("a.txt"));
    monitor(write_race(&file));
    receive_as::<Down>();
    file.text()
}

#[test]
fn either_write_may_be_the_last() {
    assert_eq!(outcomes(written), ["a".to_string(), "b".to_string()].into());
}

#[test]
fn figure_3_joins_the_two_writes_with_a_dotted_arrow() {
    for last in ["a", "b"] {
        let trace = trace_where(|| assert_ne!(written(), last));
        let of_root = event(&trace, "write_file(\"a.txt\", ");
        let writes: Vec<usize> = (0..trace.events.len())
            .filter(|event| trace.events[*event].kind == EventKind::Effect)
            .collect();
        assert_eq!((writes.len(), writes[0]), (2, of_root));
        let first = if last == "a" { 0 } else { 1 };
        // The paper's `write_race.Pid`.
        assert!(trace.tasks[1].name.starts_with("write_race:"), "{:?}", trace.tasks[1].name);
        assert_eq!(trace.events[writes[0]].task, first);
        assert_eq!(trace.races(), [(writes[0], writes[1])]);
        let arrow = format!("event_{} -> event_{} [style=dotted", writes[0], writes[1]);
        assert!(dot(&trace).contains(&arrow));
        assert_eq!(svg(&trace).matches("class=\"race\"").count(), 1);
    }
}

#[test]
fn philosophers_who_take_the_left_fork_first_wait_for_each_other() {
    let summary = Runner::named("dinner").seed(1).run(&everybody_eats(Manners::LeftFirst));
    let failure = summary.failure().expect("the law is broken");
    assert_eq!(failure.arguments[0].debug, "2");
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!(law, "tasks wait for each other for ever");
    for number in 1..=2 {
        let waits = format!("`philosopher {number}` waits for a message");
        assert!(message.contains(&waits), "{message}");
    }
}
