//! Partial order of programs by the test cases that they fail.

use std::cmp::Ordering;

use crate::checking::panics;

/// Test cases that a program fails, as one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailingSet(Vec<u64>);

impl FailingSet {
    /// Collects the cases for which `passes` is false or panics.
    pub fn of<T>(cases: &[T], passes: impl Fn(&T) -> bool) -> FailingSet {
        FailingSet::of_total(cases, |case| !panics(|| assert!(passes(case))))
    }

    /// Collects the cases for which `passes` is false. Faster than [`FailingSet::of`], for programs that never panic.
    pub fn of_total<T>(cases: &[T], passes: impl Fn(&T) -> bool) -> FailingSet {
        let bit = |(at, case): (usize, &T)| u64::from(!passes(case)) << at;
        let word = |cases: &[T]| cases.iter().enumerate().map(&bit).fold(0, |word, bit| word | bit);
        FailingSet(cases.chunks(64).map(word).collect())
    }

    /// Decides whether no case is failed.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns the number of failed cases.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Decides whether every case failed by this program is failed by the other one.
    pub fn is_subset(&self, other: &FailingSet) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// Decides whether the case of a number is failed.
    pub fn contains(&self, case: usize) -> bool {
        self.0[case / 64] >> (case % 64) & 1 == 1
    }

    /// Compares two programs: `Greater` is the better one.
    pub fn order(&self, other: &FailingSet) -> Option<Ordering> {
        match (self.is_subset(other), other.is_subset(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }

    /// Decides whether each of two programs fails a case that the other one passes.
    pub fn is_incomparable(&self, other: &FailingSet) -> bool {
        !self.is_subset(other) && !other.is_subset(self)
    }

    /// Decides whether this program is strictly better than the other one.
    pub fn is_strict_subset(&self, other: &FailingSet) -> bool {
        self.is_subset(other) && self != other
    }
}

/// Lists the programs just below one of them: those strictly worse, with no other program between.
pub fn edges(sets: &[FailingSet], program: usize) -> Vec<usize> {
    let is_worse = |one: usize, other: usize| sets[one].is_strict_subset(&sets[other]);
    let is_between = |middle, other| is_worse(program, middle) && is_worse(middle, other);
    let is_just_below = |other| {
        is_worse(program, other) && !(0..sets.len()).any(|middle| is_between(middle, other))
    };
    (0..sets.len()).filter(|&other| is_just_below(other)).collect()
}
