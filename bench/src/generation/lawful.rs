//! lawful: derived types and generators, run by `Runner`, at the size at which every length of a
//! range is drawn.

use std::fmt::Debug;

use lawful::any;
use lawful::extend::Choices;
use lawful::generate::{text, vec};
use lawful::{Arbitrary, Generator, Runner, Source, for_all_ref};

use super::value::{DEPTH, Expression, Law, Mixed, Size};

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
        check::<L, _>(tests, Trees)
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, any::<Mixed>())
    }
}

fn check<L: Law, G: Generator<Value: Size + Debug>>(tests: u64, generator: G) -> u64 {
    let law = for_all_ref(generator.resize(100), |value| L::hold(value));
    Runner::named("generation").tests(tests).seed(tests).run(&law).passed
}

/// Trees to a depth, as the other subjects make them; derived ones end by a budget of nodes.
struct Trees;

impl Generator for Trees {
    type Value = Expression;

    fn generate(&self, source: &mut Source) -> Expression {
        expression(source, DEPTH)
    }

    fn recycle(&self, value: Expression, source: &mut Source) {
        Arbitrary::recycle(value, source);
    }
}

fn expression(source: &mut Source, depth: usize) -> Expression {
    if depth == 0 {
        return Expression::Lit(source.any());
    }
    match source.branch(4) {
        0 => Expression::Lit(source.any()),
        1 => Expression::Neg(below(source, depth)),
        2 => Expression::Add(below(source, depth), below(source, depth)),
        _ => Expression::Mul(below(source, depth), below(source, depth)),
    }
}

fn below(source: &mut Source, depth: usize) -> Box<Expression> {
    let value = source.draw(&|source: &mut Source| expression(source, depth - 1));
    source.boxed(value, Arbitrary::recycle)
}
