//! Verdicts as pages of a report.

use lawful::data::{Block, ShownHistory};
use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{Consistency, History, RecordedCall, Verdict, Verifier, verify};

/// A history whose calls are not in the order of their invocations.
fn history(read: Option<i64>) -> History<RegisterCall> {
    let call = |process, invoked, returned, call| RecordedCall { process, invoked, returned, call };
    History::from_stamps([
        call(7, 20, Some(30), RegisterCall::Read(read)),
        call(3, 5, Some(10), RegisterCall::Write(1)),
        call(9, 6, None, RegisterCall::Write(2)),
    ])
    .unwrap()
}

fn shown(document: &lawful::data::Document) -> &ShownHistory {
    let found = document.blocks.iter().find_map(|block| match block {
        Block::History(history) => Some(&**history),
        _ => None,
    });
    found.expect("the page has a history")
}

#[test]
fn a_page_has_calls_by_invocation_and_places_of_these() {
    let history = history(None);
    let verdict = verify(&Register, &history, Consistency::Linearizable);
    let page = verdict.page("register", &Register, &history, Consistency::Linearizable);
    assert_eq!((page.kind.as_str(), page.is_success), ("history", false));
    let shown = shown(&page.document);
    assert_eq!(shown.clients, ["process 3", "process 7", "process 9"]);
    let calls = shown.calls.iter().map(|call| (call.client, &*call.call, call.invoked));
    let expected = [(0, "Write(1)", 5), (2, "Write(2)", 6), (1, "Read(None)", 20)];
    assert_eq!(calls.collect::<Vec<_>>(), expected);
    assert_eq!((shown.calls[1].returned, shown.calls[2].returned), (None, Some(30)));
    assert_eq!((&*shown.order, shown.states.len()), (&[0][..], 2));
    assert_eq!(shown.states, ["None", "Some(1)"]);
    let (stuck, why) = &shown.stuck[0];
    assert_eq!((*stuck, &**why), (2, "not allowed where the state is Some(1)"));
    assert!(shown.in_real_time && !shown.is_consistent());
}

#[test]
fn an_order_that_explains_all_is_shown() {
    let history = history(Some(2));
    let verdict = verify(&Register, &history, Consistency::Sequential);
    let page = verdict.page("register", &Register, &history, Consistency::Sequential);
    assert!(page.is_success && page.headline.starts_with("sequentially consistent"));
    let shown = shown(&page.document);
    assert!(shown.is_consistent() && !shown.in_real_time);
    assert_eq!(shown.states.len(), shown.order.len() + 1);
    assert_eq!(shown.states[shown.order.iter().position(|place| *place == 2).unwrap()], "Some(2)");
}

/// A limit is no verdict: there is no order to show, and an empty one would say that all is explained.
#[test]
fn a_search_that_gave_up_shows_no_order() {
    let history = history(Some(2));
    let verdict = Verifier::new(Consistency::Linearizable).max_steps(0).verify(&Register, &history);
    assert!(matches!(verdict, Verdict::GaveUp { .. }), "{verdict:?}");
    let page = verdict.page("register", &Register, &history, Consistency::Linearizable);
    assert!(page.headline.starts_with("undecided"), "{}", page.headline);
    assert!(page.document.is_empty() && !page.is_success);
}
