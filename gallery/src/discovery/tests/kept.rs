//! Laws that are kept in a file, and what a change of the code does to them.

use lawful::Func;
use lawful::discovery::{Signature, keep_laws, sig};

use crate::discovery::lists;

const KEPT: &str = include_str!("../lists_laws.rs");

#[test]
fn laws_of_lists_are_kept() {
    keep_laws!(crate::discovery::signatures::lists_sort, "src/discovery/lists_laws.rs");
}

/// The kept signature with another `reverse` and another `sort`.
fn changed(reverse: fn(&[i32]) -> Vec<i32>, sort: fn(&[i32]) -> Vec<i32>) -> Signature {
    sig![
        "[]" = Vec::<i32>::new,
        "++" = lists::append,
        "reverse" = move |xs: &[i32]| reverse(xs),
        lists::unit,
        "sort" = move |xs: &[i32]| sort(xs),
        "map" = |f: &Func<i32, i32>, xs: &[i32]| lists::map(f, xs),
    ]
}

#[test]
fn nothing_changed() {
    let difference = changed(lists::reverse, lists::sort).discover().difference(KEPT);
    assert!(difference.is_empty(), "{difference}");
}

#[test]
fn a_list_that_is_not_reversed_loses_a_law_and_gains_one() {
    let difference = changed(<[i32]>::to_vec, lists::sort).discover().difference(KEPT);
    let [lost] = &difference.lost[..] else { panic!("one law is lost\n{difference}") };
    assert!(lost.text.contains("reverse(") && lost.text.contains("++"), "{difference}");
    let counterexample = lost.counterexample.as_ref().expect("a law that is lost is refuted");
    // Two lists of one element each, which are different.
    let values: Vec<&str> = counterexample.values.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values.len(), 2, "{difference}");
    assert!(values.iter().all(|value| !value.contains(',') && *value != "[]"), "{difference}");
    assert_ne!(counterexample.left, counterexample.right);
    assert!(difference.gained.iter().any(|law| law.contains("reverse(xs) = xs")), "{difference}");
}

#[test]
fn sorting_that_drops_duplicates_gains_a_law() {
    let difference = changed(lists::reverse, lists::usort).discover().difference(KEPT);
    assert!(difference.lost.is_empty(), "{difference}");
    assert!(difference.gained.iter().any(|law| law.contains("sort(xs ++ xs)")), "{difference}");
}
