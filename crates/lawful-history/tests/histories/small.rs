//! Verdicts on small histories, beside brute force.

use std::cell::Cell;
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::law::for_all;
use lawful_core::run::Runner;
use lawful_history::objects::{Register, RegisterCall};
use lawful_history::{Consistency, History, Specification, Verdict, verify};

use crate::brute_force::Trial;
use crate::random::{
    Counter, Plain, Queue, counter, crowded_register, history, queue, register, with_idle_reads,
};

const MOST_CALLS: usize = 6;

/// Judges histories in both orders. A third of them at least must be of either verdict, since a checker
/// that always says the same would pass otherwise.
fn check<S: Specification>(
    name: &str,
    specification: &S,
    draw: impl Fn(&mut Source) -> History<S::Call>,
) where
    S::Call: Debug,
{
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let (tests, explained) = (400, Cell::new(0));
        let law = for_all(&draw, |history: History<S::Call>| {
            let is_consistent = Trial { specification, history: &history, order }.judge();
            explained.set(explained.get() + u64::from(is_consistent));
        });
        let summary = Runner::named(name).tests(tests).seed(1).run(&law);
        assert!(summary.is_success(), "{name}: {:?}", summary.stopped);
        let share = explained.get() as f64 / tests as f64;
        assert!((0.2..0.8).contains(&share), "{name}: {share} of the histories are explained");
    }
}

#[test]
fn registers_are_judged_as_by_brute_force() {
    check("register", &Register, |source: &mut Source| history(source, MOST_CALLS, register));
}

#[test]
fn queues_are_judged_as_by_brute_force() {
    check("queue", &Queue, |source: &mut Source| history(source, MOST_CALLS, queue));
}

#[test]
fn counters_are_judged_as_by_brute_force() {
    check("counter", &Counter, |source: &mut Source| history(source, MOST_CALLS, counter));
}

#[test]
fn more_pending_calls_than_a_word_has_bits_change_nothing() {
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let law = for_all(
            |source: &mut Source| history(source, 12, register),
            move |history: History<_>| {
                let wide = with_idle_reads(&history, 70);
                let (one, other) =
                    (verify(&Register, &history, order), verify(&Register, &wide, order));
                assert_eq!(one, other);
                assert!(!matches!(one, Verdict::GaveUp { .. }));
            },
        );
        assert!(Runner::named("wide").tests(500).seed(1).run(&law).is_success());
    }
}

/// Longer histories, beside a search that knows only what a specification allows.
#[test]
fn what_is_known_of_calls_changes_nothing_but_time() {
    // By processes, a search that knows nothing takes too long.
    for (order, most_events, most_swaps) in [
        (Consistency::Linearizable, 90, 0),
        (Consistency::Linearizable, 90, 7),
        (Consistency::Sequential, 36, 7),
    ] {
        let explained = Cell::new(0);
        let crowded = |source: &mut Source| crowded_register(source, most_events, most_swaps);
        let law = for_all(crowded, |history: History<RegisterCall>| {
            let trial = Trial { specification: &Register, history: &history, order };
            let known = verify(&Register, &history, order);
            let plain = verify(&Plain(Register), &history, order);
            if let Verdict::Consistent { order: calls } = &known {
                trial.assert_explains(calls);
            }
            assert_eq!(known.is_consistent(), plain.is_consistent());
            assert_eq!(trial.explained(&known), trial.explained(&plain));
            explained.set(explained.get() + u64::from(known.is_consistent()));
        });
        let summary = Runner::named("known").tests(3_000).seed(1).run(&law);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        assert!((300..2_700).contains(&explained.get()), "{explained:?} histories are explained");
    }
}
