//! Fixed-point arithmetic: sections 3.2 to 3.4.

use super::{assert_conditional, assert_defines, assert_partial, assert_proves, assert_refutes};
use crate::discovery::signatures;

const NAMES: [&str; 9] = ["a", "b", "c", "m", "n", "k", "i", "j", "l"];

const ADD: [&str; 3] =
    ["add(a, b) = add(b, a)", "add(b, add(a, c)) = add(a, add(b, c))", "add(a, zero) = a"];

#[test]
fn subtraction() {
    let found = signatures::fixed_point_sub().discover();
    assert_proves(&found, &ADD);
    assert_proves(
        &found,
        &[
            "add(b, sub(a, c)) = add(a, sub(b, c))",
            "sub(a, sub(b, c)) = add(a, sub(c, b))",
            "sub(sub(a, b), c) = sub(a, add(b, c))",
        ],
    );
    assert_refutes(&found, &["sub(a, a) = zero"]);
}

#[test]
fn negation_makes_subtraction_redundant() {
    let found = signatures::fixed_point_sub_negate().discover();
    assert_proves(&found, &["add(a, negate(b)) = sub(a, b)"]);
    assert_defines(&found, "sub", &["add", "negate"]);
}

#[test]
fn negation() {
    let found = signatures::fixed_point_negate().discover();
    let laws = [
        "add(negate(a), add(a, a)) = a",
        "add(negate(a), negate(b)) = negate(add(a, b))",
        "negate(negate(a)) = a",
        "negate(zero) = zero",
    ];
    assert_proves(&found, &ADD);
    assert_proves(&found, &laws);
    assert!(found.laws().len() <= ADD.len() + laws.len(), "{found}");
    // There are zeros of several precisions.
    assert_refutes(&found, &["add(a, negate(a)) = zero"]);
}

#[test]
fn zeros_of_all_precisions() {
    let found = signatures::fixed_point_zero_like().discover();
    assert_proves(
        &found,
        &[
            "add(a, negate(a)) = zero_like(a)",
            "zero_like(from_int(i)) = zero",
            "zero_like(from_minor_int(j, m)) = zero_like(from_minor_int(i, m))",
            "zero_like(zero_like(a)) = zero_like(a)",
            "zero_like(add(a, a)) = zero_like(a)",
            "zero_like(negate(a)) = zero_like(a)",
            "add(a, zero_like(a)) = a",
            "add(zero_like(a), zero_like(b)) = zero_like(add(a, b))",
            "negate(zero_like(a)) = zero_like(a)",
        ],
    );
    assert_refutes(&found, &["add(a, zero_like(b)) = a", "add(a, negate(a)) = zero"]);
}

#[test]
fn multiplication_and_division() {
    let found = signatures::fixed_point_multiply().discover();
    assert_proves(
        &found,
        &[
            "divide(one_like(a), reciprocal(a)) = reciprocal(reciprocal(a))",
            "multiply(b, zero_like(a)) = zero_like(multiply(a, b))",
            "multiply(from_minor_int(i, n), from_minor_int(j, m)) \
             = multiply(from_minor_int(i, m), from_minor_int(j, n))",
        ],
    );
    assert_refutes(
        &found,
        &[
            "multiply(a, add(b, c)) = add(multiply(a, b), multiply(a, c))",
            "divide(one_like(a), reciprocal(a)) = a",
        ],
    );
    assert_partial(&found, &["divide", "reciprocal", "one_like"]);
}

#[test]
fn precision() {
    let found = signatures::fixed_point_precision().discover();
    assert_proves(
        &found,
        &[
            "max(precision(a), precision(b)) = precision(add(a, b))",
            "precision(divide(zero, a)) = precision(one_like(a))",
            "precision(from_int(i)) = 0",
            "precision(from_minor_int(i, m)) = m",
            "precision(multiply(a, b)) = precision(add(a, b))",
            "precision(reciprocal(a)) = precision(one_like(a))",
        ],
    );
    assert_refutes(&found, &["precision(one_like(a)) = precision(a)"]);
    // The paper would like to have it, with `B/=zero_like(B)` for a condition.
    let expected = "divide(a, b) is defined ==> precision(divide(a, b)) = precision(add(a, b))";
    assert_conditional(&found, &NAMES, expected);
}

#[test]
fn adjusting() {
    let found = signatures::fixed_point_adjust().discover();
    assert_proves(
        &found,
        &[
            "adjust(a, precision(a)) = a",
            "precision(adjust(a, m)) = m",
            "zero_like(adjust(a, m)) = adjust(zero, m)",
            "adjust(zero_like(a), m) = adjust(zero, m)",
        ],
    );
    // The paper's tool found it, and took several hundred further tests to refute it. So did its authors
    // for the law that `n <= m` is enough.
    assert_refutes(&found, &["adjust(adjust(a, m), 0) = adjust(a, 0)"]);
    let twice = |law: &&lawful::discovery::FoundLaw| law.text.contains("adjust(adjust(");
    assert_eq!(found.conditional_laws().iter().find(twice), None, "{found}");
}

#[test]
fn shifting_by_integers_is_partial() {
    let found = signatures::fixed_point_shr().discover();
    assert_proves(&found, &["adjust(shr(zero, i), precision(a)) = shr(zero_like(a), i)"]);
    assert_refutes(&found, &["precision(shr(a, i)) = precision(a)", "shr(zero, i) = zero"]);
    assert_partial(&found, &["shr"]);
    // What the paper gets by a change of the signature.
    assert_proves(&found, &["shr(a, i) is defined ==> precision(shr(a, i)) = precision(a)"]);
}

#[test]
fn shifting_by_natural_numbers() {
    let found = signatures::fixed_point_shr_natural().discover();
    assert_proves(
        &found,
        &[
            "precision(shr(a, m)) = precision(a)",
            "shr(shr(a, n), m) = shr(shr(a, m), n)",
            "shr(a, 0) = a",
            "shr(zero_like(a), m) = zero_like(a)",
            "shr(shr(a, m), n) = shr(a, m + n)",
        ],
    );
    assert_partial(&found, &[]);
}
