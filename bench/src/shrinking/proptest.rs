//! proptest: `TestRunner`, with the limit on shrinking that it has with the default number of tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::Start;
use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "proptest",
    cases: &[
        ("bound5", |start| {
            let list = || vec(any::<i16>(), 0..=10);
            let lists = [list(), list(), list(), list(), list()];
            check::<Bound5>(start, lists)
        }),
        ("large_union_list", |start| check::<LargeUnionList>(start, any::<Vec<Vec<i32>>>())),
        ("reverse", |start| check::<Reverse>(start, any::<Vec<i32>>())),
        ("lengthlist", |start| {
            let list = (1..=100usize).prop_flat_map(|length| vec(0..=1000, length));
            check::<LengthList>(start, list)
        }),
        ("coupling_drawn", |start| {
            let list = (1..=100usize).prop_flat_map(|length| vec(0..length, length));
            check::<Coupling>(start, list)
        }),
        ("coupling", |start| check::<Coupling>(start, vec(0..=10usize, 0..100))),
        ("deletion", |start| {
            let list = (vec(-100..=100, 1..100), any::<Index>());
            let case = list.prop_map(|(list, index)| {
                let x = list[index.index(list.len())];
                (list, x)
            });
            check::<Deletion>(start, case)
        }),
        ("difference_zero", |start| check::<DifferenceZero>(start, (1..=1000, 1..=1000))),
        ("difference_small", |start| check::<DifferenceSmall>(start, (1..=1000, 1..=1000))),
        ("difference_one", |start| check::<DifferenceOne>(start, (1..=1000, 1..=1000))),
    ],
    notes: &[
        "proptest: draws i32 evenly, so that no two are equal; deletion takes elements from -100..=100",
    ],
};

fn check<C: Challenge>(start: Start, strategy: impl Strategy<Value = C::Case>) {
    let default = Config::default();
    let config = Config {
        rng_seed: RngSeed::Fixed(start.seed),
        failure_persistence: None,
        max_shrink_iters: default.max_shrink_iters(),
        // Enough that a failure is found.
        cases: 1_000_000,
        max_global_rejects: 1_000_000,
        ..default
    };
    let verdict = TestRunner::new(config).run(&strategy, |case| match witness::run::<C>(&case) {
        Verdict::Holds => Ok(()),
        Verdict::Broken => Err(TestCaseError::fail("broken")),
        Verdict::Unmet => Err(TestCaseError::reject("unmet")),
    });
    drop(verdict);
}
