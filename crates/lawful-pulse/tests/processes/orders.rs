//! Which orders messages can arrive in, against brute force.

use std::collections::BTreeSet;

use lawful_pulse::process::{Order, order, receive_as, self_pid, send, spawn};

use crate::exploring::{outcomes, set};

/// All ways to shuffle lists that keep the order of each.
fn interleavings(lists: &[Vec<u32>]) -> BTreeSet<Vec<u32>> {
    if lists.iter().all(Vec::is_empty) {
        return set([Vec::new()]);
    }
    let mut all = BTreeSet::new();
    for place in 0..lists.len() {
        let mut rest = lists.to_vec();
        if rest[place].is_empty() {
            continue;
        }
        let first = rest[place].remove(0);
        all.extend(interleavings(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    all
}

/// The orders in which the messages of some senders arrive.
fn arrivals(promised: Order, lists: &[Vec<u32>]) -> BTreeSet<Vec<u32>> {
    outcomes(|| {
        order(promised);
        let parent = self_pid();
        for list in lists.iter().cloned() {
            spawn(move || list.into_iter().for_each(|number| send(parent, number)));
        }
        let count = lists.iter().map(Vec::len).sum();
        (0..count).map(|_| receive_as::<u32>()).collect::<Vec<u32>>()
    })
}

#[test]
fn messages_of_pairs_arrive_in_all_interleavings_and_no_other_order() {
    for lists in [
        vec![vec![1, 2], vec![11, 12]],
        vec![vec![1, 2, 3], vec![11]],
        vec![vec![1], vec![11], vec![21]],
    ] {
        let expected = interleavings(&lists);
        assert_eq!(arrivals(Order::Pairs, &lists), expected);
        // Nobody learns of what others sent, so nothing happened before anything else.
        assert_eq!(arrivals(Order::Causal, &lists), expected);
    }
}

/// A sender does not stop between two messages, so that in this order they stay together.
#[test]
fn messages_arrive_as_they_were_sent_where_that_is_promised() {
    let arrived = arrivals(Order::Mailbox, &[vec![1, 2], vec![11, 12]]);
    assert_eq!(arrived, set([vec![1, 2, 11, 12], vec![11, 12, 1, 2]]));
}

/// One sends `first` to the body, then a message to a second, which sends `later` to the body because of it.
fn chain(promised: Order) -> BTreeSet<Vec<&'static str>> {
    outcomes(|| {
        order(promised);
        let parent = self_pid();
        let second = spawn(move || {
            receive_as::<()>();
            send(parent, "later");
        });
        spawn(move || {
            send(parent, "first");
            send(second, ());
        });
        (0..2).map(|_| receive_as::<&str>()).collect()
    })
}

#[test]
fn only_in_pairs_a_message_overtakes_what_it_was_sent_because_of() {
    let (kept, overtaken) = (vec!["first", "later"], vec!["later", "first"]);
    assert_eq!(chain(Order::Pairs), set([kept.clone(), overtaken]));
    assert_eq!(chain(Order::Causal), set([kept.clone()]));
    assert_eq!(chain(Order::Mailbox), set([kept]));
}

/// What a process was told before it spawned another, that one knows.
#[test]
fn a_child_knows_what_its_parent_sent() {
    let arrived = |promised| {
        outcomes(move || {
            order(promised);
            let parent = self_pid();
            spawn(move || {
                send(parent, "parent");
                spawn(move || send(parent, "child"));
            });
            (0..2).map(|_| receive_as::<&str>()).collect::<Vec<_>>()
        })
    };
    let (kept, overtaken) = (vec!["parent", "child"], vec!["child", "parent"]);
    assert_eq!(arrived(Order::Pairs), set([kept.clone(), overtaken]));
    assert_eq!(arrived(Order::Causal), set([kept]));
}

/// Causality over two hops, with a message that is concurrent to all of them.
#[test]
fn causal_order_is_that_of_all_linear_extensions() {
    let arrived = outcomes(|| {
        order(Order::Causal);
        let parent = self_pid();
        let third = spawn(move || {
            receive_as::<()>();
            send(parent, 3_u32);
        });
        let second = spawn(move || {
            receive_as::<()>();
            send(parent, 2_u32);
            send(third, ());
        });
        spawn(move || {
            send(parent, 1_u32);
            send(second, ());
        });
        spawn(move || send(parent, 10_u32));
        (0..4).map(|_| receive_as::<u32>()).collect::<Vec<u32>>()
    });
    assert_eq!(arrived, interleavings(&[vec![1, 2, 3], vec![10]]));
}
