//! Explanations: the guilty parts with their events, for each operator and for random formulas.

use std::cell::RefCell;
use std::time::Duration;

use lawful::data::{Block, Document};
use lawful::prelude::*;
use lawful::temporal::{
    Ending, EventTrace, Formula, Stamp, afterwards, all_of, always, at_least, at_most, each, empty,
    event_where, eventually, exactly, is, never, order, rounds, some, stays, strong_next, when,
    within,
};

use super::agreement::{Random, Timed, trace_of, translated};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    Sent { id: u32, from: char },
    Received { id: u32, by: char },
    Hungry(u32),
    Eats(u32),
    Tick,
}
use Event::*;

fn sent(id: u32, from: char) -> Event {
    Sent { id, from }
}

fn received(id: u32, by: char) -> Event {
    Received { id, by }
}

#[track_caller]
fn explained<const N: usize>(
    formula: impl Into<Formula<Event>>,
    events: &[Event],
    lines: [&str; N],
) {
    let trace: EventTrace<Event> = events.iter().cloned().collect();
    let explanation = formula.into().explain(&trace).expect("the trace breaks the formula");
    assert_eq!(explanation.lines(), lines);
    let marks = Document::from(Block::Marks(explanation.marks()));
    assert_eq!(marks.lines(), lines.map(|line| format!("  {line}")));
}

#[test]
fn always_names_the_first_event_that_breaks_it() {
    explained(always(!is!(Eats(_))), &[Tick, Eats(1), Eats(2)], ["event 2: Eats(1)"]);
    explained(never(is!(Eats(_))), &[Tick, Eats(1), Eats(2)], ["event 2: Eats(1)"]);
    explained(always(is!(Tick)), &[Tick, Eats(1)], ["event 2: Eats(1), not Tick"]);
}

#[test]
fn eventually_says_never_and_what_came_near() {
    explained(
        eventually(is!(Received { id: =3, by: ='b' })),
        &[received(2, 'c'), received(3, 'a'), received(9, 'b'), received(3, 'c')],
        [
            "never Received { id: 3, by: 'b' }   [events 1 to 4, where the trace ended]",
            "near: event 2: Received { id: 3, by: 'a' }",
            "near: event 3: Received { id: 9, by: 'b' }",
        ],
    );
    explained(eventually(is!(Tick)), &[], ["never Tick   [no event]"]);
}

#[test]
fn a_conjunction_is_explained_by_its_shortest_reason() {
    let long = always(is!(Hungry(_)).implies(eventually(is!(Eats(_)))));
    explained(long & never(is!(Tick)), &[Hungry(1), Tick], ["event 2: Tick"]);
}

#[test]
fn a_disjunction_is_explained_by_all_parts_in_the_order_of_their_events() {
    explained(
        never(is!(Eats(=2))) | never(is!(Eats(=1))),
        &[Eats(1), Eats(2)],
        ["event 1: Eats(1)", "event 2: Eats(2)"],
    );
}

#[test]
fn the_antecedent_is_context() {
    explained(
        always(is!(Hungry(_)).implies(eventually(is!(Eats(_))))),
        &[Eats(0), Hungry(1), Tick],
        ["event 2: Hungry(1)", "  never Eats   [events 2 to 3, where the trace ended]"],
    );
    explained(
        is!(Hungry(_)).leads_to(is!(Eats(_))),
        &[Hungry(1), Eats(1), Hungry(2), Hungry(3)],
        ["event 3: Hungry(2)", "  never Eats   [events 3 to 4, where the trace ended]"],
    );
}

#[test]
fn until_names_what_came_too_early_or_what_never_came() {
    explained(
        (!is!(Eats(_))).unless(is!(Hungry(_))),
        &[Tick, Eats(1), Hungry(1)],
        ["event 2: Eats(1)", "before any Hungry"],
    );
    explained(
        (!is!(Eats(_))).until(is!(Hungry(_))),
        &[Tick, Tick],
        ["never Hungry   [events 1 to 2, where the trace ended]"],
    );
}

