//! hegeltest: draws from a `TestCase`, with its own settings for shrinking.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hegel::generators::{self as gs, Generator, PrintableGenerator};
use hegel::{HealthCheck, Settings, TestCase, Verbosity};

use super::Start;
use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "hegeltest",
    cases: &[
        ("bound5", |start| {
            check::<Bound5>(start, |tc| tc.draw(gs::arrays(gs::vecs(gs::integers()).max_size(10))))
        }),
        ("large_union_list", |start| {
            check::<LargeUnionList>(start, |tc| tc.draw(gs::vecs(gs::vecs(gs::integers()))))
        }),
        ("reverse", |start| check::<Reverse>(start, |tc| tc.draw(gs::vecs(gs::integers())))),
        ("lengthlist", |start| {
            check::<LengthList>(start, |tc| {
                tc.draw(number(1, 100).flat_map(|length| {
                    let length = length as usize;
                    gs::vecs(number(0, 1000)).min_size(length).max_size(length)
                }))
            })
        }),
        ("coupling_drawn", |start| {
            check::<Coupling>(start, |tc| {
                tc.draw(gs::integers::<usize>().min_value(1).max_value(100).flat_map(|length| {
                    let index = gs::integers::<usize>().max_value(length - 1);
                    gs::vecs(index).min_size(length).max_size(length)
                }))
            })
        }),
        ("coupling", |start| {
            check::<Coupling>(start, |tc| tc.draw(gs::vecs(gs::integers().max_value(10))))
        }),
        ("deletion", |start| {
            check::<Deletion>(start, |tc| {
                let list = tc.draw(gs::vecs(gs::integers()).min_size(1));
                let x = tc.draw(gs::sampled_from(list.clone()));
                (list, x)
            })
        }),
        ("difference_zero", |start| check::<DifferenceZero>(start, pair)),
        ("difference_small", |start| check::<DifferenceSmall>(start, pair)),
        ("difference_one", |start| check::<DifferenceOne>(start, pair)),
    ],
    notes: &[],
};

fn number(from: i32, to: i32) -> impl PrintableGenerator<i32> + Send + Sync {
    gs::integers::<i32>().min_value(from).max_value(to)
}

fn pair(tc: &TestCase) -> (i32, i32) {
    (tc.draw(number(1, 1000)), tc.draw(number(1, 1000)))
}

fn check<C: Challenge>(start: Start, draw: fn(&TestCase) -> C::Case) {
    // A law that is broken panics once more at the end of the run.
    let _ = catch_unwind(AssertUnwindSafe(|| law::<C>(start, draw)));
}

#[hegel::standalone_function(settings(start.seed))]
fn law<C: Challenge>(tc: TestCase, start: Start, draw: fn(&TestCase) -> C::Case) {
    match witness::run::<C>(&draw(&tc)) {
        Verdict::Holds => {}
        Verdict::Broken => panic!("broken"),
        Verdict::Unmet => tc.assume(false),
    }
}

fn settings(seed: u64) -> Settings {
    Settings::new()
        .seed(Some(seed))
        .database(None)
        .verbosity(Verbosity::Quiet)
        // Enough that a failure is found.
        .test_cases(100_000)
        .suppress_health_check([HealthCheck::TooSlow, HealthCheck::FilterTooMuch])
}
