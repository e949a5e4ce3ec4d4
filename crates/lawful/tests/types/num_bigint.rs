use num_bigint::{BigInt, BigUint, Sign};

use super::{check_common, check_smallest};

#[test]
fn big_numbers() {
    check_common::<BigUint>("zero", |number| number.bits() == 0);
    check_common::<BigUint>("narrow", |number| number.bits() <= 8);
    check_common::<BigUint>("wide", |number| number.bits() > 256);
    check_common::<BigInt>("below zero", |number| number.sign() == Sign::Minus);
    check_smallest!(BigUint, |_| false, BigUint::from(0u32));
    check_smallest!(BigUint, |number| *number < BigUint::from(1_000u32), BigUint::from(1000u32));
    check_smallest!(BigInt, |number| *number > BigInt::from(-5), BigInt::from(-5));
    check_smallest!(
        BigUint,
        |number| number.bits() <= 64,
        "18446744073709551616".parse::<BigUint>().unwrap()
    );
    check_smallest!(
        BigInt,
        |number| number.bits() <= 64 || number.sign() == Sign::Plus,
        "-18446744073709551616".parse::<BigInt>().unwrap()
    );
}
