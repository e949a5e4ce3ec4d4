//! Planted mistakes in `Hash`.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use lawful_bundles::hash;
use lawful_core::choice::Source;
use lawful_core::generate::{Arbitrary, Generator, any, string_of};

use crate::{finds, holds};

/// A name whose equality is a function of its text, and so is what it hashes.
macro_rules! names {
    ($($name:ident $equal:expr, $hash:expr);* $(;)?) => {$(
        #[derive(Debug)]
        struct $name(String);
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                let equal: fn(&str, &str) -> bool = $equal;
                equal(&self.0, &other.0)
            }
        }
        impl Eq for $name {}
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                let hashed: fn(&str) -> String = $hash;
                hashed(&self.0).hash(state);
            }
        }
    )*};
}
names! {
    Right |a, b| a.eq_ignore_ascii_case(b), |text| text.to_ascii_lowercase();
    CaseMatters |a, b| a.eq_ignore_ascii_case(b), |text| text.to_string();
    SpaceMatters |a, b| a.trim() == b.trim(), |text| text.to_string();
}

#[test]
fn right() {
    holds(hash(any::<String>().mapped(Right)));
}

#[test]
fn the_case_of_letters_is_hashed() {
    finds(
        hash(any::<String>().mapped(CaseMatters)),
        "Hash does not agree with ==",
        &["CaseMatters(\"a\")", "CaseMatters(\"A\")"],
    );
}

#[test]
fn space_is_hashed() {
    // Where the mistake is in few characters, a generator of those finds it.
    finds(
        hash(string_of("a ", 0..=8).mapped(SpaceMatters)),
        "Hash does not agree with ==",
        &["SpaceMatters(\"\")", "SpaceMatters(\" \")"],
    );
}

/// A fraction is equal to another by value, and hashed by its parts.
#[test]
fn parts_are_hashed() {
    #[derive(Clone, Copy, Debug, Eq)]
    struct Fraction {
        over: u8,
        under: u8,
    }
    impl PartialEq for Fraction {
        fn eq(&self, other: &Self) -> bool {
            u16::from(self.over) * u16::from(other.under)
                == u16::from(other.over) * u16::from(self.under)
        }
    }
    #[allow(clippy::derived_hash_with_manual_eq, reason = "it is the planted mistake")]
    impl Hash for Fraction {
        fn hash<H: Hasher>(&self, state: &mut H) {
            (self.over, self.under).hash(state);
        }
    }
    impl Arbitrary for Fraction {
        fn arbitrary(source: &mut Source) -> Self {
            Fraction { over: source.any(), under: source.draw(&(1..=255u8)) }
        }
    }
    finds(
        hash(any::<Fraction>()),
        "Hash does not agree with ==",
        &["Fraction { over: 0, under: 1 }", "Fraction { over: 0, under: 2 }"],
    );
}

/// A cache inside the value is hashed with it.
#[test]
fn a_cache_is_hashed() {
    #[derive(Debug)]
    struct Cached {
        number: u8,
        asked: Cell<u8>,
    }
    impl PartialEq for Cached {
        fn eq(&self, other: &Self) -> bool {
            self.number == other.number
        }
    }
    impl Eq for Cached {}
    impl Hash for Cached {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.asked.set(self.asked.get().wrapping_add(1));
            (self.number, self.asked.get()).hash(state);
        }
    }
    finds(
        hash(any::<u8>().mapped(|number| Cached { number, asked: Cell::new(0) })),
        "Hash is not the same every time",
        &[
            "Cached { number: 0, asked: Cell { value: 0 } }",
            "Cached { number: 0, asked: Cell { value: 0 } }",
        ],
    );
}

#[test]
fn slices_are_hashed_otherwise() {
    #[derive(Debug, PartialEq, Eq)]
    struct Digit(u8);
    impl Hash for Digit {
        fn hash<H: Hasher>(&self, state: &mut H) {
            (self.0 % 10).hash(state);
        }
        fn hash_slice<H: Hasher>(data: &[Self], state: &mut H) {
            data.iter().for_each(|digit| digit.0.hash(state));
        }
    }
    finds(
        hash(any::<u8>().mapped(Digit)),
        "Hash: hash_slice does not agree with hash",
        &["Digit(10)", "Digit(0)"],
    );
}
