//! Signatures that QuickSpec 1 was measured with, at depth 3.

use lawful::Func;
use lawful::discovery::{Signature, sig};

use crate::discovery::{booleans, heaps, lists, pretty, sets};

/// Lists with append and reverse.
pub fn lists() -> Signature {
    sig!["[]" = Vec::<i32>::new, "++" = lists::append, lists::reverse]
        .variables::<Vec<i32>>(["xs", "ys", "zs"])
}

/// Lists with sorting and mapping as well.
pub fn lists_sort() -> Signature {
    sig![
        "[]" = Vec::<i32>::new,
        "++" = lists::append,
        lists::reverse,
        lists::unit,
        lists::sort,
        "map" = |f: &Func<i32, i32>, xs: &[i32]| lists::map(f, xs),
    ]
}

/// Booleans.
pub fn booleans() -> Signature {
    sig!["||" = booleans::or, "&&" = booleans::and, booleans::not, true, false]
        .variables::<bool>(["x", "y", "z"])
}

/// Wrapping arithmetic.
pub fn arithmetic() -> Signature {
    sig!["0" = 0i32, "1" = 1i32, "+" = i32::wrapping_add, "*" = i32::wrapping_mul]
}

/// Sets with single elements added.
pub fn sets() -> Signature {
    sig![sets::new, sets::add_element, sets::union, sets::intersection]
        .variables::<sets::Set>(["s", "t", "u"])
}

/// The known functions beside heaps.
fn beside_heaps() -> Signature {
    booleans()
        .with(arithmetic())
        .with(sig![
            "[]" = Vec::<i32>::new,
            ":" = lists::cons,
            lists::head,
            lists::tail,
            "++" = lists::append,
            lists::sort,
            "insert_list" = lists::insert_sorted,
            "null_list" = lists::null,
            "merge_lists" = lists::merge,
        ])
        // `x`, `y` and `z` are elements of heaps.
        .variables::<bool>(["p", "q", "r"])
        .variables::<i32>(["x", "y", "z"])
}

/// Leftist heaps, with lists as their model.
pub fn heaps() -> Signature {
    sig![
        "nil" = heaps::empty,
        heaps::insert,
        heaps::find_min,
        heaps::delete_min,
        heaps::merge,
        "null" = heaps::is_empty,
        heaps::from_list,
        heaps::to_list,
    ]
    .variables::<heaps::Heap>(["h", "h1", "h2"])
    .background(beside_heaps())
}

/// Pretty printing.
pub fn pretty() -> Signature {
    sig!["$$" = pretty::above, "<>" = pretty::beside, pretty::nest, pretty::text,]
        .background(sig![
            "0" = 0i32,
            "+" = i32::wrapping_add,
            "\"\"" = String::new,
            "++" = pretty::append
        ])
        .variables::<i32>(["n", "m", "k"])
        .variables::<pretty::Doc>(["d", "e", "f"])
}
