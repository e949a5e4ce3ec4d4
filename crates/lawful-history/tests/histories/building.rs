//! What can be recorded, and what cannot.

use lawful_history::{History, Misuse, RecordedCall};

fn recorded(process: u64, invoked: u64, returned: Option<u64>) -> RecordedCall<()> {
    RecordedCall { process, invoked, returned, call: () }
}

#[track_caller]
fn check(calls: &[RecordedCall<()>], misuse: Misuse, words: &str) {
    let found = History::from_stamps(calls.iter().cloned()).unwrap_err();
    assert_eq!((found.to_string().as_str(), found), (words, misuse));
}

#[test]
fn stamps_are_checked() {
    check(
        &[recorded(4, 7, Some(6))],
        Misuse::ReturnedBeforeInvoked { process: 4, invoked: 7, returned: 6 },
        "a call of process 4 returned at 6 and was invoked at 7, which is later",
    );
    let overlapping = "process 4 invokes call 1 before its call 0 has returned, or at the same moment; \
                       give stamps that tell them apart, or another process";
    let misuse = Misuse::Overlapping { process: 4, first: 0, second: 1 };
    check(&[recorded(4, 1, Some(3)), recorded(4, 2, None)], misuse.clone(), overlapping);
    check(&[recorded(4, 1, Some(2)), recorded(4, 2, None)], misuse.clone(), overlapping);
    check(&[recorded(4, 1, None), recorded(4, 2, None)], misuse, overlapping);
}

#[test]
fn calls_at_the_same_moment_overlap() {
    let calls = [recorded(0, 1, Some(2)), recorded(1, 2, Some(2)), recorded(2, 3, None)];
    let history = History::from_stamps(calls).unwrap();
    assert!(!history.precedes(0, 1) && !history.precedes(1, 0));
    assert!(history.precedes(0, 2) && history.precedes(1, 2));
}

#[test]
fn events_are_checked() {
    let mut history = History::new();
    let first = history.invoke(3, ()).unwrap();
    assert_eq!(history.invoke(3, ()), Err(Misuse::StillOpen { process: 3, open: first }));
    assert_eq!(history.returned(9), Err(Misuse::UnknownCall { call: 9 }));
    history.returned(first).unwrap();
    let again = history.returned(first).unwrap_err();
    assert_eq!(again.to_string(), "call 0 returns for the second time");
    assert_eq!(history.len(), 1);
}

#[test]
fn after_the_last_stamp_comes_nothing() {
    let mut history = History::from_stamps([recorded(0, 5, Some(u64::MAX))]).unwrap();
    assert_eq!(history.invoke(0, ()), Err(Misuse::NoMomentLeft));
    let mut history = History::from_stamps([recorded(0, u64::MAX, None)]).unwrap();
    assert_eq!(history.returned(0), Err(Misuse::NoMomentLeft));
    assert_eq!(history.call(0).returned, None);
}

#[test]
fn a_history_goes_on_after_its_stamps() {
    let mut history = History::from_stamps([recorded(0, 5, Some(9))]).unwrap();
    let next = history.invoke(0, ()).unwrap();
    assert!(history.precedes(0, next));
}
