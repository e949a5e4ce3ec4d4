//! Planted mistakes in `PartialEq` and `Eq`.

use lawful_bundles::{eq, partial_eq};
use lawful_core::generate::{Generator, any};

use crate::{finds, holds};

/// Makes a type whose equality is a function of its two fields.
macro_rules! pairs {
    ($($name:ident $equal:expr),* $(,)?) => {$(
        #[derive(Debug)]
        struct $name(u8, u8);
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                let equal: fn(&Self, &Self) -> bool = $equal;
                equal(self, other)
            }
        }
        impl Eq for $name {}
        impl $name {
            fn any() -> impl Generator<Value = $name> {
                any::<(u8, u8)>().mapped(|(first, second)| $name(first, second))
            }
        }
    )*};
}
pairs! {
    Right |a, b| (a.0, a.1) == (b.0, b.1),
    OneSided |a, b| a.0 == b.0 && a.1 <= b.1,
    Wildcard |a, b| (a.0, a.1) == (b.0, b.1) || a.0 == 0 || b.0 == 0,
    NeverSeven |a, b| a.0 != 7 && a.0 == b.0 && a.1 == b.1,
}

#[test]
fn right() {
    holds(eq(Right::any()));
    holds(partial_eq(Right::any()));
    holds(partial_eq(any::<f64>()));
}

#[test]
fn not_symmetric() {
    finds(
        partial_eq(OneSided::any()),
        "PartialEq is not symmetric",
        &["OneSided(0, 0)", "OneSided(0, 1)", "OneSided(0, 0)"],
    );
}

#[test]
fn not_transitive() {
    finds(
        eq(Wildcard::any()),
        "PartialEq is not transitive",
        &["Wildcard(1, 0)", "Wildcard(0, 0)", "Wildcard(1, 1)"],
    );
}

#[test]
fn not_reflexive() {
    finds(
        eq(NeverSeven::any()),
        "Eq is not reflexive",
        &["NeverSeven(0, 0)", "NeverSeven(0, 0)", "NeverSeven(7, 0)"],
    );
    // A wrapper of floats that claims `Eq`.
    #[derive(Debug, PartialEq)]
    struct Weight(f64);
    impl Eq for Weight {}
    finds(
        eq(any::<f64>().mapped(Weight)),
        "Eq is not reflexive",
        &["Weight(0.0)", "Weight(0.0)", "Weight(NaN)"],
    );
}

#[test]
fn not_the_negation() {
    #[derive(Debug)]
    struct Word(String);
    impl PartialEq for Word {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
        #[allow(clippy::partialeq_ne_impl, reason = "it is the planted mistake")]
        fn ne(&self, other: &Self) -> bool {
            self.0.chars().next() != other.0.chars().next()
        }
    }
    finds(
        partial_eq(any::<String>().mapped(Word)),
        "PartialEq: != is not the negation of ==",
        &["Word(\"a\")", "Word(\"aa\")", "Word(\"\")"],
    );
}
