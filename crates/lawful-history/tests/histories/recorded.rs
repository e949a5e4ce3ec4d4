//! Histories that are known from papers.

use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{Consistency, History, RecordedCall, Verdict, verify};

fn call(
    process: u64,
    invoked: u64,
    returned: u64,
    call: RegisterCall,
) -> RecordedCall<RegisterCall> {
    RecordedCall { process, invoked, returned: Some(returned), call }
}

fn verdict(calls: Vec<RecordedCall<RegisterCall>>, order: Consistency) -> Verdict {
    verify(&Register, &History::from_stamps(calls).unwrap(), order)
}

/// Herlihy and Wing (1990), figure 1: a register with overlapping reads and writes.
#[test]
fn readers_may_disagree_only_while_a_write_is_open() {
    use RegisterCall::{Read, Write};
    let new_then_old = |second_read| {
        vec![
            call(0, 0, 1, Write(0)),
            call(0, 2, 20, Write(1)),
            call(1, 3, 5, Read(Some(1))),
            call(2, second_read, 12, Read(Some(0))),
        ]
    };
    assert_eq!(
        verdict(new_then_old(4), Consistency::Linearizable),
        Verdict::Consistent { order: vec![0, 3, 1, 2] }
    );
    assert_eq!(
        verdict(new_then_old(6), Consistency::Linearizable),
        Verdict::Inconsistent { longest: vec![0, 1, 2], stuck: vec![3] }
    );
    assert!(verdict(new_then_old(6), Consistency::Sequential).is_consistent());
}

#[test]
fn an_empty_history_is_explained() {
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        assert_eq!(verdict(vec![], order), Verdict::Consistent { order: vec![] });
    }
}
