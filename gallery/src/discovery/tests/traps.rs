//! False laws that careless tests let through are not found.

use lawful::discovery::Signature;

use super::oracle::Scope;
use super::term::Law;
use crate::discovery::signatures;

// Unoptimized, a search takes a second here. Soak runs have more of both.
/// Seeds that a test runs.
const SEEDS: u64 = if cfg!(debug_assertions) { 1 } else { 3 };
/// Fresh tests that every law has to survive.
const TESTS: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };

/// Asserts that no law that is found is refuted by the oracle or by fresh tests, and that laws
/// known to be false are not proved.
#[track_caller]
fn assert_sound(signature: fn() -> Signature, scope: &Scope, falsehoods: &[&str]) {
    for falsehood in falsehoods {
        assert!(scope.refute(&Law::parse(falsehood)).is_some(), "{falsehood} may be true");
    }
    for seed in 0..SEEDS {
        let found = signature().seed(seed).discover();
        for law in found.laws() {
            let refuted = scope.refute(&Law::parse(&law.text));
            assert_eq!(refuted, None, "seed {seed}: {} is false", law.text);
        }
        let refuted = found.retest(TESTS, seed + 1_000);
        assert!(refuted.is_empty(), "seed {seed}: {refuted:?}");
        for falsehood in falsehoods {
            assert!(!found.proves(falsehood), "seed {seed}: {falsehood} is proved\n{found}");
        }
    }
}

/// All lists of up to `length` of the elements.
fn lists(elements: &[i64], length: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..length {
        let longer = |list: &Vec<i64>| {
            let list = list.clone();
            elements.iter().map(move |element| [list.as_slice(), &[*element]].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend(longest.iter().cloned());
    }
    all
}

#[test]
fn contained_elements() {
    let mut scope = Scope { numbers: vec![0, 1, 2], lists: lists(&[0, 1], 3), ..Scope::default() };
    scope.lists.extend([vec![2], vec![2, 0], vec![1, 2], vec![2, 1, 0]]);
    assert_sound(
        signatures::contained_elements,
        &scope,
        &[
            // Section 2.10.
            "is_prefix_of(xs, ys) = null(xs)",
            "is_prefix_of(x : xs, ys) = false",
            "elem(x, delete(x, xs)) = false",
            "delete(x, delete(x, xs)) = delete(x, xs)",
            "delete(x, usort(xs)) = usort(delete(x, xs))",
            "usort(xs) == usort(ys) = xs == ys",
        ],
    );
}

#[test]
fn ends_of_integers() {
    let (least, greatest) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let beside = |number: i64| [number - 1, number, number + 1];
    let mut numbers = vec![least, least + 1, greatest - 1, greatest];
    numbers.extend([least / 2, 0, greatest / 2].into_iter().flat_map(beside));
    assert_sound(
        signatures::ends_of_integers,
        &Scope { numbers, ..Scope::default() },
        &[
            "saturating_add(saturating_add(x, y), z) = saturating_add(x, saturating_add(y, z))",
            "saturating_sub(0, x) = wrapping_neg(x)",
            "saturating_sub(saturating_add(x, y), y) = x",
        ],
    );
}

#[test]
fn case_of_letters() {
    let texts = [
        "", " ", "a", "A", "b", "ab", "aB", "a b", " a", "A ", "\u{a0}", "ß", "ŉ", "İ", "ı", "i̇",
        "Σ", "aΣ", "Σa", "σ", "ς", "ﬁ", "ǆ", "ǅ", "Ǆ", "ΐ", "\u{345}", "e\u{301}",
    ];
    let texts = texts.iter().map(|text| text.to_string()).collect();
    assert_sound(
        signatures::case_of_letters,
        &Scope { texts, ..Scope::default() },
        &[
            "len(to_uppercase(s)) = len(s)",
            "len(to_lowercase(s)) = len(s)",
            "rev(to_uppercase(s)) = to_uppercase(rev(s))",
            "rev(to_lowercase(s)) = to_lowercase(rev(s))",
            "to_lowercase(to_uppercase(s)) = to_lowercase(s)",
            "to_lowercase(s) ++ to_lowercase(t) = to_lowercase(s ++ t)",
        ],
    );
}

#[test]
fn white_space() {
    let letters = [' ', 'a', 'b'];
    let texts =
        lists(&[0, 1, 2], 3).into_iter().filter(|list| list.len() < 3 || !list.contains(&2));
    let text = |list: Vec<i64>| list.iter().map(|number| letters[*number as usize]).collect();
    assert_sound(
        signatures::string,
        &Scope { texts: texts.map(text).collect(), ..Scope::default() },
        &[
            "starts_with(trim(s), t) = starts_with(s, t)",
            "starts_with(trim_end(s), t) = starts_with(s, t)",
            "starts_with(trim_end(s), t ++ t) = starts_with(s, t ++ t)",
            "starts_with(s, t ++ u) = starts_with(s, u ++ t)",
            "trim(s ++ t) = trim(s) ++ trim(t)",
        ],
    );
}
