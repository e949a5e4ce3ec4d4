//! Histories that a search which enumerates would not come to the end of.

use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{Consistency, History, Verdict, verify};

use crate::random::{Counter, Queue, QueueCall};

#[test]
fn more_calls_at_once_than_a_word_has_bits() {
    for (missing, order) in
        [(None, Consistency::Linearizable), (Some(50), Consistency::Linearizable)]
    {
        let mut history = History::new();
        let open: Vec<usize> = (0..100)
            .map(|number| history.invoke(number, Some(99 - number)).unwrap())
            .filter(|call| Some(*call) != missing)
            .collect();
        for call in &open {
            history.returned(*call).unwrap();
        }
        // The call that is missing never returned, and must have taken effect all the same.
        let verdict = verify(&Counter, &history, order);
        assert_eq!(verdict, Verdict::Consistent { order: (0..100).rev().collect() });
    }
}

#[test]
fn pending_writes_of_one_value_are_tried_once() {
    let mut history = History::new();
    for process in 0..60 {
        history.invoke(process, RegisterCall::Write(process as i64 % 3)).unwrap();
    }
    for value in [0, 1, 2, 0, 1, 2, 0, 9] {
        let read = history.invoke(100, RegisterCall::Read(Some(value))).unwrap();
        history.returned(read).unwrap();
    }
    let Verdict::Inconsistent { longest, stuck } =
        verify(&Register, &history, Consistency::Linearizable)
    else {
        panic!("nobody wrote 9");
    };
    assert_eq!((longest.len(), stuck), (14, vec![67]));
}

/// Each of the writes may have taken effect or not, and nobody can tell.
#[test]
fn pending_writes_that_nobody_sees_are_not_tried() {
    let mut history = History::new();
    for process in 0..500 {
        history.invoke(process, RegisterCall::Write(process as i64)).unwrap();
    }
    let read = history.invoke(500, RegisterCall::Read(Some(-1))).unwrap();
    history.returned(read).unwrap();
    let verdict = verify(&Register, &history, Consistency::Linearizable);
    assert_eq!(verdict, Verdict::Inconsistent { longest: vec![], stuck: vec![read] });
}

#[test]
fn a_thousand_processes_at_once() {
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let mut history = History::new();
        for _ in 0..3 {
            let open: Vec<usize> = (0..1_000)
                .map(|process| {
                    history.invoke(process, RegisterCall::Write(process as i64)).unwrap()
                })
                .collect();
            open.into_iter().for_each(|call| history.returned(call).unwrap());
        }
        assert!(verify(&Register, &history, order).is_consistent());
    }
}

/// Nobody reads what the last write writes, but a swap that never returned needs it.
#[test]
fn a_pending_swap_sees_what_was_written() {
    use RegisterCall::{CompareAndSwap, Read, Write};
    let mut history = History::new();
    // Reads in the opposite order of the returns make the search long.
    let open: Vec<usize> =
        (10..15).map(|value| history.invoke(value as u64, Write(value)).unwrap()).collect();
    for value in (10..15).rev() {
        let read = history.invoke(0, Read(Some(value))).unwrap();
        history.returned(read).unwrap();
    }
    open.into_iter().for_each(|call| history.returned(call).unwrap());
    let seen = history.invoke(1, Write(1)).unwrap();
    history.invoke(2, CompareAndSwap { expected: 1, new: 2, swapped: None }).unwrap();
    let earlier = history.invoke(3, Write(5)).unwrap();
    history.returned(earlier).unwrap();
    for value in [5, 2] {
        let read = history.invoke(0, Read(Some(value))).unwrap();
        history.returned(read).unwrap();
    }
    history.returned(seen).unwrap();
    assert!(verify(&Register, &history, Consistency::Linearizable).is_consistent());
}

/// One pending pop suffices. Once the pending push is left out, the other pop is not needed either.
#[test]
fn pending_calls_that_need_each_other_are_left_out_together() {
    let mut history = History::new();
    history.invoke(1, QueueCall::Push(0)).unwrap();
    history.invoke(4, QueueCall::Pop(None)).unwrap();
    let mut call = |call| {
        let call = history.invoke(0, call).unwrap();
        history.returned(call).unwrap();
    };
    call(QueueCall::Pop(Some(None)));
    call(QueueCall::Push(1));
    history.invoke(2, QueueCall::Pop(None)).unwrap();
    let last = history.invoke(0, QueueCall::Pop(Some(None))).unwrap();
    history.returned(last).unwrap();
    let Verdict::Consistent { order } = verify(&Queue, &history, Consistency::Linearizable) else {
        panic!("a pop that never returned took the number");
    };
    assert_eq!(order.len(), 4);
}

#[test]
fn ten_thousand_calls_one_after_the_other() {
    let mut history = History::new();
    for number in 0..10_000 {
        let call = history.invoke(number % 3, Some(number)).unwrap();
        history.returned(call).unwrap();
    }
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let verdict = verify(&Counter, &history, order);
        assert_eq!(verdict, Verdict::Consistent { order: (0..10_000).collect() });
    }
}
