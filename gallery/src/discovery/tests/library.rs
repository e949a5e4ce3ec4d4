//! Types of the standard library and of a published crate.

use super::{assert_conditional, assert_proves, assert_refutes};
use crate::discovery::signatures;

#[test]
fn the_lesser_of_two_numbers() {
    let found = signatures::min_max().discover();
    assert_proves(&found, &["min(x, max(x, y)) = x", "max(x, min(x, y)) = x"]);
    let names = ["x", "y", "z"];
    assert_conditional(&found, &names, "x <= y ==> min(x, y) = x");
    // That the other one is the greatest follows by absorption, and is not said again.
    assert_proves(&found, &["x <= y ==> max(x, y) = y"]);
    assert_eq!(found.conditional_laws().len(), 1, "{found}");
}

#[test]
fn strings() {
    let found = signatures::string().discover();
    assert_proves(
        &found,
        &[
            "s ++ \"\" = s",
            "(s ++ t) ++ u = s ++ (t ++ u)",
            "trim(trim(s)) = trim(s)",
            "trim_start(trim_end(s)) = trim(s)",
            "trim_end(trim_start(s)) = trim(s)",
            "starts_with(s ++ t, s) = true",
            "starts_with(s, trim_end(s)) = true",
        ],
    );
    assert_refutes(
        &found,
        &["starts_with(s, trim(s)) = true", "trim(s ++ t) = trim(s) ++ trim(t)"],
    );
}

#[test]
fn the_equality_of_decimals_does_not_see_the_scale() {
    let found = signatures::decimal().discover();
    let told_apart: Vec<&str> =
        found.incongruences().iter().map(|one| one.function.as_str()).collect();
    assert!(told_apart.contains(&"scale"), "{found}");
}

#[test]
fn decimals_by_digits() {
    let found = signatures::decimal_by_digits().discover();
    assert!(found.incongruences().is_empty(), "{found}");
    assert_proves(
        &found,
        &[
            "rescale(d, scale(d)) = d",
            "round_dp(d, scale(d)) = d",
            "normalize(normalize(d)) = normalize(d)",
            "abs(abs(d)) = abs(d)",
            "round_dp(round_dp(d, m), m) = round_dp(d, m)",
        ],
    );
    // Rounding twice is the misconception of section 3.3 too.
    assert_refutes(&found, &["round_dp(round_dp(d, m), n) = round_dp(round_dp(d, n), m)"]);
    let is_twice = |text: &str| text.matches("round_dp(").count() >= 2;
    assert!(found.near_laws().iter().any(|near| is_twice(&near.text)), "{found}");
}
