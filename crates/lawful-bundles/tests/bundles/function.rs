//! Planted mistakes in functions of one argument.

use lawful_bundles::{homomorphism, idempotent, inverse, involution, monotone};
use lawful_core::generate::any;

use crate::{finds, holds};

#[test]
fn not_idempotent() {
    // One space is taken off the end, where all of them should be.
    let trim = |text: String| text.strip_suffix(' ').unwrap_or(&text).to_string();
    let letters = || lawful_core::generate::string_of("a ", 0..=8);
    finds(idempotent(letters(), trim), "the function is not idempotent", &["\"  \""]);
    holds(idempotent(letters(), |text| text.to_uppercase()));
}

#[test]
fn not_an_involution() {
    finds(
        involution(any::<Vec<u8>>(), |mut list| {
            if !list.is_empty() {
                list.rotate_left(1);
            }
            list
        }),
        "the function is not an involution",
        &["[0, 0, 1]"],
    );
    holds(involution(any::<u32>(), u32::swap_bytes));
}

#[test]
fn not_undone() {
    let words = |text: String| text.split(' ').map(String::from).collect::<Vec<_>>();
    let letters = || lawful_core::generate::string_of("a ", 0..=6);
    let trimmed = |text: String| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    finds(
        inverse(letters(), trimmed, |words| words.join(" ")),
        "the function is not undone",
        &["\" \""],
    );
    holds(inverse(letters(), words, |words| words.join(" ")));
}

#[test]
fn not_monotone() {
    finds(
        // It goes up, and down again.
        monotone(any::<u8>(), |price| price.min(255 - price)),
        "the function is not monotone",
        &["1", "255"],
    );
    holds(monotone(any::<u32>(), |price| price.saturating_mul(3)));
}

#[test]
fn not_a_homomorphism() {
    finds(
        homomorphism(
            any::<String>(),
            |a| a.split_whitespace().count(),
            |a, b| a + &b,
            |a, b| a + b,
        ),
        "the function is not a homomorphism",
        &["\"a\"", "\"a\""],
    );
    holds(homomorphism(any::<String>(), |a| a.chars().count(), |a, b| a + &b, |a, b| a + b));
}
