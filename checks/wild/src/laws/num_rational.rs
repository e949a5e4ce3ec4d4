//! num-rational: checked arithmetic promises the exact number, or nothing.
//!
//! #74: `checked_div` panics on zero by zero.

use lawful::prelude::*;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[Bug {
    package: "num-rational",
    version: "0.2.3",
    published: "#74",
    defect: "`checked_div` of zero by zero panics",
    fixed: Some("0.2.4"),
    law: "checked operations on small ratios give what exact ones give, or nothing",
    tests: 2_000,
    minimal: &["a = Ratio { numer: 0, denom: 1 }, b = Ratio { numer: 0, denom: 1 }"],
    make: || Box::new(checked_operations_are_exact()),
    ..Bug::COMMON
}];

type Small = Ratio<i8>;

/// Ratios whose numerator has an opposite, as the least integer has not.
fn ratios() -> impl Generator<Value = Small> {
    (any::<i8>().filtered(|numerator| *numerator != i8::MIN), 1..=i8::MAX)
        .mapped(|(numerator, denominator)| Ratio::new(numerator, denominator))
}

/// The same number, of a type that has room for all of them.
fn wide(small: &Small) -> Ratio<i64> {
    Ratio::new(i64::from(*small.numer()), i64::from(*small.denom()))
}

/// Checked operations give what exact ones give, or nothing.
fn checked_operations_are_exact() -> impl Law {
    for_all!(a: Small = ratios(), b: Small = ratios() => {
        let (x, y) = (wide(&a), wide(&b));
        let same = |checked: Option<Small>, exact: Option<Ratio<i64>>| {
            checked.is_none() || checked.as_ref().map(wide) == exact
        };
        assert!(same(a.checked_add(&b), Some(x + y)), "addition");
        assert!(same(a.checked_sub(&b), Some(x - y)), "subtraction");
        assert!(same(a.checked_mul(&b), Some(x * y)), "multiplication");
        let quotient = (!y.is_zero()).then(|| x / y);
        assert!(same(a.checked_div(&b), quotient), "division");
    })
}
