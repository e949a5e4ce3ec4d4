//! quickcheck: `Arbitrary` types, run by `QuickCheck::quicktest`.
//!
//! A length is drawn below the size of the `Gen`, hence the sizes of one more than the longest.

use quickcheck::{Arbitrary, Gen, QuickCheck as Tester, Testable};

use super::value::{DEPTH, Expression, Law, Mixed, Size};

pub struct QuickCheck;

impl super::Subject for QuickCheck {
    const NAME: &'static str = "quickcheck";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        check(tests, 101, law::<L, Vec<i64>> as fn(Vec<i64>) -> bool)
    }

    fn string<L: Law>(tests: u64) -> u64 {
        check(tests, 101, law::<L, String> as fn(String) -> bool)
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        check(tests, 4097, law::<L, Vec<u8>> as fn(Vec<u8>) -> bool)
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        check(tests, 101, law::<L, Expression> as fn(Expression) -> bool)
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check(tests, 101, law::<L, Mixed> as fn(Mixed) -> bool)
    }
}

fn law<L: Law, T: Size>(value: T) -> bool {
    L::hold(&value);
    true
}

fn check(tests: u64, size: usize, law: impl Testable) -> u64 {
    Tester::new()
        .rng(Gen::new(size))
        .tests(tests)
        .max_tests(tests)
        .quicktest(law)
        .expect("the law holds")
}

impl Arbitrary for Expression {
    fn arbitrary(source: &mut Gen) -> Expression {
        expression(source, DEPTH)
    }
}

fn expression(source: &mut Gen, depth: usize) -> Expression {
    if depth == 0 {
        return Expression::Lit(i64::arbitrary(source));
    }
    match source.choose(&[0, 1, 2, 3]) {
        Some(0) => Expression::Lit(i64::arbitrary(source)),
        Some(1) => Expression::Neg(Box::new(expression(source, depth - 1))),
        Some(2) => Expression::Add(
            Box::new(expression(source, depth - 1)),
            Box::new(expression(source, depth - 1)),
        ),
        _ => Expression::Mul(
            Box::new(expression(source, depth - 1)),
            Box::new(expression(source, depth - 1)),
        ),
    }
}

impl Arbitrary for Mixed {
    fn arbitrary(source: &mut Gen) -> Mixed {
        Mixed {
            small: u8::arbitrary(source),
            number: i32::arbitrary(source),
            large: u64::arbitrary(source),
            flag: bool::arbitrary(source),
            real: f64::arbitrary(source),
            text: (0..usize::arbitrary(source) % 21).map(|_| char::arbitrary(source)).collect(),
            perhaps: Option::arbitrary(source),
            list: (0..usize::arbitrary(source) % 11).map(|_| u16::arbitrary(source)).collect(),
        }
    }
}
