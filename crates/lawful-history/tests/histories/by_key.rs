//! Calls of different keys are judged each on their own, with the same verdict.

use lawful_core::choice::Source;
use lawful_core::law::for_all;
use lawful_core::run::Runner;
use lawful_history::objects::{KeyValue, KeyValueCall, KeyValueDone};
use lawful_history::{Consistency, History, Verdict, verify, verify_by_key};

use crate::brute_force::Trial;
use crate::random::history;

fn store(source: &mut Source, open: Option<&mut KeyValueCall>) -> Option<KeyValueCall> {
    let text = |source: &mut Source| ["x", "y"][source.branch(2)].to_string();
    match open {
        None => {
            let done = match source.branch(4) {
                0 | 1 => KeyValueDone::Get(None),
                2 => KeyValueDone::Put(text(source)),
                _ => KeyValueDone::Append(text(source)),
            };
            Some(KeyValueCall { key: ["left", "right"][source.branch(2)].into(), done })
        }
        Some(KeyValueCall { done: KeyValueDone::Get(got), .. }) => {
            *got = Some(["", "x", "y", "xy"][source.branch(4)].to_string());
            None
        }
        Some(_) => None,
    }
}

fn key(call: &KeyValueCall) -> Option<String> {
    Some(call.key.clone())
}

#[test]
fn keys_make_no_difference_to_the_verdict() {
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let law = for_all(
            |source: &mut Source| history(source, 12, store),
            move |history: History<KeyValueCall>| {
                let whole = verify(&KeyValue, &history, order);
                let parted = verify_by_key(&KeyValue, &history, order, key);
                assert_eq!(whole.is_consistent(), parted.is_consistent());
                if let Verdict::Consistent { order: calls } = parted {
                    let trial = Trial { specification: &KeyValue, history: &history, order };
                    trial.assert_explains(&calls);
                }
            },
        );
        let summary = Runner::named("keys").tests(500).seed(1).run(&law);
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
}

/// Each process sees its own write to one key before the other's to the other.
fn crossed() -> History<KeyValueCall> {
    let mut history = History::new();
    for (process, own, other) in [(0, "left", "right"), (1, "right", "left")] {
        for call in [KeyValueCall::put(own, "x"), KeyValueCall::get(other, "")] {
            let call = history.invoke(process, call).unwrap();
            history.returned(call).unwrap();
        }
    }
    history
}

#[test]
fn by_processes_all_keys_are_judged_together() {
    let verdict = verify_by_key(&KeyValue, &crossed(), Consistency::Sequential, key);
    assert!(!verdict.is_consistent());
}

#[test]
fn a_call_without_a_key_keeps_all_together() {
    let mut history = History::new();
    for call in [KeyValueCall::put("left", "x"), KeyValueCall::get("left", "y")] {
        let call = history.invoke(0, call).unwrap();
        history.returned(call).unwrap();
    }
    let unexplained = Verdict::Inconsistent { longest: vec![0], stuck: vec![1] };
    let none =
        |call: &KeyValueCall| key(call).filter(|_| matches!(call.done, KeyValueDone::Put(_)));
    assert_eq!(verify_by_key(&KeyValue, &history, Consistency::Linearizable, none), unexplained);
    // With a key for each call, the second would be judged from the start.
    let apart = |call: &KeyValueCall| Some(matches!(call.done, KeyValueDone::Put(_)));
    let verdict = verify_by_key(&KeyValue, &history, Consistency::Linearizable, apart);
    assert_eq!(verdict, Verdict::Inconsistent { longest: vec![], stuck: vec![1] });
}
