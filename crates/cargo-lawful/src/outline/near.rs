//! Functions whose names are like one that is not found.

use super::{Function, Outline};

/// Names that differ in more letters than this are others.
const MOST_DIFFERENT: usize = 3;

impl Outline {
    /// Returns functions whose names differ in few letters from another, with the number of them.
    pub(crate) fn functions_like(&self, name: &str) -> Vec<(usize, &Function)> {
        let most = MOST_DIFFERENT.min(name.len() / 2);
        let like = self.functions.iter().map(|one| (distance(name, &one.name), one));
        like.filter(|(distance, _)| *distance <= most).collect()
    }
}

/// Number of letters to add, take away or change (Levenshtein's distance).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, against) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *against);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        // The examples that every text on it has.
        for (one, other, expected) in [
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("", "abc", 3),
            ("flaw", "lawn", 2),
            ("a", "a", 0),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{other} {one}");
        }
    }
}
