//! The crate `rust_decimal`.

use ::rust_decimal::Decimal;

use super::by_hash;
use crate::choice::{Random, Source};
use crate::generate::{Arbitrary, Generator};

/// The greatest number of digits after the point.
const MOST_DIGITS: u64 = 28;

/// Any number of digits after the point, none and two most often, up to [`Decimal::MAX`] to both sides,
/// with zeros at the end. The simplest is 0.
impl Arbitrary for Decimal {
    fn arbitrary(source: &mut Source) -> Self {
        let digits =
            source.number(0, 0, MOST_DIGITS, |random: &mut Random| match random.below(8) {
                0..3 => 0,
                3..5 => 2,
                5 => MOST_DIGITS,
                _ => random.below(MOST_DIGITS + 1),
            });
        let most = Decimal::MAX.mantissa();
        let mantissa = match source.pick(2, |random| random.one_in(16).into()) {
            0 => (-most..=most).generate(source),
            _ => [most, -most][source.branch(2)],
        };
        Decimal::try_from_i128_with_scale(mantissa, digits as u32).unwrap_or_default()
    }
}

by_hash!(Decimal);
