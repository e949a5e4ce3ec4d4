//! When values are the same.

use lawful::discovery::sig;
use lawful::prelude::*;

/// Compared by `PartialEq` alone.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Angle(f64);

/// Compared by `Debug` alone.
#[derive(Clone, Debug, Arbitrary)]
struct Tag(u8);

/// Compared by `Ord`, which looks at the length alone.
#[derive(Clone, Debug, Arbitrary)]
struct Word(String);

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Word {}
impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Word {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len())
    }
}

#[test]
fn equality_is_found_by_the_traits_of_a_type() {
    let angles = sig!["twice" = |a: Angle| Angle(-a.0), "zero" = Angle(0.0)].discover();
    assert!(angles.proves("twice(twice(a)) = a"));
    let tags = sig!["flip" = |t: Tag| Tag(!t.0)].discover();
    assert!(tags.proves("flip(flip(t)) = t") && !tags.proves("flip(t) = t"));
    let words = sig![
        "reversed" = |w: Word| Word(w.0.chars().rev().collect()),
        "doubled" = |w: Word| Word(w.0.repeat(2)),
    ];
    let words = words.discover();
    assert!(words.proves("reversed(w) = w") && !words.proves("doubled(w) = w"));
}

#[test]
fn all_nan_are_the_same_and_zeros_are_told_apart_by_division() {
    let found = sig![
        "/" = |x: f64, y: f64| x / y,
        "-" = |x: f64, y: f64| x - y,
        "0" = 0f64,
        "nan" = f64::NAN,
    ];
    let found = found.discover();
    assert!(found.proves("nan - x = nan"));
    assert!(!found.proves("x - x = 0"), "not for infinity");
    let names: Vec<&str> = found.incongruences().iter().map(|one| one.function.as_str()).collect();
    assert_eq!(names, ["/"]);
}

/// A fraction whose equality is by value.
#[derive(Clone, Debug, Arbitrary)]
struct Ratio(#[from(-6..=6)] i32, #[from(1..=4)] i32);

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

#[test]
fn an_equality_that_is_no_congruence_is_named() {
    let signature = || {
        sig![
            "denominator" = |r: &Ratio| r.1,
            "negated" = |r: &Ratio| Ratio(-r.0, r.1),
            "is_positive" = |r: &Ratio| r.0 > 0,
        ]
    };
    let found = signature().discover();
    let names: Vec<&str> = found.incongruences().iter().map(|one| one.function.as_str()).collect();
    assert_eq!(names, ["denominator"], "and no other function is accused");
    assert!(found.to_string().contains("`denominator` tells "), "{found}");
    let observed = signature().observe(|r: &Ratio| (r.0, r.1)).discover();
    assert_eq!(observed.incongruences(), []);
}

#[test]
fn an_observation_replaces_the_equality() {
    let lists = || sig!["++" = |xs: &[u8], ys: &[u8]| [xs, ys].concat(), Vec::<u8>::len];
    assert!(!lists().discover().proves("xs ++ ys = ys ++ xs"));
    let by_length = lists().observe(Vec::<u8>::len).discover();
    assert!(by_length.proves("xs ++ ys = ys ++ xs"));
    assert_eq!(by_length.incongruences(), [], "len looks at the length alone");
}
