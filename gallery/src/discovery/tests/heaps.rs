//! Leftist heaps: section 3.1.

use super::{
    assert_conditional, assert_defines, assert_misses_constant, assert_partial, assert_proves,
    assert_refutes,
};
use crate::discovery::signatures;

const BASIC: [&str; 5] = [
    "find_min(empty) = undefined",
    "find_min(insert(x, empty)) = x",
    "delete_min(empty) = undefined",
    "delete_min(insert(x, empty)) = empty",
    "insert(y, insert(x, h)) = insert(x, insert(y, h))",
];

const NOT_EMPTY: &str = "is_empty(insert(x, h)) = false";

const MERGE: [&str; 7] = [
    "merge(h1, h) = merge(h, h1)",
    "merge(h1, merge(h, h2)) = merge(h, merge(h1, h2))",
    "merge(h, empty) = h",
    "merge(h, insert(x, h1)) = insert(x, merge(h, h1))",
    "is_empty(h) && is_empty(h1) = is_empty(merge(h, h1))",
    "find_min(merge(h, h)) = find_min(h)",
    "merge(h, delete_min(h)) = delete_min(merge(h, h))",
];

const LISTS: [&str; 11] = [
    "to_list(from_list(xs)) = sort(xs)",
    "sort(to_list(h)) = to_list(h)",
    "from_list(to_list(h)) = h",
    "from_list(sort(xs)) = from_list(xs)",
    "from_list(ys ++ xs) = from_list(xs ++ ys)",
    "from_list([]) = empty",
    "insert(x, from_list(xs)) = from_list(x : xs)",
    "merge(from_list(xs), from_list(ys)) = from_list(xs ++ ys)",
    "to_list(empty) = []",
    "head(to_list(h)) = find_min(h)",
    "to_list(delete_min(h)) = tail(to_list(h))",
];

#[test]
fn a_constant_is_missing() {
    let found = signatures::heaps_basic().discover();
    assert_proves(&found, &BASIC);
    assert_proves(&found, &["is_empty(insert(x, h1)) = is_empty(insert(x, h))"]);
    assert_misses_constant(&found, "is_empty(insert(");
    assert_partial(&found, &["find_min", "delete_min"]);
    // Deleting and inserting the least element, which equations cannot say of the empty heap.
    let names = ["h", "h1", "h2", "x", "y", "z"];
    let expected = "find_min(h) is defined ==> insert(find_min(h), delete_min(h)) = h";
    assert_conditional(&found, &names, expected);
}

#[test]
fn the_constant_makes_the_law_simpler() {
    let found = signatures::heaps_false().discover();
    assert_proves(&found, &BASIC);
    assert_proves(&found, &[NOT_EMPTY]);
    assert!(found.missing_constants().is_empty(), "{found}");
    assert!(found.laws().len() <= BASIC.len() + 1, "{found}");
}

#[test]
fn connectives_add_one_law() {
    let found = signatures::heaps_booleans().discover();
    assert_proves(&found, &BASIC);
    assert_proves(&found, &[NOT_EMPTY, "is_empty(empty) = true"]);
    assert!(found.laws().len() <= BASIC.len() + 2, "{found}");
}

#[test]
fn merging() {
    let found = signatures::heaps_merge().discover();
    assert_proves(&found, &BASIC);
    assert_proves(&found, &MERGE);
    assert_defines(&found, "insert", &["merge", "insert", "empty"]);
}

#[test]
fn lists_are_a_model() {
    let found = signatures::heaps_lists().discover();
    assert_proves(&found, &BASIC);
    assert_proves(&found, &MERGE);
    assert_proves(&found, &LISTS);
    assert_refutes(&found, &["to_list(from_list(xs)) = xs"]);
}

#[test]
fn the_specification_is_complete() {
    let found = signatures::heaps_complete().discover();
    assert_proves(&found, &LISTS);
    assert_proves(
        &found,
        &[
            "to_list(insert(x, h)) = insert_list(x, to_list(h))",
            "merge_lists(to_list(h), to_list(h1)) = to_list(merge(h, h1))",
            "null_list(to_list(h)) = is_empty(h)",
            "from_list(merge_lists(xs, ys)) = from_list(xs ++ ys)",
        ],
    );
    assert_partial(&found, &["find_min", "delete_min", "head", "tail"]);
}

#[test]
fn a_fault_leaves_special_cases_only() {
    let found = signatures::heaps_buggy().discover();
    assert_proves(&found, &["to_list(empty) = []", "to_list(insert(x, empty)) = x : []"]);
    assert_refutes(
        &found,
        &[
            "sort(to_list(h)) = to_list(h)",
            "to_list(from_list(xs)) = sort(xs)",
            "from_list(to_list(h)) = h",
            "head(to_list(h)) = find_min(h)",
        ],
    );
    let about_lists = found.laws().iter().filter(|law| law.text.contains("to_list("));
    assert!(about_lists.clone().count() <= 2, "{found}");
    assert!(about_lists.into_iter().all(|law| law.text.contains("empty")), "{found}");
}

#[test]
fn the_party_trick() {
    let found = signatures::heaps_branches().discover();
    assert_proves(
        &found,
        &[
            "insert(x, h) = merge(h, insert(x, empty))",
            "delete_min(h) = merge(left_branch(h), right_branch(h))",
        ],
    );
    assert_defines(&found, "insert", &["merge", "insert", "empty"]);
    assert_defines(&found, "delete_min", &["merge", "left_branch(h)", "right_branch(h)"]);
    // Shapes tell apart what contents do not.
    assert_refutes(&found, &["merge(h, h1) = merge(h1, h)"]);
    assert!(found.incongruences().is_empty(), "{found}");
}
