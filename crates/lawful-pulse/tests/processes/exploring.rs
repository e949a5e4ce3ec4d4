//! All schedules of a body, one after the other: the oracle of these tests.

use lawful_core::choice::Recording;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use lawful_core::choice::{Enumeration, Source};
use lawful_core::law::{Case, Law, Outcome, attempt};
use lawful_core::run::{Failure, Runner};
use lawful_pulse::scheduled;

/// More schedules than this are too many for a test.
const MOST: u64 = 200_000;

/// What a body gives in all its schedules. None of them may break the law.
#[track_caller]
pub fn outcomes<T: Ord>(body: impl Fn() -> T) -> BTreeSet<T> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    });
    let walk = Arc::new(Mutex::new(Enumeration::whole()));
    for _ in 0..MOST {
        let ended = attempt(|| law.test(&mut Case::new(Recording::fed(walk.clone(), 1))));
        assert!(matches!(ended, Ok(Outcome::Passed)), "a schedule breaks the law");
        if !walk.lock().expect("nobody panics with it").advance() {
            return seen.into_inner();
        }
    }
    panic!("there are more than {MOST} schedules");
}

/// What a body gives in some schedules drawn at random, where there are too many for all.
pub fn some_outcomes<T: Ord>(body: impl Fn() -> T) -> BTreeSet<T> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    })
    .schedules(500);
    for seed in 1..=4 {
        let ended = attempt(|| law.test(&mut Case::new(Source::from_seed(seed, 1))));
        assert!(matches!(ended, Ok(Outcome::Passed)), "seed {seed} breaks the law");
    }
    seen.into_inner()
}

/// The failure of a body that does not hold.
#[track_caller]
pub fn failure(body: impl Fn()) -> Failure {
    let summary = Runner::named("failing").seed(1).run(&scheduled(body));
    summary.failure().expect("a schedule breaks the law").clone()
}

/// The outcomes as a set.
pub fn set<T: Ord>(outcomes: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    outcomes.into_iter().collect()
}
