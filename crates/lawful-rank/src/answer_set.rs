//! Sets of answers, as bits.

use std::fmt;

/// A set of answers by their numbers: those that fail on a test, or those that are ranked.
///
/// ```
/// use lawful::rank::AnswerSet;
///
/// let failing = AnswerSet::of([1, 70]);
/// assert!(failing.contains(70) && !failing.contains(2));
/// assert!(AnswerSet::of([70]).is_subset(&failing));
/// assert_eq!(failing.iter().collect::<Vec<_>>(), [1, 70]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnswerSet {
    /// Bits, 64 a word; the last word is not 0, so that equal sets have equal words.
    words: Vec<u64>,
}

impl AnswerSet {
    /// The empty set.
    pub fn new() -> Self {
        AnswerSet::default()
    }

    /// The set of some numbers.
    pub fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = AnswerSet::new();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    /// The set of all numbers below `count`.
    pub fn first(count: usize) -> Self {
        let mut words = vec![u64::MAX; count / 64];
        if !count.is_multiple_of(64) {
            words.push((1 << (count % 64)) - 1);
        }
        AnswerSet { words }
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// Returns whether a number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Returns whether all numbers of this set are in the other one.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(mine, others)| mine & !others == 0)
    }

    /// Adds all numbers of another set.
    pub fn extend(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(mine, others)| *mine |= others);
    }

    /// The numbers that are in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        self.combined(other, |mine, others| mine & others)
    }

    /// The numbers of this set that are not in the other one.
    pub fn difference(&self, other: &Self) -> Self {
        self.combined(other, |mine, others| mine & !others)
    }

    fn combined(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        let words = self.words.iter().zip(others);
        let mut words: Vec<u64> = words.map(|(mine, others)| combine(*mine, others)).collect();
        while words.last() == Some(&0) {
            words.pop();
        }
        AnswerSet { words }
    }

    /// Returns whether there is no number in the set.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns how many numbers are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Numbers of the set, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }
}

impl fmt::Debug for AnswerSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}
