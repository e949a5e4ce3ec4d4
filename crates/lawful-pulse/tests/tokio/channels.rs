//! Channels: what is sent, in which order it comes, and that nothing is lost.

use std::collections::BTreeSet;

use lawful_core::data::EventKind;
use lawful_pulse::tokio;
use lawful_pulse::tokio::sync::{broadcast, mpsc, oneshot, watch};

use crate::outcomes::{failure, holds, outcomes};
use crate::tasks::run;

#[test]
fn messages_of_one_sender_keep_their_order() {
    let seen = outcomes(600, || {
        run(async {
            let (sender, mut receiver) = mpsc::channel(1);
            for base in [0, 10] {
                let sender = sender.clone();
                tokio::spawn(async move {
                    for number in 1..=2 {
                        sender.send(base + number).await.unwrap();
                    }
                });
            }
            drop(sender);
            let mut all = Vec::new();
            while let Some(number) = receiver.recv().await {
                all.push(number);
            }
            all
        })
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
fn trying_finds_nothing_something_and_the_end() {
    let seen = outcomes(400, || {
        run(async {
            let (sender, mut receiver) = mpsc::unbounded_channel();
            let task = tokio::spawn(async move { sender.send(1).unwrap() });
            let tried = (receiver.try_recv(), receiver.try_recv());
            task.await.unwrap();
            format!("{tried:?}")
        })
    });
    let expected = [
        "(Err(Empty), Err(Empty))",
        "(Err(Empty), Ok(1))",
        "(Ok(1), Err(Empty))",
        "(Ok(1), Err(Disconnected))",
    ];
    assert_eq!(seen, expected.map(String::from).into());
}

#[test]
fn a_bound_is_kept_and_refuses() {
    let seen = outcomes(400, || {
        run(async {
            let (sender, mut receiver) = mpsc::channel(1);
            let other = tokio::spawn(async move { receiver.recv().await });
            let tried = [1, 2].map(|number| sender.try_send(number).is_ok());
            drop(sender);
            (tried, other.await.unwrap())
        })
    });
    // The second finds room, or none, or nobody.
    assert_eq!(seen, BTreeSet::from([([true, false], Some(1)), ([true, true], Some(1))]));
}

/// Whoever waits for a message or for room and gives up takes nothing along.
#[test]
fn giving_up_loses_no_message_and_no_room() {
    holds(|| {
        run(async {
            let (sender, mut receiver) = mpsc::channel(1);
            let (patient, impatient) = (sender.clone(), sender);
            let patient = tokio::spawn(async move { patient.send(1).await.unwrap() });
            let impatient = tokio::spawn(async move {
                tokio::select! {
                    sent = impatient.send(2) => usize::from(sent.is_ok()),
                    () = tokio::task::yield_now() => 0,
                }
            });
            let mut got = 0;
            while got == 0 {
                tokio::select! {
                    Some(_) = receiver.recv() => got += 1,
                    () = tokio::task::yield_now() => {}
                }
            }
            while receiver.recv().await.is_some() {
                got += 1;
            }
            patient.await.unwrap();
            let sent = 1 + impatient.await.unwrap();
            assert_eq!(got, sent);
            assert_eq!(receiver.capacity(), 1);
        });
    });
}

#[test]
fn a_closed_channel_waits_for_those_who_have_room() {
    let seen = outcomes(400, || {
        run(async {
            let (sender, mut receiver) = mpsc::channel(1);
            let task = tokio::spawn(async move {
                match sender.reserve().await {
                    Ok(permit) => {
                        tokio::task::yield_now().await;
                        permit.send(1);
                        true
                    }
                    Err(_) => false,
                }
            });
            receiver.close();
            let received = receiver.recv().await;
            (task.await.unwrap(), received)
        })
    });
    assert_eq!(seen, BTreeSet::from([(false, None), (true, Some(1))]));
}

/// Room that was given and not used is what a closed channel may be waiting for.
#[test]
fn a_closed_channel_hears_of_room_that_was_not_used() {
    holds(|| {
        run(async {
            let (sender, mut receiver) = mpsc::channel::<u8>(1);
            // It stays, so that the end of all senders is not what is heard of.
            let (other, stays) = (sender.clone(), sender.clone());
            let kept = tokio::spawn(async move {
                let permit = other.reserve().await;
                tokio::task::yield_now().await;
                drop(permit);
            });
            let gives_up = tokio::spawn(async move {
                tokio::select! {
                    permit = sender.reserve() => drop(permit),
                    () = tokio::task::yield_now() => {}
                }
            });
            receiver.close();
            assert_eq!(receiver.recv().await, None);
            kept.await.unwrap();
            gives_up.await.unwrap();
            drop(stays);
        });
    });
}

#[test]
fn one_message_or_the_end_of_the_sender() {
    let seen = outcomes(200, || {
        run(async {
            let (sender, receiver) = oneshot::channel();
            let (stop, mut stopped) = oneshot::channel::<()>();
            tokio::spawn(async move {
                if stopped.try_recv().is_err() {
                    let _ = sender.send(1);
                }
            });
            let _ = stop.send(());
            receiver.await.ok()
        })
    });
    assert_eq!(seen, BTreeSet::from([None, Some(1)]));
    holds(|| {
        run(async {
            let (mut sender, receiver) = oneshot::channel::<u8>();
            tokio::spawn(async move { drop(receiver) });
            sender.closed().await;
            assert_eq!(sender.send(1), Err(1));
        });
    });
}

#[test]
fn watching_sees_the_last_value_at_the_end() {
    let seen = outcomes(600, || {
        run(async {
            let (sender, mut receiver) = watch::channel(0);
            tokio::spawn(async move {
                for value in [1, 2] {
                    sender.send(value).unwrap();
                }
            });
            let mut all = Vec::new();
            while receiver.changed().await.is_ok() {
                all.push(*receiver.borrow_and_update());
            }
            all
        })
    });
    assert_eq!(seen, BTreeSet::from([vec![1, 2], vec![2]]));
}

#[test]
fn waiting_for_a_value_gives_one_that_meets_the_condition() {
    holds(|| {
        run(async {
            let (sender, mut receiver) = watch::channel(0);
            tokio::spawn(async move {
                for value in 1..=3 {
                    sender.send_modify(|old| *old = value);
                }
                sender.closed().await;
            });
            let value = *receiver.wait_for(|value| *value >= 2).await.unwrap();
            assert!(value >= 2);
        });
    });
}

#[test]
fn everybody_hears_everything_or_knows_what_not() {
    let seen = outcomes(400, || {
        run(async {
            let (sender, mut one) = broadcast::channel(2);
            let mut two = sender.subscribe();
            let listener = tokio::spawn(async move {
                let mut heard = Vec::new();
                loop {
                    match one.recv().await {
                        Ok(number) => heard.push(number),
                        Err(broadcast::error::RecvError::Lagged(missed)) => {
                            heard.push(-(missed as i32))
                        }
                        Err(broadcast::error::RecvError::Closed) => return heard,
                    }
                }
            });
            for number in 1..=3 {
                assert_eq!(sender.send(number).unwrap(), 2);
            }
            assert_eq!(two.try_recv(), Err(broadcast::error::TryRecvError::Lagged(1)));
            drop((sender, two));
            listener.await.unwrap()
        })
    });
    assert_eq!(seen, BTreeSet::from([vec![1, 2, 3], vec![-1, 2, 3]]));
}

/// What is received points to what sent it.
#[test]
fn the_trace_has_an_arrow_from_the_sender() {
    let failure = failure(|| {
        run(async {
            let (sender, mut receiver) = mpsc::channel(1);
            tokio::spawn(async move { sender.send(5).await });
            assert_eq!(receiver.recv().await, None);
        });
    });
    let trace = failure.trace().unwrap();
    let delivered = trace.events.iter().find(|event| event.kind == EventKind::Deliver).unwrap();
    let sent = &trace.events[delivered.from.unwrap()];
    assert_eq!((sent.kind, sent.task, delivered.task), (EventKind::Send, 1, 0));
    assert!(delivered.text.starts_with("receives from channels.rs:"), "{}", delivered.text);
}

/// What is marked depends on what was sent before, so others may come first.
#[test]
fn marking_a_watched_value_comes_before_or_after_it_changes() {
    let seen = outcomes(200, || {
        run(async {
            let (sender, mut receiver) = watch::channel(0);
            let sender = std::sync::Arc::new(sender);
            let other = sender.clone();
            let task = tokio::spawn(async move { other.send(1).unwrap() });
            let before = *receiver.borrow();
            receiver.mark_unchanged();
            task.await.unwrap();
            let changed = receiver.has_changed().unwrap();
            drop(sender);
            (before, changed)
        })
    });
    // What is sent between the look and the mark is lost.
    assert!(seen.contains(&(0, false)), "{seen:?}");
}
