//! Histories that a search which enumerates would not come to the end of.

use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{History, Order, Verdict, explain};

use crate::random::Counter;

#[test]
fn more_calls_at_once_than_a_word_has_bits() {
    for (missing, order) in [(None, Order::RealTime), (Some(50), Order::RealTime)] {
        let mut history = History::new();
        let open: Vec<usize> = (0..100)
            .map(|number| history.invoke(number, Some(99 - number)).unwrap())
            .filter(|call| Some(*call) != missing)
            .collect();
        for call in &open {
            history.returned(*call).unwrap();
        }
        // The call that is missing never returned, and must have taken effect all the same.
        let verdict = explain(&Counter, &history, order);
        assert_eq!(verdict, Verdict::Explained { order: (0..100).rev().collect() });
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
    let Verdict::Unexplained { longest, stuck } = explain(&Register, &history, Order::RealTime)
    else {
        panic!("nobody wrote 9");
    };
    assert_eq!((longest.len(), stuck), (14, vec![67]));
}

#[test]
fn ten_thousand_calls_one_after_the_other() {
    let mut history = History::new();
    for number in 0..10_000 {
        let call = history.invoke(number % 3, Some(number)).unwrap();
        history.returned(call).unwrap();
    }
    for order in [Order::RealTime, Order::Processes] {
        let verdict = explain(&Counter, &history, order);
        assert_eq!(verdict, Verdict::Explained { order: (0..10_000).collect() });
    }
}
