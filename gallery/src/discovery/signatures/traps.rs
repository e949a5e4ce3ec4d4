//! Signatures with false laws that careless tests let through: section 2.10, and the ends of types.

use lawful::discovery::{Signature, sig};

use super::Named;
use super::library::string;
use crate::discovery::lists;

/// Functions of lists that are equal for most unrelated arguments: section 2.10.
pub fn contained_elements() -> Signature {
    sig![
        lists::is_prefix_of,
        lists::null,
        lists::elem,
        lists::delete,
        lists::usort,
        "==" = |xs: &[i32], ys: &[i32]| xs == ys,
        ":" = lists::cons,
        "[]" = Vec::<i32>::new,
        true,
        false,
    ]
    .variables::<i32>(["x", "y", "z"])
    .variables::<Vec<i32>>(["xs", "ys", "zs"])
}

/// Arithmetic that is different at the ends of `i32` only.
pub fn ends_of_integers() -> Signature {
    sig![
        "0" = 0i32,
        i32::saturating_add,
        i32::saturating_sub,
        i32::wrapping_neg,
        "min" = |x: i32, y: i32| x.min(y),
        "max" = |x: i32, y: i32| x.max(y),
    ]
    .variables::<i32>(["x", "y", "z"])
}

/// Case of letters, some of which are longer, or two, in the other case.
pub fn case_of_letters() -> Signature {
    sig![
        str::to_uppercase,
        str::to_lowercase,
        str::len,
        "rev" = |s: &str| s.chars().rev().collect::<String>(),
        str::trim,
        "++" = |s: &str, t: &str| [s, t].concat(),
    ]
    .variables::<String>(["s", "t", "u"])
}

/// All of these, and [`string`] with its white space, for soak runs over many seeds.
pub fn traps() -> Vec<Named> {
    vec![
        ("contained_elements", contained_elements),
        ("ends_of_integers", ends_of_integers),
        ("case_of_letters", case_of_letters),
        ("string", string),
    ]
}
