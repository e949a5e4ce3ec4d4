//! The fixed-point numbers of sections 3.2 to 3.4: subsets of the library, as the paper takes them.

use lawful::discovery::{Signature, sig};

use crate::discovery::fixed_point::{self, Fixed, Natural};

/// Names the variables as the paper does.
fn named(signature: Signature) -> Signature {
    signature
        .variables::<Fixed>(["a", "b", "c"])
        .variables::<Natural>(["m", "n", "k"])
        .variables::<i32>(["i", "j", "l"])
}

/// Addition and subtraction, which have many laws that resemble each other: section 3.2.1.
pub fn fixed_point_sub() -> Signature {
    sig![fixed_point::zero, fixed_point::add, fixed_point::sub].variables::<Fixed>(["a", "b", "c"])
}

/// Negation beside subtraction: section 3.2.1.
pub fn fixed_point_sub_negate() -> Signature {
    fixed_point_sub().with(sig![fixed_point::negate])
}

/// Negation instead of subtraction: section 3.2.1.
pub fn fixed_point_negate() -> Signature {
    sig![fixed_point::zero, fixed_point::add, fixed_point::negate]
        .variables::<Fixed>(["a", "b", "c"])
}

/// Zeros of all precisions: section 3.2.2.
pub fn fixed_point_zero_like() -> Signature {
    named(fixed_point_negate().with(sig![
        fixed_point::zero_like,
        fixed_point::from_int,
        fixed_point::from_minor_int,
    ]))
}

/// Multiplication and division: section 3.2.3.
pub fn fixed_point_multiply() -> Signature {
    named(sig![
        fixed_point::add,
        fixed_point::zero_like,
        fixed_point::from_minor_int,
        fixed_point::multiply,
        fixed_point::divide,
        fixed_point::reciprocal,
        fixed_point::one_like,
    ])
}

/// Precision of results: section 3.2.4.
pub fn fixed_point_precision() -> Signature {
    named(
        sig![
            fixed_point::zero,
            fixed_point::add,
            fixed_point::from_int,
            fixed_point::from_minor_int,
            fixed_point::multiply,
            fixed_point::divide,
            fixed_point::reciprocal,
            fixed_point::one_like,
            fixed_point::precision,
        ]
        .background(sig!["max" = fixed_point::max_natural, "0" = Natural(0)]),
    )
}

/// Adjusting the precision: section 3.3.
pub fn fixed_point_adjust() -> Signature {
    named(
        sig![
            fixed_point::zero,
            fixed_point::zero_like,
            fixed_point::precision,
            fixed_point::adjust,
        ]
        .background(sig!["0" = Natural(0)])
        .conditions(sig!["<=" = |n: Natural, m: Natural| n <= m]),
    )
}

/// Shifting by integers, a partial function: section 3.4.
pub fn fixed_point_shr() -> Signature {
    named(sig![
        fixed_point::zero,
        fixed_point::zero_like,
        fixed_point::precision,
        fixed_point::adjust,
        fixed_point::shr,
    ])
}

/// Shifting by natural numbers, a total function: section 3.4.
pub fn fixed_point_shr_natural() -> Signature {
    named(
        sig![
            fixed_point::zero,
            fixed_point::zero_like,
            fixed_point::precision,
            "shr" = fixed_point::shr_natural,
        ]
        .background(sig!["0" = Natural(0), "+" = fixed_point::add_natural]),
    )
}
