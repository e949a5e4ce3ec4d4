//! What a program comes to under all schedules that are tried.

use std::cell::RefCell;
use std::collections::BTreeSet;

use lawful_core::run::{Failure, Runner};
use lawful_pulse::{Search, scheduled};

/// Every outcome that some schedule leads to, among `schedules` of them.
pub fn outcomes<T: Ord>(schedules: u64, body: impl Fn() -> T) -> BTreeSet<T> {
    outcomes_by(Search::Portfolio, schedules, body)
}

/// Every outcome that some schedule of a search leads to.
pub fn outcomes_by<T: Ord>(search: Search, schedules: u64, body: impl Fn() -> T) -> BTreeSet<T> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    });
    let law = law.search(search).schedules(schedules);
    let summary = Runner::named("outcomes").tests(1).seed(1).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    seen.into_inner()
}

/// The smallest failure of a program that is expected to have one.
pub fn failure(body: impl Fn()) -> Failure {
    let summary = Runner::named("failure").seed(1).first_failure().run(&scheduled(body));
    summary.failure().expect("some schedule breaks it").clone()
}

/// Says that no schedule of many breaks a program.
pub fn holds(body: impl Fn()) {
    let summary = Runner::named("holds").tests(20).seed(1).run(&scheduled(body));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// Says that a failure is found with each of 40 seeds, is stable, and is shrunk to so many context switches, which is
/// proven to be the fewest.
#[track_caller]
pub fn is_stable(switches: u64, body: impl Fn()) {
    let law = scheduled(body);
    let other = (0..40).filter_map(|seed| {
        let summary = Runner::named("stable").seed(seed).first_failure().run(&law);
        let told = match summary.failure() {
            None if summary.is_success() => String::from("holds"),
            None => String::from("unstable"),
            Some(failure) if !failure.is_proven() => String::from("not proven"),
            Some(failure) => format!("{} switches", failure.trace().unwrap().switches),
        };
        (told != format!("{switches} switches")).then_some((seed, told))
    });
    let other: Vec<(u64, String)> = other.collect();
    assert!(other.is_empty(), "{} of 40: {other:?}", other.len());
}
