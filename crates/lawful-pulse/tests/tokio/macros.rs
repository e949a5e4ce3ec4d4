//! `select!`, `join!`, `try_join!`, `pin!`.

use std::collections::BTreeSet;

use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::tokio;
use lawful_pulse::tokio::sync::{mpsc, oneshot};

use crate::outcomes::{failure, holds, outcomes};
use crate::tasks::run;

#[test]
fn which_branch_comes_first_is_a_choice() {
    let seen = outcomes(200, || {
        run(async {
            tokio::select! {
                number = async { 1 } => number,
                number = async { 2 } => number,
                number = async { 3 } => number,
            }
        })
    });
    assert_eq!(seen, BTreeSet::from([1, 2, 3]));
}

#[test]
fn the_first_as_written_is_the_simplest() {
    let failure = failure(|| {
        run(async {
            tokio::select! {
                () = async {} => panic!("first"),
                () = async {} => panic!("second"),
            }
        });
    });
    assert!(format!("{:?}", failure.reason).contains("first"), "{:?}", failure.reason);
    assert_eq!(failure.trace().unwrap().switches, 0);
}

#[test]
fn with_bias_the_first_is_first() {
    let seen = outcomes(100, || {
        run(async {
            tokio::select! {
                biased;
                number = std::future::pending::<u32>() => number,
                number = async { 2 } => number,
                number = async { 3 } => number,
            }
        })
    });
    assert_eq!(seen, BTreeSet::from([2]));
}

#[test]
fn patterns_conditions_and_else() {
    let seen = outcomes(300, || {
        run(async {
            let mut word = String::new();
            let (sender, mut receiver) = mpsc::unbounded_channel::<Result<String, u32>>();
            for message in [Ok(String::from("a")), Err(1), Ok(String::from("b"))] {
                sender.send(message).unwrap();
            }
            drop(sender);
            let mut left = 1;
            loop {
                tokio::select! {
                    Some(Ok(mut text)) = receiver.recv() => {
                        text.push('!');
                        word.push_str(&text);
                    }
                    mut number = async { 7 }, if left > 0 => {
                        number += 1;
                        word.push_str(&number.to_string());
                        left -= 1
                    },
                    else => break word,
                }
            }
        })
    });
    // What does not match is lost, as with tokio: the error ends the loop, unless the number was still to come.
    let expected = ["8a!", "a!8", "a!8b!", "8a!b!", "a!"].map(String::from);
    assert!(seen.is_subset(&expected.clone().into()), "{seen:?}");
    assert!(seen.contains("8a!") && seen.contains("a!8b!"), "{seen:?}");
}

#[test]
fn control_flow_goes_through_handlers() {
    async fn early() -> Result<u32, &'static str> {
        for round in 0.. {
            tokio::select! {
                biased;
                _ = async {}, if round == 0 => continue,
                value = async { Err::<u32, _>("no") }, if round == 1 => {
                    let value: u32 = match value {
                        Ok(value) => value,
                        Err(_) => continue,
                    };
                    return Ok(value);
                }
                value = async { Err("out") }, if round == 2 => {
                    let value: u32 = value?;
                    return Ok(value);
                }
                else => break,
            }
        }
        Ok(0)
    }
    holds(|| assert_eq!(run(early()), Err("out")));
}

#[test]
fn eight_branches_and_more() {
    let seen = outcomes(400, || {
        run(async {
            tokio::select! {
                _ = async {} => 0,
                _ = async {} => 1,
                _ = async {} => 2,
                _ = async {} => { 3 }
                _ = async {} => { 4 },
                _ = async {} => 5,
                _ = async {} => 6,
                _ = async {} => 7,
                _ = async {} => 8,
                _ = async {} => 9
            }
        })
    });
    assert_eq!(seen, BTreeSet::from_iter(0..10));
}

#[test]
fn all_disabled_without_else_panics() {
    let failure = failure(|| {
        run(async {
            tokio::select! {
                () = async {}, if false => {}
            }
        });
    });
    assert!(format!("{:?}", failure.reason).contains("all branches are disabled"));
}

/// Branches that lost are dropped before the handler.
#[test]
fn what_lost_is_dropped() {
    holds(|| {
        run(async {
            let (sender, receiver) = oneshot::channel::<()>();
            tokio::select! {
                _ = receiver => unreachable!("nothing is sent"),
                () = async {} => assert!(sender.is_closed()),
            }
        });
    });
}

#[test]
fn joining_polls_all_and_fails_with_the_first() {
    holds(|| {
        run(async {
            let (sender, receiver) = oneshot::channel();
            let (received, sent) =
                tokio::join!(async { receiver.await.unwrap() }, async { sender.send(3) });
            assert_eq!((received, sent), (3, Ok(())));
            let failed: Result<((), ()), &str> =
                tokio::try_join!(std::future::pending::<Result<(), &str>>(), async { Err("no") },);
            assert_eq!(failed, Err("no"));
            let both: Result<(u8, char), &str> =
                tokio::try_join!(async { Ok(1) }, async { Ok('a') });
            assert_eq!(both, Ok((1, 'a')));
        });
    });
}

/// The halves of a join are one task, but others may come between them.
#[test]
fn futures_with_macros_are_sent_and_pinned() {
    let seen = outcomes(300, || {
        run(async {
            let count = Arc::new(AtomicU32::new(0));
            let inner = count.clone();
            let task = tokio::spawn(async move {
                let one = async { inner.fetch_add(1, SeqCst) };
                tokio::pin!(one);
                tokio::pin! {
                    let two = async { inner.fetch_add(1, SeqCst) };
                }
                tokio::join!(&mut one, &mut two);
                tokio::select! {
                    _ = tokio::task::yield_now() => {}
                    () = std::future::pending() => {}
                }
            });
            let seen = count.load(SeqCst);
            task.await.unwrap();
            seen
        })
    });
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}
