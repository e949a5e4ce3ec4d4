//! The leftist heaps of section 3.1, each step with the functions of those before it.

use lawful::discovery::{Signature, sig};

use crate::discovery::{booleans, heaps, lists};

/// Heaps with their usual operations: section 3.1.
pub fn heaps_basic() -> Signature {
    sig![heaps::empty, heaps::is_empty, heaps::insert, heaps::find_min, heaps::delete_min]
        .variables::<heaps::Heap>(["h", "h1", "h2"])
        .variables::<i32>(["x", "y", "z"])
}

/// Heaps with the constant that the first step misses: section 3.1.
pub fn heaps_false() -> Signature {
    heaps_basic().background(sig![false])
}

/// Heaps with all connectives: section 3.1.
pub fn heaps_booleans() -> Signature {
    heaps_false()
        .background(sig![true, "&&" = booleans::and, "||" = booleans::or, booleans::not])
        .variables::<bool>(["p", "q", "r"])
}

/// Heaps with merging: section 3.1.1.
pub fn heaps_merge() -> Signature {
    heaps_booleans().with(sig![heaps::merge])
}

/// List functions that section 3.1.2 adds first.
fn list_functions() -> Signature {
    sig![
        "++" = lists::append,
        lists::head,
        lists::tail,
        ":" = lists::cons,
        "[]" = Vec::<i32>::new,
        lists::sort,
    ]
    .variables::<Vec<i32>>(["xs", "ys", "zs"])
}

/// Heaps with conversions from and to lists: section 3.1.2.
pub fn heaps_lists() -> Signature {
    heaps_merge().with(sig![heaps::from_list, heaps::to_list]).background(list_functions())
}

/// Heaps with all operations on ordered lists that specify them: section 3.1.2.
pub fn heaps_complete() -> Signature {
    heaps_lists().background(sig![
        "insert_list" = lists::insert_sorted,
        "merge_lists" = lists::merge,
        "null_list" = lists::null,
    ])
}

/// Heaps whose conversion to lists is faulty, and compared by it: section 3.1.3.
///
/// Where elements are equal, heaps of different shapes have the same list, and `insert` tells them apart.
pub fn heaps_buggy() -> Signature {
    heaps_merge()
        .with(sig![heaps::from_list, "to_list" = heaps::buggy_to_list])
        .background(list_functions())
        .observe(heaps::buggy_to_list)
}

/// Heaps with visible branches, compared by their representation: section 3.1.4.
pub fn heaps_branches() -> Signature {
    heaps_basic()
        .with(sig![heaps::merge, heaps::left_branch, heaps::right_branch])
        .observe(heaps::shape)
}
