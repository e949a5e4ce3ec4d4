//! lawful: generators for each case, run by `Check`.

use std::fmt::Debug;

use lawful::generate::{any, vec};
use lawful::{Check, Generator, Source, Verdict as Said, for_all};

use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "lawful",
    cases: &[
        ("bound5", |seed| {
            let list = || vec(any::<i16>(), 0..=10);
            check::<Bound5, _>(seed, [list(), list(), list(), list(), list()])
        }),
        ("large_union_list", |seed| check::<LargeUnionList, _>(seed, any::<Vec<Vec<i32>>>())),
        ("reverse", |seed| check::<Reverse, _>(seed, any::<Vec<i32>>())),
        ("lengthlist", |seed| {
            check::<LengthList, _>(seed, (1..=100).bind(|length| vec(0..=1000, length)))
        }),
        ("coupling", |seed| {
            let list = (1..=100).bind(|length: usize| vec(0..length, length));
            check::<Coupling, _>(seed, list)
        }),
        ("coupling_assumed", |seed| check::<Coupling, _>(seed, vec(0..=10, ..))),
        ("deletion", |seed| {
            check::<Deletion, _>(seed, |source: &mut Source| {
                let list = source.draw(&vec(any::<i32>(), 1..));
                let x = list[source.draw(&(0..list.len()))];
                (list, x)
            })
        }),
        ("difference_zero", difference::<DifferenceZero>),
        ("difference_small", difference::<DifferenceSmall>),
        ("difference_one", difference::<DifferenceOne>),
    ],
    notes: &[],
};

fn difference<C: Challenge<Case = (i32, i32)>>(seed: u64) {
    check::<C, _>(seed, (1..=1000, 1..=1000))
}

fn check<C: Challenge<Case: Debug>, G: Generator<Value = C::Case>>(seed: u64, generator: G) {
    let law = for_all(generator, |case| match witness::run::<C>(&case) {
        Verdict::Holds => Said::Held,
        Verdict::Broken => Said::Broken,
        Verdict::Unmet => Said::Discarded,
    });
    // Enough that a failure is found.
    let mut config = lawful::Config::default();
    config.set_tests(1_000_000);
    config.seed = Some(seed);
    Check::new("shrinking").with(config).run(&law);
}
