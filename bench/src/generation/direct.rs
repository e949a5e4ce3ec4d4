//! The limit: the same data made by a plain loop over the random generator, with no tape, no
//! generator and no runner. The distributions are written out in [`sample`](super::sample).

use lawful::extend::{Random, mix};

use super::sample;
use super::value::{DEPTH, Expression, Law, Mixed, Size};

pub struct Direct;

impl super::Subject for Direct {
    const NAME: &'static str = "direct";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        repeat::<L, Vec<i64>>(tests, |random| {
            let length = random.below(101);
            (0..length).map(|_| sample::integer(random)).collect()
        })
    }

    fn string<L: Law>(tests: u64) -> u64 {
        repeat::<L, String>(tests, |random| sample::text(random, 100))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        repeat::<L, Vec<u8>>(tests, |random| sample::bytes(random, 4096))
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        repeat::<L, Expression>(tests, |random| expression(random, DEPTH))
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        repeat::<L, Mixed>(tests, |random| Mixed {
            small: sample::integer(random),
            number: sample::integer(random),
            large: sample::integer(random),
            flag: random.next_word() >> 63 == 1,
            real: sample::float(random),
            text: sample::text(random, 20),
            perhaps: (random.below(8) != 0).then(|| sample::integer(random)),
            list: {
                let length = random.below(11);
                (0..length).map(|_| sample::integer(random)).collect()
            },
        })
    }
}

/// Every test has a stream of its own here too: that is part of the data.
#[inline(always)]
fn repeat<L: Law, T: Size>(tests: u64, make: impl Fn(&mut Random) -> T) -> u64 {
    for test in 0..tests {
        let mut random = Random::from_seed(mix(tests, test));
        L::hold(&make(&mut random));
    }
    tests
}

fn expression(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 {
        return Expression::Lit(sample::integer(random));
    }
    match random.below(4) {
        0 => Expression::Lit(sample::integer(random)),
        1 => Expression::Neg(Box::new(expression(random, depth - 1))),
        2 => Expression::Add(
            Box::new(expression(random, depth - 1)),
            Box::new(expression(random, depth - 1)),
        ),
        _ => Expression::Mul(
            Box::new(expression(random, depth - 1)),
            Box::new(expression(random, depth - 1)),
        ),
    }
}
