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
    /// Steps between things whose names are known only when they are counted.
    pub(crate) steps: Vec<StepCounts>,
}

/// Table of steps from one thing to another, such as transitions between states.
///
/// Steps are counted call by call, so that things and labels are numbers there: no text is made, and none is compared but
/// the name of the thing that a step leads to. A second table counts the steps that lead to each thing.
///
/// ```
/// use lawful::extend::{Counters, mix_bytes};
///
/// let mut counters = Counters::default();
/// let labels = || vec!["open".to_string(), "close".to_string()];
/// let steps = counters.steps(mix_bytes(b"doors"), ("transitions", "states"), labels);
/// let (shut, ajar) = (steps.thing("shut"), steps.thing("ajar"));
/// steps.add(shut, 0, ajar);
/// assert_eq!(counters.count("transitions", "shut, open, ajar"), 1);
/// assert_eq!(counters.count("states", "ajar"), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCounts {
    pub(crate) key: u64,
    /// The table of steps, and that of the things that they lead to.
    pub(crate) tables: (&'static str, &'static str),
    pub(crate) labels: Vec<String>,
    /// Names of things, each with its number.
    pub(crate) things: Ordered<String, u32>,
    /// Counts by step: the numbers of its two things and of its label in one.
    pub(crate) counts: Ordered<u64, u64>,
}

/// Bits of a step for the number of a thing, and for that of the label, which is between those of the things.
const THING_BITS: u32 = 24;
const LABEL_BITS: u32 = 64 - 2 * THING_BITS;

impl StepCounts {
    /// Number of a thing by its name.
    #[inline]
    pub fn thing(&mut self, name: &str) -> u32 {
        match self.things.get(name) {
            Some(number) => *number,
            None => self.add_thing(name),
        }
    }

    #[cold]
    fn add_thing(&mut self, name: &str) -> u32 {
        // Whatever comes after so many is one thing, whose name is that of the last.
        let number = (self.things.len() as u32).min((1 << THING_BITS) - 1);
        self.things.insert(name.to_string(), number);
        number
    }

    /// Counts a step between two things, with the label of this place.
    #[inline]
    pub fn add(&mut self, from: u32, label: usize, to: u32) {
        self.add_many(from, label, to, 1);
    }

    fn add_many(&mut self, from: u32, label: usize, to: u32, count: u64) {
        let label = (label as u64) << THING_BITS;
        let step = u64::from(from) << (THING_BITS + LABEL_BITS) | label | u64::from(to);
        *self.counts.entry(step) += count;
    }

    /// Steps with their counts: from, label, to.
    fn all(&self) -> impl Iterator<Item = (&str, usize, &str, u64)> {
        let mut names = vec![""; self.things.len()];
        self.things.iter().for_each(|(name, number)| names[*number as usize] = name);
        self.counts.iter().map(move |(step, count)| {
            let number = |shift: u32, bits: u32| (step >> shift) as usize & ((1 << bits) - 1);
            let from = names[number(THING_BITS + LABEL_BITS, THING_BITS)];
            let to = names[number(0, THING_BITS)];
            (from, number(THING_BITS, LABEL_BITS), to, *count)
        })
    }
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

    /// Steps with these labels, and the tables of steps and of the things that they lead to. `key` stands for the tables and
    /// the labels, as with [`Counters::of`].
    #[inline]
    pub fn steps(
        &mut self,
        key: u64,
        tables: (&'static str, &'static str),
        labels: impl FnOnce() -> Vec<String>,
    ) -> &mut StepCounts {
        let found = self.steps.iter().position(|steps| steps.key == key);
        let index = found.unwrap_or_else(|| {
            let (labels, things, counts) = (labels(), Ordered::default(), Ordered::default());
            self.steps.push(StepCounts { key, tables, labels, things, counts });
            self.steps.len() - 1
        });
        &mut self.steps[index]
    }

    /// Adds the counts of other tests.
    pub fn join(&mut self, other: &Counters) {
        for theirs in &other.steps {
            let own = self.steps(theirs.key, theirs.tables, || theirs.labels.clone());
            for (from, label, to, count) in theirs.all() {
                // Things are numbered as they come, which is another order there.
                let (from, to) = (own.thing(from), own.thing(to));
                own.add_many(from, label, to, count);
            }
        }
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
        if self.steps.is_empty() {
            self.named.iter().for_each(|(row, count)| all.push((row.clone(), *count)));
            return all;
        }
        let mut named = self.named.clone();
        for steps in &self.steps {
            for (from, label, to, count) in steps.all() {
                let label = steps.labels.get(label).map_or("", String::as_str);
                let (table, of_things) = steps.tables;
                *named.entry(Counter::of_step(table, from, label, to)) += count;
                *named.entry(Counter::new(of_things, to)) += count;
            }
        }
        all.extend(named.iter().map(|(row, count)| (row.clone(), *count)));
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

    #[test]
    fn steps_add_up_whatever_order_their_things_come_in() {
        let labels = || ["open", "close"].map(String::from).to_vec();
        let counted = |steps: &[(&str, usize, &str)]| {
            let mut counters = Counters::default();
            counters.add("states", "empty", 1);
            counters.add("tries", "empty", 1);
            for (from, label, to) in steps {
                let table = counters.steps(3, ("steps", "states"), labels);
                let (from, to) = (table.thing(from), table.thing(to));
                table.add(from, *label, to);
            }
            counters
        };
        let one = counted(&[("shut", 0, "ajar"), ("ajar", 0, "open"), ("ajar", 1, "shut")]);
        let other = counted(&[("open", 1, "ajar"), ("ajar", 1, "shut"), ("ajar", 0, "open")]);
        let (mut left, mut right) = (one.clone(), other.clone());
        left.join(&other);
        right.join(&one);
        assert_eq!(left.all(), right.all());
        let mut sorted = left.all();
        sorted.sort();
        assert_eq!(left.all(), sorted);
        let steps = left.all().into_iter().filter_map(|(row, count)| {
            row.step.map(|step| (format!("{} -{}-> {}", step.from, step.label, step.to), count))
        });
        let steps: Vec<(String, u64)> = steps.collect();
        let states = ["ajar", "empty", "open", "shut"].map(|name| left.count("states", name));
        assert_eq!(states, [2, 2, 2, 2]);
        let expected = [
            ("ajar -close-> shut", 2),
            ("ajar -open-> open", 2),
            ("open -close-> ajar", 1),
            ("shut -open-> ajar", 1),
        ];
        assert_eq!(steps, expected.map(|(step, count)| (step.to_string(), count)));
    }
}
