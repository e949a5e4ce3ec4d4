//! What a program comes to on the real tokio is among what it comes to here.

use crate::outcomes::outcomes;

mod ours;
mod real;

#[test]
fn the_real_outcome_is_among_ours() {
    for ((name, real), (_, ours)) in real::programs::ALL.iter().zip(ours::programs::ALL) {
        let seen = outcomes(600, ours);
        let expected = real();
        assert!(seen.contains(&expected), "{name}: {expected} is not among {seen:?}");
    }
}

/// Outside of a run too, on threads.
#[test]
fn so_is_the_one_on_threads() {
    for (name, ours) in ours::programs::ALL {
        let seen = outcomes(600, ours);
        let outcome = ours();
        assert!(seen.contains(&outcome), "{name}: {outcome} is not among {seen:?}");
    }
}

/// Programs whose outcome no schedule changes come to the very same.
#[test]
fn what_is_promised_is_kept() {
    for name in ["lagging", "closing", "permits"] {
        let place = real::programs::ALL.iter().position(|(other, _)| *other == name).unwrap();
        let seen = outcomes(200, ours::programs::ALL[place].1);
        assert_eq!(seen, [real::programs::ALL[place].1()].into(), "{name}");
    }
}
