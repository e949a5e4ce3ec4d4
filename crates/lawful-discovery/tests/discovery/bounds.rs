//! Bounds, seeds and conditions of a search.

use lawful::discovery::{Signature, sig};

fn lists() -> Signature {
    sig![
        "[]" = Vec::<i32>::new,
        ":" = |x: i32, xs: &[i32]| [&[x], xs].concat(),
        "is_sorted" = |xs: &[i32]| xs.is_sorted(),
        true,
    ]
}

#[test]
fn a_bound_by_size_reaches_deeper_than_a_bound_by_depth() {
    let ordered = || sig!["<=" = |x: i32, y: i32| x <= y];
    let law = "x <= y ==> is_sorted(x : (y : xs)) = is_sorted(y : xs)";
    let has = |found: &lawful::discovery::Discovery| {
        found.conditional_laws().iter().any(|one| one.text == law)
    };
    let by_depth = lists().conditions(ordered()).discover();
    assert!(!has(&by_depth), "its left side has depth 4");
    let by_size = lists().conditions(ordered()).size(6).discover();
    assert!(has(&by_size), "{:?}", by_size.conditional_laws());
}

#[test]
fn a_run_is_a_function_of_signature_and_seed() {
    let text = |seed| lists().seed(seed).discover().to_string();
    assert_eq!(text(7), text(7));
    let json = |seed| lists().seed(seed).discover().to_json();
    assert_eq!(json(8), json(8));
}

#[test]
fn laws_do_not_depend_on_the_seed() {
    let laws = |seed| {
        let found = lists().seed(seed).discover();
        found.laws().iter().map(|law| law.text.clone()).collect::<Vec<_>>()
    };
    let first = laws(1);
    for seed in 2..6 {
        assert_eq!(laws(seed), first);
    }
}

#[test]
fn background_laws_prune_and_are_not_shown() {
    let known = sig!["+" = i32::wrapping_add, "0" = 0i32];
    let found = sig!["double" = |x: i32| x.wrapping_mul(2)].background(known).discover();
    assert!(found.laws().iter().all(|law| law.text.contains("double")), "{found}");
    assert!(found.proves("x + y = y + x"), "known, and not shown");
    assert!(found.proves("double(x + y) = double(x) + double(y)"));
}

#[test]
fn conditions_are_found_with_their_laws() {
    let found = sig!["min" = |x: i32, y: i32| x.min(y), "max" = |x: i32, y: i32| x.max(y)]
        .conditions(sig!["<=" = |x: i32, y: i32| x <= y])
        .discover();
    let laws: Vec<&str> = found.conditional_laws().iter().map(|law| law.text.as_str()).collect();
    assert_eq!(laws, ["x <= y ==> min(x, y) = x"], "with it, max(x, y) = y follows by absorption");
}

#[test]
fn weak_laws_hold_where_a_partial_function_is_defined() {
    let signature = || {
        sig![
            "head" = |xs: &[i32]| xs[0],
            "tail" = |xs: &[i32]| xs[1..].to_vec(),
            ":" = |x: i32, xs: &[i32]| [&[x], xs].concat(),
        ]
    };
    let found = signature().discover();
    let laws: Vec<&str> = found.conditional_laws().iter().map(|law| law.text.as_str()).collect();
    assert!(laws.contains(&"head(xs) is defined ==> head(xs) : tail(xs) = xs"), "{laws:?}");
    assert!(signature().without_weak_laws().discover().conditional_laws().is_empty());
}

#[test]
fn an_instance_with_an_undefined_argument_is_no_instance() {
    // zero(x) = 0 says nothing of zero(head(xs)), which is undefined for the empty list.
    let found = sig!["head" = |xs: &[i32]| xs[0], "zero" = |_: i32| 0i32, "0" = 0i32,].discover();
    assert!(found.proves("zero(x) = 0"));
    assert!(!found.proves("zero(head(xs)) = 0"), "{found}");
    let why = found.why("zero(head(xs)) = 0").to_string();
    assert_eq!(why, "it is false for xs = []: undefined against 0\n");
}

#[test]
fn definitions_and_missing_constants_are_told() {
    let found = sig![
        "add" = |x: u8, set: &std::collections::BTreeSet<u8>| {
            set.iter().copied().chain([x]).collect::<std::collections::BTreeSet<u8>>()
        },
        "union" = |one: &std::collections::BTreeSet<u8>, other: &std::collections::BTreeSet<u8>| one
            | other,
        "new" = std::collections::BTreeSet::<u8>::new,
        "is_empty" = |set: &std::collections::BTreeSet<u8>| set.is_empty(),
    ]
    .discover();
    let definitions: Vec<String> =
        found.definitions().iter().map(|(call, body)| format!("{call} := {body}")).collect();
    assert_eq!(definitions, ["add(m, s) := union(add(m, new), s)"]);
    let constants: Vec<&str> =
        found.missing_constants().iter().map(|one| one.term.as_str()).collect();
    assert!(!constants.is_empty() && constants.iter().all(|one| one.starts_with("is_empty(add(")));
}

#[test]
fn conditions_can_be_asked_about() {
    let found = sig!["min" = |x: i32, y: i32| x.min(y), "max" = |x: i32, y: i32| x.max(y)]
        .conditions(sig!["<=" = |x: i32, y: i32| x <= y])
        .discover();
    assert!(found.proves("x <= y ==> max(x, y) = y"));
    assert!(!found.proves("max(x, y) = y"));
    let why = found.why("x <= y ==> max(x, y) = x").to_string();
    assert_eq!(why, "it is false for x = 0, y = 1: 1 against 0\n");
}

#[test]
fn a_layer_that_is_too_large_is_left_out_with_a_notice() {
    let functions = sig![
        "+" = u64::wrapping_add,
        "*" = u64::wrapping_mul,
        "^" = |x: u64, y: u64| x ^ y,
        "if" = |p: bool, x: u64, y: u64, z: u64| if p { x } else { y.max(z) },
        "<" = |x: u64, y: u64| x < y,
    ];
    let found = functions.discover();
    assert!(found.proves("x + y = y + x".replace('x', "m").replace('y', "n").as_str()));
    let text = found.to_string();
    assert!(text.contains("terms of depth 3 were left out: there are too many"), "{text}");
}
