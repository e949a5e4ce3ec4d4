//! bolero: `check!` in its default engine, which shrinks the bytes that it drew, for at most a second.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bolero::{ValueGenerator, produce};

use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "bolero",
    cases: &[
        ("bound5", |_| {
            let list = || produce::<Vec<i16>>().with().len(0..=10usize);
            check::<Bound5>([list(), list(), list(), list(), list()])
        }),
        ("large_union_list", |_| check::<LargeUnionList>(produce::<Vec<Vec<i32>>>())),
        ("reverse", |_| check::<Reverse>(produce::<Vec<i32>>())),
        ("lengthlist", |_| {
            let list = (1..=100usize)
                .and_then_gen(|length| produce::<Vec<i32>>().with().len(length).values(0..=1000));
            check::<LengthList>(list)
        }),
        ("coupling_drawn", |_| {
            let list = (1..=100usize).and_then_gen(|length| {
                produce::<Vec<usize>>().with().len(length).values(0..length)
            });
            check::<Coupling>(list)
        }),
        ("coupling", |_| check::<Coupling>(produce::<Vec<usize>>().with().values(0..=10))),
        ("deletion", |_| {
            let list = produce::<Vec<i32>>().with().len(1..=32usize).values(-100..=100);
            let case = (list, 0..=1000usize).map_gen(|(list, index)| {
                let x = list[index % list.len()];
                (list, x)
            });
            check::<Deletion>(case)
        }),
        ("difference_zero", |_| check::<DifferenceZero>((1..=1000, 1..=1000))),
        ("difference_small", |_| check::<DifferenceSmall>((1..=1000, 1..=1000))),
        ("difference_one", |_| check::<DifferenceOne>((1..=1000, 1..=1000))),
    ],
    notes: &[
        "bolero: takes no seed, each is another random run; deletion takes elements from -100..=100",
    ],
};

fn check<C: Challenge<Case: Debug>>(generator: impl ValueGenerator<Output = C::Case>) {
    // A law that is broken panics at the end of the run.
    let _ = catch_unwind(AssertUnwindSafe(|| law::<C>(generator)));
}

fn law<C: Challenge<Case: Debug>>(generator: impl ValueGenerator<Output = C::Case>) {
    bolero::check!()
        // Enough that a failure is found.
        .with_iterations(1_000_000)
        .with_generator(generator)
        .for_each(|case| !matches!(witness::run::<C>(case), Verdict::Broken));
}
