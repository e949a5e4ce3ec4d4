//! Limits of steps.

use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{Consistency, History, Verdict, Verifier};

use crate::random::Plain;

/// Writes that all overlap, and a read of what none of them wrote.
fn hopeless(writes: u64) -> History<RegisterCall> {
    let mut history = History::new();
    let mut open = Vec::new();
    for process in 0..writes {
        open.push(history.invoke(process, RegisterCall::Write(process as i64)).unwrap());
    }
    open.push(history.invoke(writes, RegisterCall::Read(Some(-1))).unwrap());
    for call in open {
        history.returned(call).unwrap();
    }
    history
}

#[test]
fn a_search_gives_up_at_its_limit_and_not_before() {
    let history = hopeless(5);
    let search = Verifier::new(Consistency::Linearizable);
    let verify = |steps| search.max_steps(steps).verify(&Plain(Register), &history);
    let is_given_up = |steps| verify(steps) == Verdict::GaveUp { after: steps };
    let enough = (0..).find(|steps| !is_given_up(*steps)).unwrap();
    // Each set of writes with each of them as the last one, and nothing else, is a node.
    let nodes = 1 + 5 * (1 << 4);
    assert!((nodes..8 * nodes).contains(&enough), "{enough} steps");
    assert!(matches!(verify(enough), Verdict::Inconsistent { .. }));
}

#[test]
fn the_limit_is_for_all_keys_together() {
    let history = hopeless(5);
    let search = Verifier::new(Consistency::Linearizable).max_steps(3);
    let verdict = search
        .verify_by_key(&Register, &history, |call| Some(matches!(call, RegisterCall::Write(0))));
    assert_eq!(verdict, Verdict::GaveUp { after: 3 });
}
