//! Planted mistakes in `DoubleEndedIterator`.

use lawful_bundles::double_ended;
use lawful_core::generate::any;

use crate::{finds, holds};

/// The elements of a list, with one mistake.
struct Items<const HOW: u8> {
    list: Vec<u8>,
    front: usize,
    back: usize,
}

const RIGHT: u8 = 0;
const ENDS_PASS: u8 = 1;
const BACK_IS_FRONT: u8 = 2;
const NTH_BACK_OFF: u8 = 3;
const HINT_OF_FRONT: u8 = 4;
const RFOLD_FORWARDS: u8 = 5;

impl<const HOW: u8> Items<HOW> {
    #[allow(clippy::ptr_arg, reason = "it is made from what the generator makes")]
    fn of(list: &Vec<u8>) -> Self {
        Items { list: list.clone(), front: 0, back: list.len() }
    }
}

impl<const HOW: u8> Iterator for Items<HOW> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        // The ends do not look at one another.
        let end = if HOW == ENDS_PASS { self.list.len() } else { self.back };
        if self.front >= end {
            return None;
        }
        self.front += 1;
        Some(self.list[self.front - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let end = if HOW == HINT_OF_FRONT { self.list.len() } else { self.back };
        match HOW {
            ENDS_PASS => (0, None),
            _ => (end - self.front, Some(end - self.front)),
        }
    }
}

impl<const HOW: u8> DoubleEndedIterator for Items<HOW> {
    fn next_back(&mut self) -> Option<u8> {
        if HOW == BACK_IS_FRONT {
            return self.next();
        }
        if self.back <= self.front {
            return None;
        }
        self.back -= 1;
        Some(self.list[self.back])
    }

    fn nth_back(&mut self, n: usize) -> Option<u8> {
        let n = if HOW == NTH_BACK_OFF { n + 1 } else { n };
        (0..n).try_for_each(|_| self.next_back().map(drop))?;
        self.next_back()
    }

    fn rfold<B, F: FnMut(B, u8) -> B>(mut self, first: B, mut each: F) -> B {
        let mut folded = first;
        let mut step = || if HOW == RFOLD_FORWARDS { self.next() } else { self.next_back() };
        while let Some(element) = step() {
            folded = each(folded, element);
        }
        folded
    }
}

#[test]
fn right() {
    holds(double_ended(any::<Vec<u8>>(), Items::<RIGHT>::of));
}

#[test]
fn the_ends_pass_one_another() {
    finds(
        double_ended(any::<Vec<u8>>(), Items::<ENDS_PASS>::of),
        "DoubleEndedIterator: the ends do not meet",
        &["[0]", "[true]"],
    );
}

#[test]
fn the_hint_forgets_the_back() {
    finds(
        double_ended(any::<Vec<u8>>(), Items::<HINT_OF_FRONT>::of),
        "DoubleEndedIterator: size_hint is wrong between the ends",
        &["[0]", "[true]"],
    );
}

#[test]
fn the_back_is_the_front() {
    finds(
        double_ended(any::<Vec<u8>>(), Items::<BACK_IS_FRONT>::of),
        "DoubleEndedIterator: backwards is not forwards reversed",
        &["[0, 1]", "[]"],
    );
}

#[test]
fn methods_that_are_overridden() {
    finds(
        double_ended(any::<Vec<u8>>(), Items::<NTH_BACK_OFF>::of),
        "DoubleEndedIterator: nth_back does not agree with next_back",
        &["[0]", "[]"],
    );
    finds(
        double_ended(any::<Vec<u8>>(), Items::<RFOLD_FORWARDS>::of),
        "DoubleEndedIterator: rfold does not agree with next_back",
        &["[0, 1]", "[]"],
    );
}
