//! Small sets of numbers.

use crate::fingerprint::mix;

/// A set of numbers; in a word where they are all below 64.
pub(crate) trait Set: Clone + PartialEq {
    fn empty() -> Self;
    fn has(&self, number: usize) -> bool;
    fn insert(&mut self, number: usize);
    fn remove(&mut self, number: usize);
    fn len(&self) -> usize;
    fn is_within(&self, other: &Self) -> bool;
    fn hash(&self) -> u64;
}

impl Set for u64 {
    fn empty() -> u64 {
        0
    }

    fn has(&self, number: usize) -> bool {
        self >> number & 1 == 1
    }

    fn insert(&mut self, number: usize) {
        *self |= 1 << number;
    }

    fn remove(&mut self, number: usize) {
        *self &= !(1 << number);
    }

    fn len(&self) -> usize {
        self.count_ones() as usize
    }

    fn is_within(&self, other: &u64) -> bool {
        self & !other == 0
    }

    fn hash(&self) -> u64 {
        *self
    }
}

/// Without words that are 0 at the end, so that equal sets are equal lists.
impl Set for Vec<u64> {
    fn empty() -> Vec<u64> {
        Vec::new()
    }

    fn has(&self, number: usize) -> bool {
        self.get(number / 64).is_some_and(|word| word.has(number % 64))
    }

    fn insert(&mut self, number: usize) {
        if self.len() <= number / 64 {
            self.resize(number / 64 + 1, 0);
        }
        self[number / 64].insert(number % 64);
    }

    fn remove(&mut self, number: usize) {
        if let Some(word) = self.get_mut(number / 64) {
            word.remove(number % 64);
        }
        while self.last() == Some(&0) {
            self.pop();
        }
    }

    fn len(&self) -> usize {
        self.iter().map(Set::len).sum()
    }

    fn is_within(&self, other: &Vec<u64>) -> bool {
        self.len() <= other.len() && self.iter().zip(other).all(|(one, two)| one.is_within(two))
    }

    fn hash(&self) -> u64 {
        self.iter().fold(0, |hash, word| mix(hash ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    fn check<S: Set>(most: usize) {
        let mut set = S::empty();
        for number in [0, 3, most] {
            assert!(!set.has(number));
            set.insert(number);
            assert!(set.has(number));
        }
        assert_eq!(Set::len(&set), 3);
        let mut smaller = set.clone();
        smaller.remove(most);
        assert!(smaller.is_within(&set) && !set.is_within(&smaller));
        assert!(smaller.hash() != set.hash() && smaller != set);
        let mut other = smaller.clone();
        other.remove(3);
        other.insert(most);
        assert!(!smaller.is_within(&other) && !other.is_within(&smaller));
        smaller.remove(0);
        smaller.insert(most);
        assert!(!smaller.is_within(&other) && !other.is_within(&smaller));
        smaller.insert(0);
        assert!(smaller.hash() == set.hash() && smaller == set);
    }

    #[test]
    fn words_and_lists_are_sets() {
        check::<u64>(63);
        check::<Vec<u64>>(63);
        check::<Vec<u64>>(1000);
    }
}
