//! lawful: derived types and generators, run by `Check`, at the size at which every length of a
//! range is drawn.

use std::fmt::Debug;

use lawful::generate::{any, text, vec};
use lawful::{Check, Generator, for_all_ref};

use super::value::{Expression, Law, Mixed, Size};

pub struct Lawful;

impl super::Subject for Lawful {
    const NAME: &'static str = "lawful";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, vec(any::<i64>(), 0..=100))
    }

    fn string<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, text(0..=100))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, vec(any::<u8>(), 0..=4096))
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        // The size at which trees have as many nodes as those of the others.
        check::<L, _>(tests, any::<Expression>().resize(50))
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, any::<Mixed>())
    }
}

fn check<L: Law, G: Generator<Value: Size + Debug>>(tests: u64, generator: G) -> u64 {
    let law = for_all_ref(generator.resize(100), |value| L::hold(value));
    Check::new("generation").tests(tests).seed(tests).run(&law).held
}
