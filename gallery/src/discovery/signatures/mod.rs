//! Signatures: those of the paper's examples, those that QuickSpec 1 was measured with, and some of
//! types that were not written for it.

use lawful::discovery::Signature;

mod benchmark;
mod containers;
mod fixed_point_steps;
mod heap_steps;
mod library;
mod list_steps;
mod traps;

pub use benchmark::{arithmetic, booleans, heaps, lists, lists_sort, pretty, sets};
pub use containers::{
    arrays, arrays_fix, arrays_reset, arrays_resize, arrays_without_default, queues,
    queues_by_contents, queues_one_ended, sets_unit,
};
pub use fixed_point_steps::{
    fixed_point_adjust, fixed_point_multiply, fixed_point_negate, fixed_point_precision,
    fixed_point_shr, fixed_point_shr_natural, fixed_point_sub, fixed_point_sub_negate,
    fixed_point_zero_like,
};
pub use heap_steps::{
    heaps_basic, heaps_booleans, heaps_branches, heaps_buggy, heaps_complete, heaps_false,
    heaps_lists, heaps_merge,
};
pub use library::{b_tree_map, decimal, decimal_by_digits, min_max, option, string, vec_deque};
pub use list_steps::{
    lists_cons, lists_increasing, lists_map, lists_merge, lists_monotone, lists_reverse,
    lists_sorted, lists_sorting, lists_usort,
};
pub use traps::{case_of_letters, contained_elements, ends_of_integers, traps};

/// A signature that is made by a function, with the name of that.
pub type Named = (&'static str, fn() -> Signature);

macro_rules! named {
    ($($signature:ident),* $(,)?) => {
        vec![$((stringify!($signature), $signature as fn() -> Signature)),*]
    };
}

/// All signatures with their names, but for [`decimal`] and [`heaps_buggy`]: their equality is no
/// congruence, so that what is found depends on which of two equal values came first.
pub fn all() -> Vec<Named> {
    let mut all = named![
        lists,
        lists_sort,
        booleans,
        arithmetic,
        sets,
        heaps,
        pretty,
        lists_cons,
        lists_reverse,
        lists_sorting,
        lists_usort,
        lists_merge,
        lists_map,
        lists_monotone,
        lists_increasing,
        lists_sorted,
        queues,
        queues_by_contents,
        queues_one_ended,
        arrays_without_default,
        arrays,
        arrays_reset,
        arrays_fix,
        arrays_resize,
        sets_unit,
        heaps_basic,
        heaps_false,
        heaps_booleans,
        heaps_merge,
        heaps_lists,
        heaps_complete,
        heaps_branches,
        fixed_point_sub,
        fixed_point_sub_negate,
        fixed_point_negate,
        fixed_point_zero_like,
        fixed_point_multiply,
        fixed_point_precision,
        fixed_point_adjust,
        fixed_point_shr,
        fixed_point_shr_natural,
        vec_deque,
        b_tree_map,
        option,
        min_max,
        decimal_by_digits,
    ];
    all.extend(traps());
    all
}
