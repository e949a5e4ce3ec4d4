//! Planted mistakes in `FromIterator` and `Extend`.

use lawful_bundles::{extend, from_iterator};
use lawful_core::generate::any;

use crate::{finds, holds};

/// A list that notes its largest element, with one mistake.
#[derive(Debug, Default, PartialEq)]
struct Topped<const HOW: u8> {
    list: Vec<u8>,
    top: u8,
}

const RIGHT: u8 = 0;
const COLLECTS_WITHOUT_TOP: u8 = 1;
const EXTENDS_WITH_LAST_TOP: u8 = 2;
const NOTHING_RESETS: u8 = 3;
const KEEPS_NO_REPEATS: u8 = 4;

impl<const HOW: u8> Extend<u8> for Topped<HOW> {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, elements: I) {
        let from = self.list.len();
        for element in elements {
            if !(HOW == KEEPS_NO_REPEATS && self.list.last() == Some(&element)) {
                self.list.push(element);
            }
        }
        let noted = if HOW == EXTENDS_WITH_LAST_TOP { &self.list[from..] } else { &self.list };
        if !(HOW == EXTENDS_WITH_LAST_TOP && noted.is_empty()) {
            self.top = noted.iter().copied().max().unwrap_or_default();
        }
        if HOW == NOTHING_RESETS && from == self.list.len() {
            self.top = 0;
        }
    }
}

impl<const HOW: u8> FromIterator<u8> for Topped<HOW> {
    fn from_iter<I: IntoIterator<Item = u8>>(elements: I) -> Self {
        let mut topped = Topped::default();
        match HOW {
            COLLECTS_WITHOUT_TOP => topped.list.extend(elements),
            _ => topped.extend(elements),
        }
        topped
    }
}

impl<const HOW: u8> IntoIterator for Topped<HOW> {
    type Item = u8;
    type IntoIter = std::vec::IntoIter<u8>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[test]
fn right() {
    holds(extend::<Topped<RIGHT>, _, _>(any::<Vec<u8>>()));
    holds(from_iterator::<Topped<RIGHT>, _, _>(any::<Vec<u8>>()));
}

#[test]
fn collecting_is_not_extending() {
    finds(
        extend::<Topped<COLLECTS_WITHOUT_TOP>, _, _>(any::<Vec<u8>>()),
        "FromIterator does not agree with Extend",
        &["[]", "[1]"],
    );
}

#[test]
fn parts_differ_from_the_whole() {
    finds(
        extend::<Topped<EXTENDS_WITH_LAST_TOP>, _, _>(any::<Vec<u8>>()),
        "Extend in two parts is not Extend at once",
        &["[1]", "[0]"],
    );
}

#[test]
fn nothing_changes_something() {
    finds(
        extend::<Topped<NOTHING_RESETS>, _, _>(any::<Vec<u8>>()),
        "Extend by nothing changes something",
        &["[]", "[1]"],
    );
}

#[test]
fn an_element_is_lost() {
    finds(
        from_iterator::<Topped<KEEPS_NO_REPEATS>, _, _>(any::<Vec<u8>>()),
        "FromIterator does not keep what it is given",
        &["[0, 0]"],
    );
}
