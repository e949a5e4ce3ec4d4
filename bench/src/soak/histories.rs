//! Verdicts on histories, beside brute force.

use std::fmt::Debug;

use lawful::Runner;
use lawful::Source;
use lawful::for_all;
use lawful::history::objects::Register;
use lawful::history::{Consistency, History, Specification, verify};

use super::Count;

// The oracle and the histories are those of the crate's own tests, which run a hundredth.
#[path = "../../../crates/lawful-history/tests/histories/brute_force.rs"]
mod brute_force;
#[path = "../../../crates/lawful-history/tests/histories/random.rs"]
mod random;

use brute_force::Trial;
use random::{
    Counter, Plain, Queue, counter, crowded_register, history, queue, register, with_idle_reads,
};

const MOST_CALLS: usize = 6;

pub fn hundred_thousand_histories() -> Count {
    let times = 100_000;
    let run = move || {
        let tests = times / 6 + 1;
        judge(tests, &Register, |source: &mut Source| history(source, MOST_CALLS, register));
        judge(tests, &Queue, |source: &mut Source| history(source, MOST_CALLS, queue));
        judge(tests, &Counter, |source: &mut Source| history(source, MOST_CALLS, counter));
        compare(tests);
    };
    Count { name: "hundred_thousand_histories", times, run: Box::new(run) }
}

fn judge<S: Specification>(
    tests: u64,
    specification: &S,
    draw: impl Fn(&mut Source) -> History<S::Call>,
) where
    S::Call: Debug,
{
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let law = for_all(&draw, |history: History<S::Call>| {
            Trial { specification, history: &history, order }.judge();
        });
        let summary = Runner::named("judged").tests(tests).seed(1).run(&law);
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
}

/// Longer histories, beside a search that knows less and one that has more to carry.
fn compare(tests: u64) {
    let law = for_all(
        |source: &mut Source| crowded_register(source, 90, 7),
        |history: History<_>| {
            let known = verify(&Register, &history, Consistency::Linearizable);
            let plain = verify(&Plain(Register), &history, Consistency::Linearizable);
            let wide = verify(&Register, &with_idle_reads(&history, 70), Consistency::Linearizable);
            let trial = Trial {
                specification: &Register,
                history: &history,
                order: Consistency::Linearizable,
            };
            // Which order it is may differ: the searches take different ways.
            for other in [&plain, &wide] {
                assert_eq!(known.is_consistent(), other.is_consistent());
                assert_eq!(trial.explained(&known), trial.explained(other));
            }
        },
    );
    let summary = Runner::named("compared").tests(tests).seed(1).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}
