//! Counts that components keep over all tests.
//!
//! A label is said of a case, and every case that says one is looked at by the runner. A count is
//! for what happens many times in every case: it is added up where the tests run and is handed over
//! with them, so that a test that counts is as cheap as one that does not.

use crate::data::{Counter, Ordered};

/// Tables of counts, summed over cases, threads and processes.
///
/// ```
/// use lawful::extend::{Counter, Counters, mix_bytes};
///
/// let mut counters = Counters::default();
/// let row = |name: &str| Counter::new("moves", name);
/// let moves = || vec![row("left"), row("right")];
/// counters.of(mix_bytes(b"left, right"), moves)[1] += 1;
/// counters.add("states", "won", 2);
/// let all = counters.all();
/// assert_eq!(all.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [0, 1, 2]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rows that are known beforehand, each group with its key and its counts.
    pub(crate) groups: Vec<Group>,
    /// Rows whose names are known only when they are counted.
    pub(crate) named: Ordered<Counter, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub key: u64,
    pub rows: Vec<Counter>,
    pub counts: Vec<u64>,
}

impl Counters {
    /// Counts of rows that are known beforehand, in their order. The rows are told also where they are 0.
    ///
    /// `key` stands for the rows: it must be the same wherever they are, and another for others, as a
    /// digest of their names is. The rows are made only once for a batch of tests.
    #[inline]
    pub fn of(&mut self, key: u64, rows: impl FnOnce() -> Vec<Counter>) -> &mut [u64] {
        let found = self.groups.iter().position(|group| group.key == key);
        let index = found.unwrap_or_else(|| self.add_group(key, rows()));
        &mut self.groups[index].counts
    }

    #[cold]
    fn add_group(&mut self, key: u64, rows: Vec<Counter>) -> usize {
        let counts = vec![0; rows.len()];
        self.groups.push(Group { key, rows, counts });
        self.groups.len() - 1
    }

    /// Adds to the row of a name.
    pub fn add(&mut self, table: &'static str, name: impl Into<String>, count: u64) {
        *self.named.entry(Counter::new(table, name)) += count;
    }

    /// Adds the counts of other tests.
    pub fn join(&mut self, other: &Counters) {
        for Group { key, rows, counts } in &other.groups {
            let sums = self.of(*key, || rows.clone());
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        for (counter, count) in other.named.iter() {
            *self.named.entry(counter.clone()) += count;
        }
    }

    /// The count of a row; 0 for one that is not there.
    pub fn count(&self, table: &str, name: &str) -> u64 {
        let is = |(counter, _): &&(Counter, u64)| counter.table == table && counter.name == name;
        self.all().iter().find(is).map_or(0, |(_, count)| *count)
    }

    /// Number of rows that are known beforehand.
    pub fn known_rows(&self) -> usize {
        self.groups.iter().map(|group| group.rows.len()).sum()
    }

    /// Every row with its count: those known beforehand, then the others.
    pub fn all(&self) -> Vec<(Counter, u64)> {
        let mut all = Vec::new();
        for Group { rows, counts, .. } in &self.groups {
            rows.iter().zip(counts).for_each(|(row, count)| all.push((row.clone(), *count)));
        }
        self.named.iter().for_each(|(row, count)| all.push((row.clone(), *count)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_whatever_order_they_come_in() {
        let rows = || ["a", "b"].map(|name| Counter::new("t", name)).to_vec();
        let (mut one, mut other) = (Counters::default(), Counters::default());
        one.of(7, rows)[1] += 1;
        one.add("states", "empty", 1);
        other.of(7, rows)[0] += 1;
        other.of(7, rows)[1] += 1;
        other.add("states", "full", 1);
        other.add("states", "empty", 1);
        let (mut left, mut right) = (one.clone(), other.clone());
        left.join(&other);
        right.join(&one);
        assert_eq!(left, right);
        let counts: Vec<u64> = left.all().into_iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [1, 2, 2, 1]);
        assert_eq!((left.known_rows(), left.count("states", "empty")), (2, 2));
    }
}