#[test]
fn bound_values_are_shown_with_their_event() {
    let others = |from: char| ['a', 'b', 'c'].into_iter().filter(move |by| *by != from);
    let delivered = always(when!(Sent { id, from } => {
        all_of(others(from).map(|by| exactly(1, is!(Received { id: =id, by: =by }))))
    }));
    explained(
        &delivered,
        &[sent(3, 'c'), received(3, 'a')],
        [
            "event 1: Sent { id: 3, from: 'c' }",
            "  never Received { id: 3, by: 'b' }   [events 1 to 2, where the trace ended]",
            "  near: event 2: Received { id: 3, by: 'a' }",
        ],
    );
    explained(
        &delivered,
        &[sent(3, 'c'), received(3, 'a'), received(3, 'b'), received(3, 'b')],
        [
            "event 1: Sent { id: 3, from: 'c' }",
            "  2 times, not 1: Received { id: 3, by: 'b' }",
            "    event 3: Received { id: 3, by: 'b' }",
            "    event 4: Received { id: 3, by: 'b' }",
        ],
    );
}

#[test]
fn counts_are_told() {
    explained(
        at_most(1, is!(Tick)),
        &[Tick, Tick, Eats(1)],
        ["2 times, more than 1: Tick", "  event 1: Tick", "  event 2: Tick"],
    );
    explained(
        at_least(3, is!(Tick)),
        &[Tick, Eats(1), Tick],
        ["2 times, not 3 or more: Tick", "  event 1: Tick", "  event 3: Tick"],
    );
    explained(
        at_most(0, is!(Tick)),
        &vec![Tick; 7],
        [
            "7 times, not 0: Tick",
            "  3 more before these",
            "  event 4: Tick",
            "  event 5: Tick",
            "  event 6: Tick",
            "  event 7: Tick",
        ],
    );
}

#[test]
fn the_deadlock_of_the_paper_is_told_in_a_few_lines() {
    let deadlock = is!(Hungry(_)) & never(is!(Eats(_))) & at_least(2, is!(Tick));
    explained(
        never(deadlock),
        &[Eats(0), Hungry(1), Tick, Tick, Tick],
        [
            "event 2: Hungry(1)",
            "3 times, 2 of which are: Tick",
            "  event 3: Tick",
            "  event 4: Tick",
            "never Eats   [events 2 to 5, where the trace ended]",
        ],
    );
}

#[test]
fn order_names_both_events() {
    explained(
        order(is!(Hungry(_)), is!(Eats(_))),
        &[Hungry(1), Eats(1), Hungry(2)],
        ["event 2: Eats(1)", "before event 3", "event 3: Hungry(2)"],
    );
}

#[test]
fn limits_are_told_with_what_passed() {
    let mut trace = EventTrace::default();
    let at = |millis, round| Stamp { time: Duration::from_millis(millis), round };
    trace.push(sent(1, 'a'), at(0, 0), None);
    trace.push(received(1, 'b'), at(150, 9), None);
    let lines = |formula: Formula<Event>| formula.explain(&trace).unwrap().lines();
    let answered = |id: u32| is!(Received { id: =id, .. });
    assert_eq!(
        lines(always(when!(Sent { id, .. } => within(Duration::from_millis(100), answered(id))))),
        [
            "event 1: Sent { id: 1, from: 'a' }",
            "  event 2: Received { id: 1, by: 'b' }",
            "  too late: 150ms after event 1, not within 100ms",
        ]
    );
    assert_eq!(
        lines(stays(rounds(10), is!(Sent { .. }))),
        [
            "event 2: Received { id: 1, by: 'b' }, not Sent",
            "9 rounds after event 1: it has to stay for 10 rounds"
        ]
    );
    trace.ending = Ending::Cut;
    let lines = |formula: Formula<Event>| formula.explain(&trace).unwrap().lines();
    assert_eq!(
        lines(stays(rounds(20), !is!(Tick))),
        ["the trace ends before 20 rounds are over since event 1"]
    );
}

#[test]
fn each_names_the_values() {
    explained(
        each!(Hungry(who) | Eats(who), [who] => (!is!(Eats(=who))).unless(is!(Hungry(=who)))),
        &[Hungry(1), Eats(2), Eats(1)],
        ["for who = 2:", "  event 2: Eats(2)", "  before any Hungry(2)"],
    );
}

#[test]
fn a_binding_that_matched_is_nearer_than_any_other_event() {
    explained(
        eventually(some!(Hungry(who) => afterwards(eventually(is!(Eats(=who)))))),
        &[Tick, Hungry(1), Eats(2)],
        [
            "never some Hungry(_) ..   [events 1 to 3, where the trace ended]",
            "  event 2: Hungry(1)",
            "    never Eats(1)   [event 3, where the trace ended]",
            "    near: event 3: Eats(2)",
        ],
    );
}

