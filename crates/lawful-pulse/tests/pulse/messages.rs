//! Channels.

use std::collections::BTreeSet;
use std::time::Duration;

use lawful_pulse::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use lawful_pulse::thread;

use crate::outcomes::{holds, outcomes};

#[test]
fn messages_of_one_sender_keep_their_order() {
    let seen = outcomes(400, || {
        let (sender, receiver) = mpsc::channel();
        for base in [0, 10] {
            let sender = sender.clone();
            thread::spawn(move || (1..=2).for_each(|n| sender.send(base + n).unwrap()));
        }
        drop(sender);
        receiver.into_iter().collect::<Vec<_>>()
    });
    let orders = [
        [1, 2, 11, 12],
        [1, 11, 2, 12],
        [1, 11, 12, 2],
        [11, 1, 2, 12],
        [11, 1, 12, 2],
        [11, 12, 1, 2],
    ];
    assert_eq!(seen, orders.map(Vec::from).into());
}

#[test]
fn a_bound_makes_senders_wait() {
    for bound in 0..3 {
        holds(move || {
            let (sender, receiver) = mpsc::sync_channel(bound);
            let thread = thread::spawn(move || (0..4).for_each(|n| sender.send(n).unwrap()));
            assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
            thread.join().unwrap();
        });
    }
}

#[test]
fn trying_finds_nothing_something_and_the_end() {
    let seen = outcomes(400, || {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || sender.send(1).unwrap());
        let tried = (receiver.try_recv(), receiver.try_recv());
        thread.join().unwrap();
        format!("{tried:?}")
    });
    use TryRecvError::{Disconnected, Empty};
    let expected: BTreeSet<String> = [
        (Err(Empty), Err(Empty)),
        (Err(Empty), Ok(1)),
        (Ok(1), Err(Empty)),
        (Ok(1), Err(Disconnected)),
    ]
    .map(|tried: (Result<i32, _>, Result<i32, _>)| format!("{tried:?}"))
    .into();
    assert_eq!(seen, expected);
}

#[test]
fn a_limit_can_be_over_or_not() {
    let seen = outcomes(400, || {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_secs(1));
            let _ = sender.send(1);
        });
        let received = receiver.recv_timeout(Duration::from_secs(1));
        drop(receiver);
        thread.join().unwrap();
        received.map_err(|error| error == RecvTimeoutError::Timeout)
    });
    assert_eq!(seen, BTreeSet::from([Ok(1), Err(true)]));
}
