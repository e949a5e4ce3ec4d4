//! Planted mistakes in `Iterator`, `ExactSizeIterator` and `FusedIterator`.

use std::iter::FusedIterator;

use lawful_bundles::{exact_size, fused, iterator};
use lawful_core::generate::any;

use crate::{finds, holds};

/// Counts up to its end, with one mistake.
#[derive(Clone, Debug)]
struct Count<const HOW: u8> {
    at: u8,
    end: u8,
}

const RIGHT: u8 = 0;
const HINT_OF_THE_BEGINNING: u8 = 1;
const HINT_TOO_LOW: u8 = 2;
const NTH_STEPS_SHORT: u8 = 3;
const COUNT_SKIPS: u8 = 4;
const LAST_OF_ONE: u8 = 5;
const FOLD_FORGETS: u8 = 6;
const STARTS_AGAIN: u8 = 7;
const NTH_STAYS: u8 = 8;

impl<const HOW: u8> Count<HOW> {
    fn to(end: &u8) -> Self {
        Count { at: 0, end: *end }
    }
}

impl<const HOW: u8> Iterator for Count<HOW> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.at == self.end {
            if HOW == STARTS_AGAIN && self.end > 2 {
                self.at = 0;
            }
            return None;
        }
        self.at += 1;
        Some(self.at - 1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.end - self.at);
        match HOW {
            HINT_OF_THE_BEGINNING => (usize::from(self.end), Some(usize::from(self.end))),
            HINT_TOO_LOW => (0, Some(left.saturating_sub(usize::from(left > 3)))),
            _ => (left, Some(left)),
        }
    }

    fn nth(&mut self, n: usize) -> Option<u8> {
        let n = if HOW == NTH_STEPS_SHORT && n > 1 { n - 1 } else { n };
        if HOW == NTH_STAYS {
            let at = usize::from(self.at) + n;
            self.at = if at < usize::from(self.end) { at as u8 } else { self.end };
            return (at < usize::from(self.end)).then_some(at as u8);
        }
        (0..n).try_for_each(|_| self.next().map(drop))?;
        self.next()
    }

    fn count(self) -> usize {
        usize::from(self.end - self.at) - usize::from(HOW == COUNT_SKIPS && self.end > 4)
    }

    fn last(self) -> Option<u8> {
        // A range of one is taken for an empty one.
        let least = if HOW == LAST_OF_ONE { 2 } else { 1 };
        (self.end - self.at >= least).then(|| self.end - 1)
    }

    fn fold<B, F: FnMut(B, u8) -> B>(self, first: B, mut each: F) -> B {
        let mut folded = first;
        for element in self {
            if !(HOW == FOLD_FORGETS && element == 3) {
                folded = each(folded, element);
            }
        }
        folded
    }
}

impl<const HOW: u8> ExactSizeIterator for Count<HOW> {
    fn len(&self) -> usize {
        let left = self.end - self.at;
        // The length in a type that is too narrow.
        usize::from(if HOW == COUNT_SKIPS { left & 15 } else { left })
    }
}
impl<const HOW: u8> FusedIterator for Count<HOW> {}

#[test]
fn right() {
    holds(iterator(any::<u8>(), Count::<RIGHT>::to));
    holds(exact_size(any::<u8>(), Count::<RIGHT>::to));
    holds(fused(any::<u8>(), Count::<RIGHT>::to));
}

#[test]
fn size_hint() {
    finds(
        iterator(any::<u8>(), Count::<HINT_OF_THE_BEGINNING>::to),
        "Iterator: size_hint promises too many",
        &["1"],
    );
    finds(
        iterator(any::<u8>(), Count::<HINT_TOO_LOW>::to),
        "Iterator: size_hint promises too few",
        &["4"],
    );
    finds(
        exact_size(any::<u8>(), Count::<HINT_TOO_LOW>::to),
        "ExactSizeIterator: size_hint is not exact",
        &["1"],
    );
    finds(
        exact_size(any::<u8>(), Count::<COUNT_SKIPS>::to),
        "ExactSizeIterator: len is wrong",
        &["16"],
    );
}

#[test]
fn methods_that_are_overridden() {
    finds(
        iterator(any::<u8>(), Count::<NTH_STEPS_SHORT>::to),
        "Iterator: nth does not agree with next",
        &["2"],
    );
    finds(
        iterator(any::<u8>(), Count::<NTH_STAYS>::to),
        "Iterator: nth takes the wrong number of elements",
        &["1"],
    );
    finds(
        iterator(any::<u8>(), Count::<COUNT_SKIPS>::to),
        "Iterator: count does not agree with next",
        &["5"],
    );
    finds(
        iterator(any::<u8>(), Count::<LAST_OF_ONE>::to),
        "Iterator: last does not agree with next",
        &["1"],
    );
    finds(
        iterator(any::<u8>(), Count::<FOLD_FORGETS>::to),
        "Iterator: fold does not agree with next",
        &["4"],
    );
}

#[test]
fn goes_on_after_its_end() {
    finds(
        fused(any::<u8>(), Count::<STARTS_AGAIN>::to),
        "FusedIterator goes on after its end",
        &["3"],
    );
}