#[test]
fn the_end_of_the_trace_is_told() {
    explained(strong_next(is!(Tick)), &[Tick], ["event 1 is the last"]);
    explained(
        always(is!(Hungry(_)).implies(afterwards(eventually(is!(Eats(_)))))),
        &[Tick, Hungry(1)],
        ["event 2: Hungry(1)", "  never Eats   [nothing happened after event 2]"],
    );
    explained(empty(), &[Tick], ["event 1: Tick"]);
}

#[test]
fn names_and_closures_are_told() {
    let small = event_where("a small number", |event: &Event| matches!(event, Eats(n) if *n < 3));
    explained(
        always(is!(Tick).implies(eventually(small.named("something small is eaten")))),
        &[Tick, Eats(9)],
        [
            "event 1: Tick",
            "  never \"something small is eaten\"   [events 1 to 2, where the trace ended]",
        ],
    );
}

#[test]
fn a_trace_that_is_too_long_for_more_is_explained_briefly() {
    let letters = 20_000;
    let all = (0..letters).map(|id| sent(id, 'a')).chain((0..letters).map(|id| received(id, 'b')));
    let lost: EventTrace<Event> = all.filter(|event| *event != received(7, 'b')).collect();
    let delivered = always(when!(Sent { id, .. } => eventually(is!(Received { id: =id, .. }))));
    let lines = delivered.explain(&lost).unwrap().lines();
    assert_eq!(
        lines,
        [
            "event 8: Sent { id: 7, from: 'a' }",
            "  never Received { id: 7 }   [events 8 to 39999, where the trace ended]",
            "  near: event 20001: Received { id: 0, by: 'b' }",
            "  near: event 20002: Received { id: 1, by: 'b' }",
        ]
    );
    // What is false for ever is told by the event that made it so.
    let ordered =
        delivered & always(when!(Received { id, .. } => never(is!(Sent { id: =id, .. }))));
    let mut again = lost;
    again.push(sent(3, 'a'), again.end, None);
    let lines = ordered.explain(&again).unwrap().lines();
    assert_eq!(
        lines,
        [
            "event 40000: Sent { id: 3, from: 'a' }",
            "here the formula is false, whatever comes; the trace is too long to say more",
        ]
    );
}

/// Lengths of the explanations of so many random formulas that random traces break.
fn lengths(broken: usize, seed: u64) -> Vec<usize> {
    let lengths = RefCell::new(Vec::new());
    let trace = || lawful::generate::vec(any::<Timed>(), 0..=12);
    let law = for_all((any::<Random>(), trace(), any::<bool>()), |(random, timed, is_cut)| {
        let formula = translated(&random, &[]);
        let mut trace = trace_of(&timed);
        trace.ending = if is_cut { Ending::Cut } else { Ending::Ended };
        let explanation = formula.explain(&trace);
        assert_eq!(explanation.is_none(), formula.satisfied_by(&trace));
        let Some(explanation) = explanation else { return };
        let lines = explanation.lines();
        assert!(!lines.is_empty(), "no line for {formula}");
        assert!(explanation.events().iter().all(|event| *event < trace.len()));
        lengths.borrow_mut().push(lines.len());
    });
    for part in 0.. {
        Runner::named("explanations").tests(2_000).seed(seed + part).check(&law);
        if lengths.borrow().len() >= broken {
            break;
        }
    }
    lengths.into_inner()
}

#[test]
fn random_broken_formulas_are_explained_in_a_few_lines() {
    let broken = std::env::var("LAWFUL_TEMPORAL_BROKEN").ok().and_then(|count| count.parse().ok());
    let mut lengths = lengths(broken.unwrap_or(1_000), 1);
    lengths.sort_unstable();
    let count = lengths.len();
    let over = lengths.iter().filter(|length| **length > 15).count();
    let (median, most) = (lengths[count / 2], lengths[count - 1]);
    println!(
        "{count} broken formulas: median {median}, p99 {}, most {most}, {over} over 15 lines",
        lengths[count * 99 / 100]
    );
    assert!(over * 100 <= count, "{over} of {count} have more than 15 lines");
}
