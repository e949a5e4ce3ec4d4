//! Queues, arrays and sets: sections 1.2, 1.3 and 2.8.

use super::{
    assert_conditional, assert_misses_constant, assert_partial, assert_proves, assert_refutes,
};
use crate::discovery::signatures;

const QUEUES: [&str; 9] = [
    "join(new, q) = q",
    "join(q, new) = q",
    "join(join(q, q2), q3) = join(q, join(q2, q3))",
    "to_list(q) ++ to_list(q2) = to_list(join(q, q2))",
    "reverse(push_rear(x, q)) = push_front(x, reverse(q))",
    "tail(reverse(q)) = reverse(liat(q))",
    // `in_r` inserts on the left.
    "to_list(q) ++ (x : []) = to_list(push_rear(x, q))",
    "x : to_list(q) = to_list(push_front(x, q))",
    "tail(push_front(y, q)) = tail(push_front(x, q))",
];

const UNDONE: &str = "tail(push_front(x, q)) = q";

#[test]
fn queues_by_representation() {
    let found = signatures::queues().discover();
    assert_proves(&found, &QUEUES);
    assert_refutes(&found, &[UNDONE]);
    assert_partial(&found, &["tail", "liat"]);
    // What is left after an element was put in front and taken away does not depend on it.
    assert_misses_constant(&found, "tail(push_front(");
}

#[test]
fn queues_by_contents() {
    let found = signatures::queues_by_contents().discover();
    assert_proves(&found, &QUEUES);
    assert_proves(&found, &[UNDONE, "liat(push_rear(x, q)) = q"]);
    assert!(found.incongruences().is_empty(), "{found}");
}

#[test]
fn one_ended_queues() {
    let found = signatures::queues_one_ended().discover();
    assert_proves(
        &found,
        &[
            "head(new) = undefined",
            "tail(new) = undefined",
            "is_empty(new) = true",
            "is_empty(push_rear(x, q)) = false",
            "head(push_rear(x, new)) = x",
            "tail(push_rear(x, new)) = new",
        ],
    );
    assert!(found.laws().len() <= 6, "{found}");
    assert_partial(&found, &["head", "tail"]);
    let names = ["x", "y", "z", "q", "q2", "q3"];
    let expected = "head(q) is defined ==> head(push_rear(x, q)) = head(q)";
    assert_conditional(&found, &names, expected);
}

#[test]
fn arrays_miss_a_constant() {
    let found = signatures::arrays_without_default().discover();
    assert_proves(&found, &["get(i, new) = get(j, new)"]);
    assert_misses_constant(&found, "get(");
}

#[test]
fn arrays() {
    let found = signatures::arrays().discover();
    let laws = [
        "get(i, new) = default_element",
        "get(i, set(i, x, a)) = x",
        "get(i, set(j, default_element, new)) = default_element",
        "get(j, set(i, x, new)) = get(i, set(j, x, new))",
        "set(i, x, set(i, y, a)) = set(i, x, a)",
        "set(j, x, set(i, x, a)) = set(i, x, set(j, x, a))",
    ];
    assert_proves(&found, &laws);
    assert!(found.laws().len() <= laws.len(), "{found}");
    assert!(found.missing_constants().is_empty(), "{found}");
    assert_refutes(
        &found,
        &[
            "set(j, default_element, new) = new",
            "set(j, y, set(i, x, a)) = set(i, x, set(j, y, a))",
        ],
    );
    let names = ["x", "y", "z", "i", "j", "k", "a", "b", "c"];
    let expected = "i != j ==> set(j, x, set(i, y, a)) = set(i, y, set(j, x, a))";
    assert_conditional(&found, &names, expected);
}

#[test]
fn resetting_an_element_changes_the_representation() {
    let found = signatures::arrays_reset().discover();
    assert_proves(&found, &["reset(i, a) = set(i, default_element, a)"]);
    assert_refutes(&found, &["reset(j, new) = new"]);
}

const FIX: [&str; 3] =
    ["fix(fix(a)) = fix(a)", "get(i, fix(new)) = undefined", "set(i, x, fix(new)) = undefined"];

#[test]
fn fixed_arrays() {
    let found = signatures::arrays_fix().discover();
    assert_proves(&found, &FIX);
    // Written elements can be read where they can be written.
    assert_refutes(&found, &["get(i, set(i, x, a)) = x"]);
    let names = ["x", "y", "z", "i", "j", "k", "a", "b", "c"];
    assert_conditional(&found, &names, "set(i, x, a) is defined ==> get(i, set(i, x, a)) = x");
    assert_partial(&found, &["get", "set"]);
}

#[test]
fn resized_arrays() {
    let found = signatures::arrays_resize().discover();
    assert_proves(&found, &FIX);
    assert_proves(
        &found,
        &[
            "get(i, resize(j, new)) = default_element",
            "get(j, resize(j, a)) = get(i, resize(i, a))",
            "resize(i, resize(i, a)) = resize(i, a)",
            "resize(j, fix(c)) = fix(resize(j, c))",
            "set(i, x, resize(i, new)) = set(i, x, new)",
        ],
    );
    assert_refutes(
        &found,
        &[
            "resize(j, new) = new",
            "get(i, resize(i, a)) = default_element",
            "resize(i, resize(j, a)) = resize(i, a)",
        ],
    );
}

#[test]
fn sets_with_singletons() {
    let found = signatures::sets_unit().discover();
    let laws = [
        "intersection(t, s) = intersection(s, t)",
        "union(t, s) = union(s, t)",
        "intersection(s, s) = s",
        "intersection(s, new) = new",
        "union(s, s) = s",
        "union(s, new) = s",
        "intersection(t, intersection(s, u)) = intersection(s, intersection(t, u))",
        "union(t, union(s, u)) = union(s, union(t, u))",
        "intersection(s, union(s, t)) = s",
        "union(s, intersection(s, t)) = s",
        "intersection(union(s, t), union(s, u)) = union(s, intersection(t, u))",
        "union(intersection(s, t), intersection(s, u)) = intersection(s, union(t, u))",
    ];
    assert_proves(&found, &laws);
    assert!(found.laws().len() <= laws.len(), "{found}");
    assert!(found.definitions().is_empty(), "{found}");
}
