//! Types of the standard library and of a published crate.

use std::collections::{BTreeMap, VecDeque};

use lawful::discovery::{Signature, sig};
use lawful::generate::{elements, vec};
use lawful::{Generator, any};
use rust_decimal::Decimal;

type Queue = VecDeque<i32>;
type Map = BTreeMap<u8, i32>;

/// `VecDeque<i32>`.
pub fn vec_deque() -> Signature {
    sig![
        Queue::new,
        Queue::push_front,
        Queue::push_back,
        Queue::pop_front,
        Queue::pop_back,
        Queue::front,
        Queue::back,
        Queue::is_empty,
        "Some" = Some::<i32>,
        "None" = None::<i32>,
        true,
        false,
    ]
    .variables::<Queue>(["q", "q1", "q2"])
    .variables::<i32>(["x", "y", "z"])
}

/// `BTreeMap<u8, i32>`.
pub fn b_tree_map() -> Signature {
    sig![
        Map::new,
        Map::insert,
        "remove" = Map::remove::<u8>,
        "get" = Map::get::<u8>,
        "contains_key" = Map::contains_key::<u8>,
        "Some" = Some::<i32>,
        "None" = None::<i32>,
        true,
        false,
    ]
    .variables::<Map>(["m", "m1", "m2"])
    .variables::<u8>(["k", "j", "i"])
    .variables::<i32>(["v", "u", "w"])
}

/// `Option<i32>`.
pub fn option() -> Signature {
    sig![
        "Some" = Some::<i32>,
        "None" = None::<i32>,
        Option::<i32>::or,
        "and" = Option::<i32>::and::<i32>,
        Option::<i32>::xor,
        Option::<i32>::unwrap_or,
        Option::<i32>::is_some,
        true,
        false,
    ]
    .variables::<Option<i32>>(["o", "p", "q"])
    .variables::<i32>(["x", "y", "z"])
}

/// `Ord::min` and `Ord::max` of `i32`, under a condition.
pub fn min_max() -> Signature {
    sig!["min" = |x: i32, y: i32| x.min(y), "max" = |x: i32, y: i32| x.max(y)]
        .conditions(sig!["<=" = |x: i32, y: i32| x <= y])
}

/// `String`, with white space that is cut off.
pub fn string() -> Signature {
    sig![
        "\"\"" = String::new,
        "++" = |s: &str, t: &str| [s, t].concat(),
        str::trim,
        str::trim_start,
        str::trim_end,
        str::is_empty,
        "starts_with" = |s: &str, t: &str| s.starts_with(t),
        true,
    ]
    .variables::<String>(["s", "t", "u"])
}

/// `Decimal` of the crate rust_decimal, by its own equality, for which 1.0 and 1.00 are the same.
pub fn decimal() -> Signature {
    sig![
        "zero" = Decimal::ZERO,
        "round_dp" = |d: &Decimal, places: u8| d.round_dp(places.into()),
        "rescale" = |d: &Decimal, places: u8| {
            let mut rescaled = *d;
            rescaled.rescale(places.into());
            rescaled
        },
        "scale" = |d: &Decimal| d.scale() as u8,
        Decimal::abs,
        Decimal::normalize,
        Decimal::trunc,
    ]
    .variables::<Decimal>(["d", "e", "f"])
    .variables::<u8>(["m", "n", "k"])
    .generator(0..=4u8)
}

/// `Decimal` of the crate rust_decimal, by its digits: 1.0 and 1.00 are different.
pub fn decimal_by_digits() -> Signature {
    decimal().generator(near_ties()).observe(|d: &Decimal| (d.mantissa(), d.scale()))
}

/// Draws decimals that lie on ties or near them, so that rounding up, down and twice differ: the lesson of section 3.3.
fn near_ties() -> impl Generator<Value = Decimal> {
    (vec(elements([0, 5, 4, 9]), 1..=6), any::<bool>(), 0..=4u32).mapped(
        |(digits, is_negative, scale): (Vec<i64>, bool, u32)| {
            let number = digits.iter().fold(0, |number, digit| 10 * number + digit);
            Decimal::new(if is_negative { -number } else { number }, scale)
        },
    )
}
