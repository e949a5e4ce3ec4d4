//! Counts that a law keeps over all its tests.
//!
//! A label is said of a case, and every case that says one is looked at by the runner. A count is
//! for what happens many times in every case: it is added up where the tests run and is handed over
//! with them, so that a test that counts is as cheap as one that does not.

use crate::choice::Ordered;

/// Counts, some of them by number and some by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those by number; [`Law::counted`](super::Law::counted) says what each stands for.
    pub numbered: Vec<u64>,
    /// Those whose names are known only when they are counted.
    pub named: Ordered<Counted, u64>,
}

/// What a count stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counted {
    /// The table it belongs to.
    pub table: &'static str,
    /// What is counted.
    pub name: String,
}

impl Tally {
    /// Counts the thing of this number.
    #[inline]
    pub fn count(&mut self, number: usize) {
        self.add_to(number, 1);
    }

    /// The same, so many times.
    #[inline]
    pub fn add_to(&mut self, number: usize, times: u64) {
        if number >= self.numbered.len() {
            self.numbered.resize(number + 1, 0);
        }
        self.numbered[number] += times;
    }

    /// Counts the thing of this name.
    pub fn count_named(&mut self, table: &'static str, name: impl Into<String>) {
        *self.named.entry(Counted { table, name: name.into() }) += 1;
    }

    /// Adds the counts of other tests.
    pub fn add(&mut self, other: &Tally) {
        if self.numbered.len() < other.numbered.len() {
            self.numbered.resize(other.numbered.len(), 0);
        }
        self.numbered.iter_mut().zip(&other.numbered).for_each(|(sum, count)| *sum += count);
        for (counted, count) in other.named.iter() {
            *self.named.entry(counted.clone()) += count;
        }
    }

    /// Every count with what it stands for: the numbered ones as `names` says, then the others.
    pub fn told(&self, names: Vec<Counted>) -> Vec<(Counted, u64)> {
        let numbers = self.numbered.iter().copied().chain(std::iter::repeat(0));
        let named = self.named.iter().map(|(counted, count)| (counted.clone(), *count));
        names.into_iter().zip(numbers).chain(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_whatever_order_they_come_in() {
        let (mut one, mut other) = (Tally::default(), Tally::default());
        one.count(3);
        one.count_named("states", "empty");
        other.count(0);
        other.count(3);
        other.count_named("states", "full");
        other.count_named("states", "empty");
        let (mut left, mut right) = (one.clone(), other.clone());
        left.add(&other);
        right.add(&one);
        assert_eq!(left, right);
        assert_eq!(left.numbered, [1, 0, 0, 2]);
        let name = |name: &str| Counted { table: "states", name: name.into() };
        let told = left.told(vec![name("a")]);
        assert_eq!(told, [(name("a"), 1), (name("empty"), 2), (name("full"), 1)]);
    }
}
