//! bolero: value generators and derived types, run by `check!` in its default engine.
//!
//! The engine changes one value in place from test to test, so allocations are reused. The two types
//! are declared again here because bolero's generator of a field is an attribute on the field.

use std::fmt::Debug;

use bolero::{TypeGenerator, ValueGenerator, produce};

use super::value::{DEPTH, Law, Size};

pub struct Bolero;

impl super::Subject for Bolero {
    const NAME: &'static str = "bolero";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, produce::<Vec<i64>>().with().len(0..=100usize))
    }

    fn string<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, produce::<String>().with().len(0..=100usize))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, produce::<Vec<u8>>().with().len(0..=4096usize))
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, produce::<Expression>())
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        check::<L, _>(tests, produce::<Mixed>())
    }
}

fn check<L: Law, G: ValueGenerator<Output: Debug + Size>>(tests: u64, generator: G) -> u64 {
    let mut ran = 0;
    check_into::<L, G>(tests, generator, &mut ran);
    ran
}

/// `check!` may return from the function around it, which therefore returns nothing.
fn check_into<L: Law, G: ValueGenerator<Output: Debug + Size>>(
    tests: u64,
    generator: G,
    ran: &mut u64,
) {
    bolero::check!()
        .with_iterations(tests as usize)
        .with_generator(generator)
        .with_max_depth(DEPTH)
        .for_each(|value| {
            *ran += 1;
            L::hold(value);
        });
}

#[derive(Clone, Debug, TypeGenerator)]
enum Expression {
    Lit(i64),
    Neg(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Mul(Box<Expression>, Box<Expression>),
}

impl Size for Expression {
    fn elements(&self) -> usize {
        match self {
            Expression::Lit(_) => 1,
            Expression::Neg(inner) => 1 + inner.elements(),
            Expression::Add(left, right) | Expression::Mul(left, right) => {
                1 + left.elements() + right.elements()
            }
        }
    }

    fn bytes(&self) -> usize {
        self.elements() * size_of::<Expression>()
    }
}

#[derive(Clone, Debug, TypeGenerator)]
struct Mixed {
    small: u8,
    number: i32,
    large: u64,
    flag: bool,
    real: f64,
    #[generator(produce::<String>().with().len(0..=20usize))]
    text: String,
    perhaps: Option<i16>,
    #[generator(produce::<Vec<u16>>().with().len(0..=10usize))]
    list: Vec<u16>,
}

impl Size for Mixed {
    fn elements(&self) -> usize {
        6 + self.text.elements() + self.list.elements()
    }

    fn bytes(&self) -> usize {
        size_of::<Mixed>() + self.text.bytes() + self.list.bytes()
    }
}
