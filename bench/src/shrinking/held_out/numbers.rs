//! Numbers: fractions, what is not a number, negative thresholds and divisibility.

use lawful::any;
use lawful::generate::{floats, vec};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // Halves are the simplest fractions.
    Case {
        name: "float_fraction",
        law: || law(floats::<f64>().finite(), |x| x <= 2.0 || x.fract() == 0.0),
        smallest: || exactly("2.5"),
    },
    // NaN anywhere but at the end.
    Case {
        name: "nan_first",
        law: || law(vec(any::<f64>(), ..), |list| list.iter().rev().skip(1).all(|x| !x.is_nan())),
        smallest: || exactly("[NaN, 0.0]"),
    },
    Case {
        name: "negative_sum",
        law: || law((any::<i16>(), any::<i16>()), |(x, y)| i32::from(x) + i32::from(y) >= -40_000),
        smallest: || exactly("(-7233, -32768)"),
    },
    // Either number may be the multiple; the later one is.
    Case {
        name: "product_divisible",
        law: || law((1..=1_000, 1..=1_000), |(x, y)| x * y % 7 != 0),
        smallest: || exactly("(1, 7)"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let numbers = |numbers, lengths, weight| Within { size: 10, numbers, lengths, weight };
        check(
            CASES,
            &[
                ("float_fraction", numbers(100, 0, 1)),
                ("nan_first", numbers(3, 3, 4)),
                ("product_divisible", numbers(30, 0, 2)),
            ],
        );
    }
}
