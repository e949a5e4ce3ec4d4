//! Every bundle finds the mistakes that are planted in the fixtures here, on every one of twenty
//! seeds with the default number of tests, names the law, shows the smallest case, and passes the
//! right version of the same code.

mod algebra;
mod collecting;
mod conversion;
mod copies;
mod equality;
mod function;
mod hashing;
mod iteration;
mod iteration_both_ends;
mod model;
mod order;
#[cfg(feature = "serde")]
mod serial;
mod standard;

use lawful_core::law::Law;
use lawful_core::run::Runner;

const SEEDS: std::ops::Range<u64> = 0..20;

/// Checks that on every seed this law of a bundle is broken, by this case.
#[track_caller]
fn finds(bundle: impl Law, law: &str, smallest: &[&str]) {
    for seed in SEEDS {
        let summary = Runner::named("planted").seed(seed).run(&bundle);
        let Some(failure) = summary.failure() else {
            panic!("seed {seed}: the mistake is not found: {law}")
        };
        let message = failure.reason.lines().join("\n");
        assert_eq!(failure.reason.title, law, "seed {seed}: {message}");
        let arguments: Vec<&str> =
            failure.arguments.iter().map(|argument| argument.debug.as_str()).collect();
        assert_eq!(arguments, smallest, "seed {seed}: {message}");
    }
}

/// Checks that the bundle holds on every seed.
#[track_caller]
fn holds(bundle: impl Law) {
    // What is right is right on every seed; the planted mistakes are what needs many.
    for seed in 0..4 {
        let summary = Runner::named("right").seed(seed).run(&bundle);
        assert!(summary.is_success(), "seed {seed}: {:?}", summary.stopped);
    }
}
