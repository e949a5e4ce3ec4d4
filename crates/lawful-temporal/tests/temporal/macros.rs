//! Forms of the macros.

use lawful::temporal::{
    EventTrace, Formula, always, each, event_where, eventually, is, some, when,
};

#[derive(Debug)]
enum Event {
    Unit,
    Other,
    Named { name: String, id: u32 },
    Done { ok: bool, id: u32, rest: Option<u32> },
    Pair(u32, char),
}
use Event::*;

fn trace(events: impl IntoIterator<Item = Event>) -> EventTrace<Event> {
    events.into_iter().collect()
}

fn id_is(expected: u32) -> impl Fn(u32) -> Formula<Event> {
    move |id| event_where("the id", move |_| id == expected)
}

#[test]
fn a_name_alone_is_a_variant() {
    // As a pattern, a name that is misspelt would match everything: here it does not compile.
    let other = trace([Other]);
    assert!(!eventually(is!(Unit)).satisfied_by(&other));
    assert!(!eventually(is!(Event::Unit)).satisfied_by(&other));
    assert!(eventually(is!(Unit | Other)).satisfied_by(&other));
    assert!(is!(Unit).satisfied_by(&trace([Unit])));
    assert!(!always(is!(Pair)).satisfied_by(&other) && is!(_).satisfied_by(&other));
}

#[test]
fn fields_may_be_values_and_variants() {
    let done =
        trace([Done { ok: true, id: 3, rest: None }, Done { ok: false, id: 4, rest: Some(1) }]);
    let (three, four) = (id_is(3), id_is(4));
    assert!(always(when!(Done { ok: true, id, .. } => three(id))).satisfied_by(&done));
    assert!(always(when!(Done { ok: false, id, .. } => four(id))).satisfied_by(&done));
    let three = id_is(3);
    assert!(always(when!(Done { rest: None, id, .. } => three(id))).satisfied_by(&done));
    let four = id_is(4);
    assert!(eventually(some!(Done { rest: Some(_), id, .. } => four(id))).satisfied_by(&done));
    let shown: Formula<Event> = always(is!(Done { ok: true, id: 1..=3, .. }));
    assert_eq!(shown.to_string(), "always(Done { ok: true, id: 1..=3 })");
}

#[test]
fn values_may_be_borrowed_and_texts_slices() {
    let named = trace([Named { name: "a".into(), id: 1 }]);
    let name = String::from("a");
    assert!(is!(Named { name: =&name, .. }).satisfied_by(&named));
    assert!(is!(Named { name: ="a", id: =1 }).satisfied_by(&named));
    assert!(!is!(Named { name: ="b", .. }).satisfied_by(&named));
}

#[test]
fn tuples_bind_by_place() {
    let pairs = trace([Pair(1, 'a'), Pair(2, 'a')]);
    let first = |n: u32| is!(Pair(=n, _));
    assert!(each!(Pair(n, ='a') => eventually(first(n))).satisfied_by(&pairs));
    assert!(!always(when!(Pair(n, _) => is!(Pair(=n, ='b')))).satisfied_by(&pairs));
    assert_eq!(first(7).to_string(), "Pair(7)");
}
