//! proptest: strategies, run by `TestRunner`, which is what the `proptest!` macro expands to.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::value::{DEPTH, Expression, Law, Mixed, Size};

pub struct Proptest;

impl super::Subject for Proptest {
    const NAME: &'static str = "proptest";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, vec(any::<i64>(), 0..=100))
    }

    fn string<L: Law>(tests: u64) -> u64 {
        // The other way, a pattern such as "\\PC{0,100}", is several times slower.
        check::<L, _>(tests, text(100))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, vec(any::<u8>(), 0..=4096))
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, expression())
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, mixed())
    }
}

fn check<L: Law, S: Strategy<Value: Size>>(tests: u64, strategy: S) -> u64 {
    let config = Config { cases: tests as u32, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&strategy, |value| {
            L::hold(&value);
            Ok(())
        })
        .expect("the law holds");
    tests
}

fn text(length: usize) -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..=length).prop_map(String::from_iter)
}

fn expression() -> impl Strategy<Value = Expression> {
    // proptest takes a wanted size where others take chances, and stays far below it: 1024 gives 31
    // nodes on average.
    let (size, branch) = (1024, 2);
    any::<i64>().prop_map(Expression::Lit).prop_recursive(DEPTH as u32, size, branch, |inner| {
        let pair = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            inner.clone().prop_map(|inner| Expression::Neg(Box::new(inner))),
            pair().prop_map(|(left, right)| Expression::Add(left, right)),
            pair().prop_map(|(left, right)| Expression::Mul(left, right)),
        ]
    })
}

fn mixed() -> impl Strategy<Value = Mixed> {
    (
        any::<u8>(),
        any::<i32>(),
        any::<u64>(),
        any::<bool>(),
        any::<f64>(),
        text(20),
        any::<Option<i16>>(),
        vec(any::<u16>(), 0..=10),
    )
        .prop_map(|(small, number, large, flag, real, text, perhaps, list)| Mixed {
            small,
            number,
            large,
            flag,
            real,
            text,
            perhaps,
            list,
        })
}
