//! Histories that are known from papers.

use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{History, Order, Recorded, Verdict, explain};

fn call(process: u64, invoked: u64, returned: u64, call: RegisterCall) -> Recorded<RegisterCall> {
    Recorded { process, invoked, returned: Some(returned), call }
}

fn verdict(calls: Vec<Recorded<RegisterCall>>, order: Order) -> Verdict {
    explain(&Register, &History::from_stamps(calls).unwrap(), order)
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
        verdict(new_then_old(4), Order::RealTime),
        Verdict::Explained { order: vec![0, 3, 1, 2] }
    );
    assert_eq!(
        verdict(new_then_old(6), Order::RealTime),
        Verdict::Unexplained { longest: vec![0, 1, 2], stuck: vec![3] }
    );
    assert!(verdict(new_then_old(6), Order::Processes).is_explained());
}

#[test]
fn an_empty_history_is_explained() {
    for order in [Order::RealTime, Order::Processes] {
        assert_eq!(verdict(vec![], order), Verdict::Explained { order: vec![] });
    }
}
