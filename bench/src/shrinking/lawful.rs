//! lawful: generators for each case, run by `Runner`.

use std::fmt::Debug;

use lawful::any;
use lawful::data::Event;
use lawful::data::Reason;
use lawful::extend::Extension;
use lawful::extend::{Case, Component};
use lawful::generate::vec;
use lawful::run::Config;
use lawful::run::Summary;
use lawful::{Generator, Law, Outcome, Runner, Source, for_all};

use super::Start;
use super::challenge::*;
use super::witness::{self, Verdict};

pub const SUBJECT: super::Subject = super::Subject {
    name: "lawful",
    cases: &[
        ("bound5", |start| {
            let list = || vec(any::<i16>(), 0..=10);
            check::<Bound5, _>(start, [list(), list(), list(), list(), list()])
        }),
        ("large_union_list", |start| check::<LargeUnionList, _>(start, any::<Vec<Vec<i32>>>())),
        ("reverse", |start| check::<Reverse, _>(start, any::<Vec<i32>>())),
        ("lengthlist", |start| {
            check::<LengthList, _>(start, (1..=100).flat_mapped(|length| vec(0..=1000, length)))
        }),
        ("coupling", |start| check::<Coupling, _>(start, vec(0..=10, ..))),
        ("coupling_drawn", |start| {
            let list = (1..=100).flat_mapped(|length: usize| vec(0..length, length));
            check::<Coupling, _>(start, list)
        }),
        ("deletion", |start| {
            check::<Deletion, _>(start, |source: &mut Source| {
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

fn difference<C: Challenge<Case = (i32, i32)>>(start: Start) {
    check::<C, _>(start, (1..=1000, 1..=1000))
}

fn check<C: Challenge<Case: Debug>, G: Generator<Value = C::Case>>(start: Start, generator: G) {
    let law = for_all(generator, |case| match witness::run::<C>(&case) {
        Verdict::Holds => Outcome::Passed,
        Verdict::Broken => Outcome::failed(Reason::returned_false()),
        Verdict::Unmet => Outcome::Discarded,
    });
    run(&law, start);
}

/// Looks for a failure of a law and shrinks it.
pub fn run(law: &dyn Law, start: Start) -> Summary {
    let mut config = Config::default().with(|config| config.seed = Some(start.seed));
    // Enough that a failure is found, and fewer than the cases that there are.
    config.tests = 500_000;
    let check = Runner::named("shrinking").with(config).first_failure();
    let mut listen = |event: &Event| {
        if let Event::Failed { .. } = event {
            witness::fail();
        }
    };
    match start.size {
        None => check.run_with(law, &mut listen),
        Some(size) => check.run_with(&AtSize { law, size }, &mut listen),
    }
}

/// A law all of whose cases have one size.
struct AtSize<'a> {
    law: &'a dyn Law,
    size: u32,
}

impl Component for AtSize<'_> {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        case.resize(self.size, |case| self.law.test(case))
    }

    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        self.run((), case)
    }

    fn own_extensions(&self) -> Vec<&'static Extension> {
        self.law.own_extensions()
    }
}
