//! The signatures that QuickSpec 1 was measured with: its laws are proved, by no more laws than it has.

use lawful::discovery::Signature;

use super::{assert_defines, assert_partial, assert_proves};
use crate::discovery::signatures;

/// Discovers laws, asserts that they prove those of QuickSpec and are not more than `most`.
#[track_caller]
fn assert_specifies(
    signature: Signature,
    most: usize,
    laws: &[&str],
) -> lawful::discovery::Discovery {
    let found = signature.discover();
    assert_proves(&found, laws);
    assert!(found.laws().len() <= most, "{} laws, at most {most}\n{found}", found.laws().len());
    found
}

const LISTS: [&str; 6] = [
    "xs ++ [] = xs",
    "[] ++ xs = xs",
    "(xs ++ ys) ++ zs = xs ++ (ys ++ zs)",
    "reverse([]) = []",
    "reverse(reverse(xs)) = xs",
    "reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)",
];

#[test]
fn lists() {
    assert_specifies(signatures::lists(), 6, &LISTS);
}

#[test]
fn lists_at_depth_4_have_no_further_laws() {
    assert_specifies(signatures::lists().depth(4), 6, &LISTS);
}

#[test]
fn lists_with_sorting_and_mapping() {
    let further = [
        "map(f, []) = []",
        "sort([]) = []",
        "sort(sort(xs)) = sort(xs)",
        "sort(xs ++ ys) = sort(ys ++ xs)",
        "map(f, reverse(xs)) = reverse(map(f, xs))",
        "reverse(unit(x)) = unit(x)",
        "sort(unit(x)) = unit(x)",
        "sort(reverse(xs)) = sort(xs)",
        "map(f, xs) ++ map(f, ys) = map(f, xs ++ ys)",
    ];
    assert_specifies(signatures::lists_sort(), 15, &[&LISTS[..], &further].concat());
}

#[test]
fn booleans() {
    assert_specifies(
        signatures::booleans(),
        20,
        &[
            "x || y = y || x",
            "x || x = x",
            "x || true = true",
            "x || false = x",
            "x || (y || z) = y || (x || z)",
            "x && y = y && x",
            "x && x = x",
            "x && true = x",
            "x && false = false",
            "x && (y && z) = y && (x && z)",
            "not(true) = false",
            "not(false) = true",
            "not(not(x)) = x",
            "x || (x && y) = x",
            "x && (x || y) = x",
            "x || not(x) = true",
            "x && not(x) = false",
            "(x && y) || (x && z) = x && (y || z)",
            "(x || y) && (x || z) = x || (y && z)",
            "not(x) || not(y) = not(x && y)",
            "not(x) && not(y) = not(x || y)",
        ],
    );
}

#[test]
fn arithmetic() {
    assert_specifies(
        signatures::arithmetic(),
        9,
        &[
            "x + y = y + x",
            "x + 0 = x",
            "x + (y + z) = y + (x + z)",
            "x * y = y * x",
            "x * 0 = 0",
            "x * 1 = x",
            "x * (y * z) = y * (x * z)",
            "x * (y + y) = y * (x + x)",
            "(x * y) + (x * z) = x * (y + z)",
        ],
    );
}

#[test]
fn sets() {
    let found = assert_specifies(
        signatures::sets(),
        15,
        &[
            "union(s, t) = union(t, s)",
            "union(s, s) = s",
            "union(s, new) = s",
            "union(s, union(t, u)) = union(t, union(s, u))",
            "intersection(s, t) = intersection(t, s)",
            "intersection(s, s) = s",
            "intersection(s, new) = new",
            "intersection(s, intersection(t, u)) = intersection(t, intersection(s, u))",
            "union(s, add_element(x, t)) = union(t, add_element(x, s))",
            "add_element(x, union(s, t)) = union(s, add_element(x, t))",
            "union(s, intersection(s, t)) = s",
            "intersection(s, union(s, t)) = s",
            "intersection(s, add_element(x, s)) = s",
            "union(intersection(s, t), intersection(s, u)) = intersection(s, union(t, u))",
            "intersection(union(s, t), union(s, u)) = union(s, intersection(t, u))",
            // The other laws of section 2.8.
            "add_element(y, add_element(x, s)) = add_element(x, add_element(y, s))",
            "intersection(add_element(x, s), add_element(x, t)) = add_element(x, intersection(s, t))",
            "union(add_element(x, s), add_element(x, t)) = add_element(x, union(s, t))",
        ],
    );
    assert_defines(&found, "add_element", &["union", "add_element", "new"]);
}

#[test]
fn heaps() {
    let found = assert_specifies(
        signatures::heaps(),
        29,
        &[
            "insert(x, insert(y, h)) = insert(y, insert(x, h))",
            "insert_list(x, to_list(h)) = to_list(insert(x, h))",
            "merge_lists(x : [], to_list(h)) = to_list(insert(x, h))",
            "find_min(nil) = undefined",
            "head(to_list(h)) = find_min(h)",
            "insert_list(find_min(h), to_list(h)) = find_min(h) : to_list(h)",
            "merge(h, h1) = merge(h1, h)",
            "merge(h, nil) = h",
            "merge(h, merge(h1, h2)) = merge(h1, merge(h, h2))",
            "merge_lists(to_list(h), to_list(h1)) = to_list(merge(h, h1))",
            "null(nil) = true",
            "null_list(to_list(h)) = null(h)",
            "delete_min(nil) = undefined",
            "tail(to_list(h)) = to_list(delete_min(h))",
            "from_list([]) = nil",
            "from_list(insert_list(x, xs)) = from_list(x : xs)",
            "from_list(xs ++ ys) = from_list(ys ++ xs)",
            "from_list(merge_lists(xs, ys)) = from_list(xs ++ ys)",
            "to_list(from_list(xs)) = sort(xs)",
            "from_list(to_list(h)) = h",
            "to_list(nil) = []",
            "merge(h, insert(x, h1)) = insert(x, merge(h, h1))",
            "null(insert(x, h)) = false",
            "insert(x, from_list(xs)) = from_list(x : xs)",
            "find_min(merge(h, h)) = find_min(h)",
            "null(from_list(xs)) = null_list(xs)",
            "null(merge(h, h)) = null(h)",
            "merge(h, delete_min(h)) = delete_min(merge(h, h))",
            "null(h) && null(h1) = null(merge(h, h1))",
            "merge(from_list(xs), from_list(ys)) = from_list(xs ++ ys)",
            "delete_min(insert(x, nil)) = nil",
        ],
    );
    assert_partial(&found, &["find_min", "delete_min", "head", "tail"]);
}

#[test]
fn pretty_printing() {
    assert_specifies(
        signatures::pretty(),
        10,
        &[
            "(d $$ e) $$ f = d $$ (e $$ f)",
            "(d <> e) <> f = d <> (e <> f)",
            "nest(0, d) = d",
            "nest(n, nest(m, d)) = nest(m, nest(n, d))",
            "nest(n + m, d) = nest(n, nest(m, d))",
            "d <> nest(n, e) = d <> e",
            "(d $$ e) <> f = d $$ (e <> f)",
            "nest(n, d) <> e = nest(n, d <> e)",
            "nest(n, d) $$ nest(n, e) = nest(n, d $$ e)",
            "text(s) <> text(t) = text(s ++ t)",
            "d <> text(\"\") = d",
        ],
    );
}
