//! quickcheck: `QuickCheck::quicktest`, with a shrinker by hand where a type needs one.

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};

use super::Start;
use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "quickcheck",
    cases: &[
        ("bound5", |start| {
            type List = Vec<i16>;
            fn law(a: List, b: List, c: List, d: List, e: List) -> TestResult {
                verdict::<Bound5>(&[a, b, c, d, e])
            }
            check_sized(start, 11, law as fn(List, List, List, List, List) -> TestResult)
        }),
        ("large_union_list", |start| {
            fn law(lists: Vec<Vec<i32>>) -> TestResult {
                verdict::<LargeUnionList>(&lists)
            }
            check(start, law as fn(Vec<Vec<i32>>) -> TestResult)
        }),
        ("reverse", |start| {
            fn law(list: Vec<i32>) -> TestResult {
                verdict::<Reverse>(&list)
            }
            check(start, law as fn(Vec<i32>) -> TestResult)
        }),
        ("coupling_drawn", |start| {
            fn law(list: Indices) -> TestResult {
                verdict::<Coupling>(&list.0)
            }
            check(start, law as fn(Indices) -> TestResult)
        }),
        ("coupling", |start| {
            fn law(list: Vec<Small>) -> TestResult {
                let list: Vec<usize> = list.iter().map(|small| small.0).collect();
                verdict::<Coupling>(&list)
            }
            check(start, law as fn(Vec<Small>) -> TestResult)
        }),
        ("deletion", |start| {
            fn law(list: Vec<i32>, index: usize) -> TestResult {
                // An empty list has no such element, and the assumption is not met.
                let x = *list.get(index % list.len().max(1)).unwrap_or(&0);
                verdict::<Deletion>(&(list, x))
            }
            check(start, law as fn(Vec<i32>, usize) -> TestResult)
        }),
        ("difference_zero", difference::<DifferenceZero>),
        ("difference_small", difference::<DifferenceSmall>),
        ("difference_one", difference::<DifferenceOne>),
    ],
    notes: &[
        "quickcheck: has no bind, lengthlist is left out; coupling and the differences have a shrinker by hand",
    ],
};

fn difference<C: Challenge<Case = (i32, i32)>>(start: Start) {
    fn law<C: Challenge<Case = (i32, i32)>>(x: Bounded, y: Bounded) -> TestResult {
        verdict::<C>(&(x.0, y.0))
    }
    check(start, law::<C> as fn(Bounded, Bounded) -> TestResult)
}

fn verdict<C: Challenge>(case: &C::Case) -> TestResult {
    match witness::run::<C>(case) {
        Verdict::Holds => TestResult::passed(),
        Verdict::Broken => TestResult::failed(),
        Verdict::Unmet => TestResult::discard(),
    }
}

fn check(start: Start, law: impl Testable) {
    let default_size = 100;
    check_sized(start, default_size, law)
}

/// A list has fewer elements than the size.
fn check_sized(start: Start, size: usize, law: impl Testable) {
    // Enough that a failure is found.
    let tests = 1_000_000;
    let verdict = QuickCheck::new()
        .rng(Gen::from_size_and_seed(size, start.seed))
        .tests(tests)
        .max_tests(tests)
        .quicktest(law);
    drop(verdict);
}

/// A number from 1 to 1000, which quickcheck has no generator for.
#[derive(Clone, Debug)]
struct Bounded(i32);

impl Arbitrary for Bounded {
    fn arbitrary(source: &mut Gen) -> Bounded {
        Bounded((u32::arbitrary(source) % 1000) as i32 + 1)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Bounded>> {
        let smaller = self.0.shrink().filter(|number| (1..=1000).contains(number));
        Box::new(smaller.map(Bounded))
    }
}

/// A number from 0 to 10.
#[derive(Clone, Debug)]
struct Small(usize);

impl Arbitrary for Small {
    fn arbitrary(source: &mut Gen) -> Small {
        Small(usize::arbitrary(source) % 11)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Small>> {
        Box::new(self.0.shrink().map(Small))
    }
}

/// A list of indices into itself.
#[derive(Clone, Debug)]
struct Indices(Vec<usize>);

impl Arbitrary for Indices {
    fn arbitrary(source: &mut Gen) -> Indices {
        let length = usize::arbitrary(source) % source.size();
        Indices((0..length).map(|_| usize::arbitrary(source) % length).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Indices>> {
        let smaller = self.0.shrink();
        Box::new(smaller.filter(|list| list.iter().all(|index| *index < list.len())).map(Indices))
    }
}
