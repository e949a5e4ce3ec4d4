//! The list functions of section 1.1, each step with the functions of those before it.

use lawful::Func;
use lawful::discovery::{Signature, sig};
use lawful::generate::vec;

use crate::discovery::lists;

/// Lists with append and cons: the first example of section 1.1.
pub fn lists_cons() -> Signature {
    sig!["++" = lists::append, ":" = lists::cons, "[]" = Vec::<i32>::new]
        .variables::<i32>(["x", "y", "z"])
        .variables::<Vec<i32>>(["xs", "ys", "zs"])
}

/// Lists with reverse as well: section 1.1.
pub fn lists_reverse() -> Signature {
    lists_cons().with(sig![lists::reverse])
}

/// Lists with sorting as well: section 1.1.
pub fn lists_sorting() -> Signature {
    lists_reverse().with(sig![lists::sort])
}

/// Lists with sorting that drops duplicates as well: section 1.1.
pub fn lists_usort() -> Signature {
    lists_sorting().with(sig![lists::usort])
}

/// Lists with merging as well: section 1.1.
pub fn lists_merge() -> Signature {
    lists_usort().with(sig![lists::merge])
}

/// Lists with mapping as well: section 1.1.
///
/// The paper writes `f x` for a variable `f`, which is `apply(f, x)` here. Sorting and merging, about
/// which mapping has no laws, are left out.
pub fn lists_map() -> Signature {
    lists_reverse().with(sig![
        "map" = |f: &Func<i32, i32>, xs: &[i32]| lists::map(f, xs),
        "apply" = |f: &Func<i32, i32>, x: i32| f(x),
    ])
}

/// Sorting, merging and mapping of monotone functions: section 1.1.
///
/// The paper's law that mapping commutes with merging is false for these functions, as [`lists`] tells.
pub fn lists_monotone() -> Signature {
    sig![
        ":" = lists::cons,
        "[]" = Vec::<i32>::new,
        lists::sort,
        lists::merge,
        "map" = lists::map_monotone,
        "apply" = lists::apply_monotone,
    ]
    .variables::<i32>(["x", "y", "z"])
    .variables::<Vec<i32>>(["xs", "ys", "zs"])
    .variables::<lists::Monotone>(["f", "g", "h"])
}

/// Sorting, merging and mapping of increasing functions: section 1.1, with the functions and elements for
/// which its law about merging is true.
pub fn lists_increasing() -> Signature {
    lists_monotone()
        .generator(lists::increasing)
        .generator(0..=3i32)
        .generator(vec(0..=3i32, 0..=8))
}

/// Sorting under conditions: the law of section 5 with `isSorted`, and what sorting leaves alone.
///
/// Depth 4, because that law has a term of this depth.
pub fn lists_sorted() -> Signature {
    sig![":" = lists::cons, "[]" = Vec::<i32>::new, lists::sort, lists::is_sorted, true]
        .variables::<i32>(["x", "y", "z"])
        .variables::<Vec<i32>>(["xs", "ys", "zs"])
        .conditions(sig![lists::is_sorted, "<=" = |x: i32, y: i32| x <= y])
        .depth(4)
}
