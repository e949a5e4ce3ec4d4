//! Planted mistakes in `PartialOrd` and `Ord`.

use std::cmp::Ordering;

use lawful_bundles::{ord, partial_ord};
use lawful_core::choice::Source;
use lawful_core::generate::{Arbitrary, Generator, any};

use crate::{finds, holds};

/// Makes a version whose order is a function, everything else being right.
macro_rules! versions {
    ($($name:ident $compare:expr),* $(,)?) => {$(
        #[derive(Debug, PartialEq, Eq)]
        struct $name { major: u32, minor: u32, patch: u32 }
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                let compare: fn(&Self, &Self) -> Ordering = $compare;
                compare(self, other)
            }
        }
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Arbitrary for $name {
            fn arbitrary(source: &mut Source) -> Self {
                $name { major: source.any(), minor: source.any(), patch: source.any() }
            }
        }
    )*};
}
versions! {
    Right |a, b| (a.major, a.minor, a.patch).cmp(&(b.major, b.minor, b.patch)),
    // Forgets the last field.
    Forgetful |a, b| a.major.cmp(&b.major).then(a.minor.cmp(&b.minor)),
    // Says "before" of whatever is not equal.
    Lopsided |a, b| match a.major.cmp(&b.major) {
        Ordering::Equal if (a.minor, a.patch) == (b.minor, b.patch) => Ordering::Equal,
        Ordering::Equal => Ordering::Less,
        other => other,
    },
}

#[test]
fn right() {
    holds(ord(any::<Right>()));
    holds(partial_ord(any::<Right>()));
}

#[test]
fn a_field_is_forgotten() {
    finds(
        ord(any::<Forgetful>()),
        "Ord does not agree with ==",
        &[
            "Forgetful { major: 0, minor: 0, patch: 0 }",
            "Forgetful { major: 0, minor: 0, patch: 1 }",
            "Forgetful { major: 0, minor: 0, patch: 0 }",
        ],
    );
}

#[test]
fn not_antisymmetric() {
    finds(
        ord(any::<Lopsided>()),
        "Ord is not antisymmetric",
        &[
            "Lopsided { major: 0, minor: 0, patch: 0 }",
            "Lopsided { major: 0, minor: 0, patch: 1 }",
            "Lopsided { major: 0, minor: 0, patch: 0 }",
        ],
    );
}

/// What beats what in a game is no order.
#[test]
fn not_transitive() {
    #[derive(Debug, PartialEq, Eq)]
    struct Hand(u8);
    impl Ord for Hand {
        fn cmp(&self, other: &Self) -> Ordering {
            match (other.0 + 3 - self.0) % 3 {
                0 => Ordering::Equal,
                1 => Ordering::Less,
                _ => Ordering::Greater,
            }
        }
    }
    impl PartialOrd for Hand {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    let smallest = &["Hand(0)", "Hand(1)", "Hand(2)"];
    finds(ord((0..3u8).mapped(Hand)), "Ord is not transitive", smallest);
    finds(partial_ord((0..3u8).mapped(Hand)), "PartialOrd is not transitive", smallest);
}

#[test]
fn partial_cmp_disagrees() {
    #[derive(Debug, PartialEq, Eq)]
    struct Card(u8);
    impl Ord for Card {
        fn cmp(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }
    }
    #[allow(clippy::non_canonical_partial_ord_impl, reason = "it is the planted mistake")]
    impl PartialOrd for Card {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            // Aces are high here and low there.
            Some((self.0.wrapping_sub(1)).cmp(&other.0.wrapping_sub(1)))
        }
    }
    finds(
        ord(any::<u8>().mapped(Card)),
        "Ord does not agree with PartialOrd",
        &["Card(0)", "Card(1)", "Card(0)"],
    );
}

/// Makes a wrapper of a number with a method of an order overridden.
macro_rules! overridden {
    ($($name:ident $trait:ident { $($method:item)* })*) => {$(
        #[derive(Debug, PartialEq, Eq)]
        struct $name(u8);
        overridden!(@$trait $name { $($method)* });
    )*};
    (@PartialOrd $name:ident { $($method:item)* }) => {
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.0.partial_cmp(&other.0)
            }
            $($method)*
        }
    };
    (@Ord $name:ident { $($method:item)* }) => {
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.cmp(&other.0)
            }
            $($method)*
        }
    };
}
overridden! {
    Le PartialOrd { fn le(&self, other: &Self) -> bool { self.0 < other.0 } }
    Gt PartialOrd { fn gt(&self, other: &Self) -> bool { self.0 >= other.0 } }
    Ge PartialOrd { fn ge(&self, other: &Self) -> bool { self.0 > other.0 } }
    Max Ord { fn max(self, other: Self) -> Self { if self > other { other } else { self } } }
    Min Ord { fn min(self, _: Self) -> Self { self } }
    Clamp Ord { fn clamp(self, _: Self, high: Self) -> Self { if self < high { self } else { high } } }
}

#[test]
fn operators() {
    finds(
        partial_ord(any::<u8>().mapped(Le)),
        "PartialOrd: <= does not agree with partial_cmp",
        &["Le(0)", "Le(0)", "Le(0)"],
    );
    finds(
        partial_ord(any::<u8>().mapped(Gt)),
        "PartialOrd: > does not agree with partial_cmp",
        &["Gt(0)", "Gt(0)", "Gt(0)"],
    );
    finds(
        partial_ord(any::<u8>().mapped(Ge)),
        "PartialOrd: >= does not agree with partial_cmp",
        &["Ge(0)", "Ge(0)", "Ge(0)"],
    );
}

#[test]
fn extremes() {
    finds(
        ord(any::<u8>().mapped(Max)),
        "Ord: max does not agree with cmp",
        &["Max(0)", "Max(1)", "Max(0)"],
    );
    finds(
        ord(any::<u8>().mapped(Min)),
        "Ord: min does not agree with cmp",
        &["Min(1)", "Min(0)", "Min(0)"],
    );
    finds(
        ord(any::<u8>().mapped(Clamp)),
        "Ord: clamp does not agree with cmp",
        &["Clamp(0)", "Clamp(1)", "Clamp(1)", "Clamp(0)"],
    );
}
