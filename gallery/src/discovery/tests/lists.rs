//! Lists: section 1.1, and the law of section 5 with a condition.

use super::{assert_conditional, assert_proves, assert_refutes};
use crate::discovery::signatures;

const CONS: [&str; 4] = [
    "xs ++ [] = xs",
    "[] ++ xs = xs",
    "(xs ++ ys) ++ zs = xs ++ (ys ++ zs)",
    "(x : xs) ++ ys = x : (xs ++ ys)",
];

const REVERSE: [&str; 4] = [
    "reverse([]) = []",
    "reverse(reverse(xs)) = xs",
    "reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)",
    "reverse(x : []) = x : []",
];

const SORT: [&str; 5] = [
    "sort([]) = []",
    "sort(reverse(xs)) = sort(xs)",
    "sort(sort(xs)) = sort(xs)",
    "sort(ys ++ xs) = sort(xs ++ ys)",
    "sort(x : []) = x : []",
];

const USORT: [&str; 6] = [
    "usort([]) = []",
    "usort(reverse(xs)) = usort(xs)",
    "usort(usort(xs)) = usort(xs)",
    "usort(ys ++ xs) = usort(xs ++ ys)",
    "usort(x : []) = x : []",
    "usort(xs ++ xs) = usort(xs)",
];

#[test]
fn cons() {
    let found = signatures::lists_cons().discover();
    assert_proves(&found, &CONS);
    assert_eq!(found.laws().len(), CONS.len(), "{found}");
}

#[test]
fn reverse() {
    let found = signatures::lists_reverse().discover();
    assert_proves(&found, &CONS);
    assert_proves(&found, &REVERSE);
    assert_refutes(&found, &["reverse(xs) = xs", "xs ++ ys = ys ++ xs"]);
    assert!(found.laws().len() <= CONS.len() + REVERSE.len(), "{found}");
}

#[test]
fn sort() {
    let found = signatures::lists_sorting().discover();
    assert_proves(&found, &[&CONS[..], &REVERSE, &SORT].concat());
    // Sorting forgets the order, and nothing else.
    assert_refutes(&found, &["sort(xs ++ xs) = sort(xs)", "sort(xs) ++ sort(ys) = sort(xs ++ ys)"]);
    assert!(found.laws().len() <= CONS.len() + REVERSE.len() + SORT.len(), "{found}");
}

#[test]
fn usort() {
    let found = signatures::lists_usort().discover();
    assert_proves(&found, &[&CONS[..], &REVERSE, &SORT, &USORT].concat());
    assert_refutes(&found, &["usort(xs) = sort(xs)"]);
}

#[test]
fn merge() {
    let found = signatures::lists_merge().discover();
    assert_proves(&found, &[&CONS[..], &REVERSE, &SORT, &USORT].concat());
    assert_proves(
        &found,
        &[
            "merge(x : [], sort(xs)) = sort(x : xs)",
            "merge(sort(xs), sort(ys)) = sort(xs ++ ys)",
            "merge(xs ++ ys, xs) = merge(xs, xs) ++ ys",
        ],
    );
    assert_refutes(&found, &["merge(xs, ys) = sort(xs ++ ys)", "merge(xs, ys) = merge(ys, xs)"]);
}

#[test]
fn map() {
    let found = signatures::lists_map().discover();
    assert_proves(&found, &CONS);
    assert_proves(&found, &REVERSE);
    assert_proves(
        &found,
        &[
            "map(f, []) = []",
            "map(f, reverse(xs)) = reverse(map(f, xs))",
            "map(f, xs) ++ map(f, ys) = map(f, xs ++ ys)",
            "apply(f, x) : map(f, xs) = map(f, x : xs)",
        ],
    );
    assert_refutes(&found, &["map(f, map(g, xs)) = map(g, map(f, xs))"]);
}

const MONOTONE: &str = "map(f, sort(xs)) = sort(map(f, xs))";
const MERGED: &str = "merge(map(f, xs), map(f, ys)) = map(f, merge(xs, ys))";

#[test]
fn monotone_functions() {
    let found = signatures::lists_monotone().discover();
    assert_proves(&found, &[MONOTONE]);
    // The paper has it for all monotone functions: see the module `lists`.
    assert_refutes(&found, &[MERGED]);
}

#[test]
fn increasing_functions() {
    let found = signatures::lists_increasing().discover();
    assert_proves(&found, &[MONOTONE, MERGED]);
}

#[test]
fn conditions() {
    let found = signatures::lists_sorted().discover();
    assert_proves(&found, &["is_sorted(sort(xs)) = true"]);
    let names = ["x", "y", "z", "xs", "ys", "zs"];
    assert_conditional(&found, &names, "is_sorted(xs) ==> sort(xs) = xs");
    // Section 5.
    let expected = "x <= y ==> is_sorted(x : (y : xs)) = is_sorted(y : xs)";
    assert_conditional(&found, &names, expected);
}
