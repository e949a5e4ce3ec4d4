use lawful::prelude::*;
use rust_decimal::Decimal;

use super::{check_all, check_common, check_smallest};

#[test]
fn decimals() {
    check_common::<Decimal>("zero", |number| number.is_zero());
    check_common::<Decimal>("the greatest", |number| *number == Decimal::MAX);
    check_common::<Decimal>("whole", |number| number.scale() == 0);
    check_common::<Decimal>("28 digits", |number| number.scale() == 28);
    check_common::<Decimal>("below zero", |number| number.is_sign_negative());
    check_all(any::<Decimal>(), |number| number.to_string().parse() == Ok(*number));
    check_smallest!(Decimal, |_| false, "0".parse::<Decimal>().unwrap());
    check_smallest!(Decimal, |number| number.fract().is_zero(), "0.1".parse::<Decimal>().unwrap());
    check_smallest!(Decimal, |number| *number > -Decimal::TEN, "-10".parse::<Decimal>().unwrap());
}
