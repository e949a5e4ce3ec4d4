//! Inference of bugs from which answers fail on which tests.
//!
//! The bug model of Claessen, Hughes, Pałka, Smallbone and Svensson, *Ranking Programs using Black Box Testing*,
//! section 3. Tests on which the same answers fail are not told apart. A test whose failing answers are the union of
//! those of other tests shows several bugs at once and is *redundant*; each other one stands for a bug.
//!
//! The sets of failing answers that are seen generate, by union, a lattice; the tests that are kept are its
//! join-irreducible elements. They are the same in whatever order tests come, so that a search needs to keep no more
//! than these.

use std::collections::HashSet;

use crate::answer_set::AnswerSet;

/// Sets that are remembered as redundant, at most.
const MOST_REMEMBERED: usize = 1 << 16;

/// Tests that stand for one bug each.
#[derive(Clone, Debug)]
pub(crate) struct Bugs<T> {
    bugs: Vec<(AnswerSet, T)>,
    /// Sets that were seen to be redundant. They stay so: a test is only removed when others generate its set.
    redundant: HashSet<AnswerSet>,
}

impl<T> Default for Bugs<T> {
    fn default() -> Self {
        Bugs { bugs: Vec::new(), redundant: HashSet::new() }
    }
}

impl<T> Bugs<T> {
    /// Returns whether a test on which these answers fail shows nothing that the others do not show.
    pub fn is_redundant(&mut self, failing: &AnswerSet) -> bool {
        if failing.is_empty() || self.redundant.contains(failing) {
            return true;
        }
        let redundant = is_union(failing, self.bugs.iter().map(|(set, _)| set));
        if redundant && self.redundant.len() < MOST_REMEMBERED {
            self.redundant.insert(failing.clone());
        }
        redundant
    }

    /// Adds a test unless it is redundant, and removes those that it makes redundant. Returns whether it was added.
    pub fn add(&mut self, failing: AnswerSet, test: T) -> bool {
        if self.is_redundant(&failing) {
            return false;
        }
        self.bugs.push((failing, test));
        let (new, _) = &self.bugs[self.bugs.len() - 1];
        // Only sets that contain the new one can have become unions. All go at once: a removed set is the union of smaller
        // ones, and where one of these is removed as well, of smaller ones still.
        let is_redundant = |(set, _): &(AnswerSet, T)| new.is_subset(set) && self.others_make(set);
        let redundant: Vec<bool> = self.bugs.iter().map(is_redundant).collect();
        let mut redundant = redundant.into_iter();
        self.bugs.retain(|_| !redundant.next().unwrap_or_default());
        true
    }

    fn others_make(&self, set: &AnswerSet) -> bool {
        is_union(set, self.bugs.iter().map(|(other, _)| other).filter(|other| *other != set))
    }

    pub fn iter(&self) -> impl Iterator<Item = &(AnswerSet, T)> {
        self.bugs.iter()
    }

    /// Returns the test of the bug that exactly these answers have, if there is one.
    pub fn test_mut(&mut self, failing: &AnswerSet) -> Option<&mut T> {
        self.bugs.iter_mut().find(|(set, _)| set == failing).map(|(_, test)| test)
    }

    pub fn into_tests(self) -> Vec<(AnswerSet, T)> {
        self.bugs
    }
}

/// Returns whether a set is the union of those of `others` that it contains.
fn is_union<'a>(set: &AnswerSet, others: impl Iterator<Item = &'a AnswerSet>) -> bool {
    let mut union = AnswerSet::new();
    for other in others.filter(|other| other.is_subset(set)) {
        union.extend(other);
    }
    union == *set
}

/// The tests that stand for one bug each, out of the sets of answers that fail on each test: those that are no union
/// of others, the first of equal ones.
///
/// ```
/// use lawful::rank::{AnswerSet, infer_bugs};
///
/// let sets = [[0, 1].as_slice(), &[0], &[1], &[0, 1, 2], &[1]];
/// let failing: Vec<AnswerSet> = sets.map(|set| AnswerSet::of(set.iter().copied())).into();
/// // The first test shows what the second and the third show, at once.
/// assert_eq!(infer_bugs(&failing), [1, 2, 3]);
/// ```
pub fn infer_bugs(failing: &[AnswerSet]) -> Vec<usize> {
    let mut bugs = Bugs::default();
    for (test, set) in failing.iter().enumerate() {
        bugs.add(set.clone(), test);
    }
    let mut tests: Vec<usize> = bugs.into_tests().into_iter().map(|(_, test)| test).collect();
    tests.sort_unstable();
    tests
}
