//! All schedules of a body, or many.

use lawful::extend::Recording;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use lawful::Law;
use lawful::Outcome;
use lawful::Source;
use lawful::extend::Enumeration;
use lawful::extend::{Case, attempt};
use lawful::pulse::scheduled;

/// What a body gives in all its schedules, none of which may break the law.
#[track_caller]
pub fn outcomes<T: Ord>(body: impl Fn() -> T) -> BTreeSet<T> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = body();
        seen.borrow_mut().insert(outcome);
    });
    assert!(holds_everywhere(&law, u64::MAX).is_some(), "a schedule breaks the law");
    seen.into_inner()
}

/// Walks through the schedules of a law, up to a number of them. Says how many there were if all hold and
/// the walk came to its end, and nothing if one breaks the law.
pub fn holds_everywhere(law: &impl Law, most: u64) -> Option<u64> {
    let walk = Arc::new(Mutex::new(Enumeration::whole()));
    for count in 1..=most {
        let ended = attempt(|| law.test(&mut Case::new(Recording::fed(walk.clone(), 1))));
        if !matches!(ended, Ok(Outcome::Passed)) {
            return None;
        }
        if !walk.lock().expect("nobody panics with it").advance() {
            return Some(count);
        }
    }
    Some(most)
}

/// Whether a law holds in many random schedules.
pub fn holds_in_many(law: &impl Law, seeds: u64) -> bool {
    (1..=seeds).all(|seed| {
        let ended = attempt(|| law.test(&mut Case::new(Source::from_seed(seed, 1))));
        matches!(ended, Ok(Outcome::Passed))
    })
}
