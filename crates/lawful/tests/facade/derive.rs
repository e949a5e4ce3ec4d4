//! `#[derive(Arbitrary)]`.

mod arguments;
mod kinds;
mod nested;
mod printing;
mod recursion;
mod shrinking;
mod wide;
mod words;

use std::fmt::Debug;

use lawful::prelude::*;

/// Values of a type at a size, by seed.
fn values<T: Arbitrary>(size: u32, count: u64) -> impl Iterator<Item = T> {
    (0..count).map(move |seed| Source::from_seed(seed, size).any())
}

/// The `Debug` text of the smallest value that breaks a law.
fn smallest<T: Arbitrary + Debug>(seed: u64, holds: impl Fn(&T) -> bool) -> String {
    let law = for_all(any::<T>(), |value| holds(&value));
    let summary = Runner::named("derived").first_failure().tests(20_000).seed(seed).run(&law);
    summary.failure().expect("the law is broken").arguments[0].debug.clone()
}

/// Checks the smallest value on ten seeds.
#[track_caller]
fn check_smallest<T: Arbitrary + Debug>(expected: &str, holds: impl Fn(&T) -> bool) {
    for seed in 0..10 {
        assert_eq!(smallest(seed, &holds), expected, "seed {seed}");
    }
}
