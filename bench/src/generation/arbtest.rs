//! arbtest: a property over `Unstructured`, run by the search that `arbtest` starts.
//!
//! The search fills a buffer of up to 65,536 random bytes for every test, however few are used. To be
//! kind, `size_max` is set to what the largest value needs.

use std::time::Duration;

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;

use super::value::{DEPTH, Expression, Law, Mixed, Size};

pub struct Arbtest;

impl super::Subject for Arbtest {
    const NAME: &'static str = "arbtest";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        check::<L, Vec<i64>>(tests, 1 + 8 * 100, |source| {
            let length = source.int_in_range(0..=100)?;
            (0..length).map(|_| source.arbitrary()).collect()
        })
    }

    fn string<L: Law>(tests: u64) -> u64 {
        check::<L, String>(tests, 1 + 4 * 100, |source| text(source, 100))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        check::<L, Vec<u8>>(tests, 2 + 4096, |source| {
            // A length that leaves enough bytes behind it, so that the short first tests pass too.
            let longest = source.len().saturating_sub(2).min(4096);
            let length = source.int_in_range(0..=longest)?;
            Ok(source.bytes(length)?.to_vec())
        })
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        check::<L, Expression>(tests, 1024, |source| expression(source, DEPTH))
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check::<L, Mixed>(tests, 128, mixed)
    }
}

fn check<L: Law, T: Size>(
    tests: u64,
    bytes: u32,
    generate: fn(&mut Unstructured<'_>) -> Result<T>,
) -> u64 {
    let mut ran = 0;
    arbtest(|source| {
        ran += 1;
        L::hold(&generate(source)?);
        Ok(())
    })
    .size_max(bytes)
    // arbtest takes a time and no number of tests: it gets a microsecond for each.
    .budget(Duration::from_micros(tests))
    .run();
    ran
}

fn text(source: &mut Unstructured<'_>, longest: usize) -> Result<String> {
    let length = source.int_in_range(0..=longest)?;
    (0..length).map(|_| source.arbitrary::<char>()).collect()
}

fn expression(source: &mut Unstructured<'_>, depth: usize) -> Result<Expression> {
    if depth == 0 {
        return Ok(Expression::Lit(source.arbitrary()?));
    }
    Ok(match source.int_in_range(0..=3)? {
        0 => Expression::Lit(source.arbitrary()?),
        1 => Expression::Neg(Box::new(expression(source, depth - 1)?)),
        2 => Expression::Add(
            Box::new(expression(source, depth - 1)?),
            Box::new(expression(source, depth - 1)?),
        ),
        _ => Expression::Mul(
            Box::new(expression(source, depth - 1)?),
            Box::new(expression(source, depth - 1)?),
        ),
    })
}

fn mixed(source: &mut Unstructured<'_>) -> Result<Mixed> {
    Ok(Mixed {
        small: source.arbitrary()?,
        number: source.arbitrary()?,
        large: source.arbitrary()?,
        flag: source.arbitrary()?,
        real: source.arbitrary()?,
        text: text(source, 20)?,
        perhaps: source.arbitrary()?,
        list: {
            let length = source.int_in_range(0..=10)?;
            (0..length).map(|_| source.arbitrary()).collect::<Result<_>>()?
        },
    })
}
