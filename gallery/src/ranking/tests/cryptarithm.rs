use std::sync::LazyLock;

use super::order::{FailingSet, edges};
use crate::checking::panics;
use crate::ranking::anonymizer::all_strings;
use crate::ranking::cryptarithm::*;

/// Returns all puzzles with words of one or two of the letters a, b and c.
pub fn small_puzzles() -> Vec<Puzzle> {
    let words = || all_strings(&['a', 'b', 'c'], 2).filter(|word| !word.is_empty());
    let mut puzzles = Vec::new();
    for left in words() {
        for right in words() {
            puzzles.extend(words().map(|sum| Puzzle::new(&left, &right, &sum)));
        }
    }
    puzzles
}

/// Failing sets of A1 to A12 over all small puzzles; A1 is at 0.
pub static SETS: LazyLock<Vec<FailingSet>> = LazyLock::new(|| {
    let cases = small_puzzles();
    assert_eq!(cases.len(), 1_728);
    let failing = |number| FailingSet::of_total(&cases, |puzzle| passes(number, puzzle));
    (1..=answers().len()).map(failing).collect()
});

fn answer(number: usize) -> Solver {
    answers()[number - 1].1
}

fn passes(number: usize, puzzle: &Puzzle) -> bool {
    !panics(|| assert!(is_right(puzzle, &answer(number)(puzzle))))
}

#[test]
fn puzzles_of_the_paper() {
    let puzzle = Puzzle::new("send", "more", "money");
    let digits = [('s', 9), ('e', 5), ('n', 6), ('d', 7), ('m', 1), ('o', 0), ('r', 8), ('y', 2)];
    assert!(is_right(&puzzle, &Some(digits.into())));
    let found = answer(2)(&puzzle);
    assert!(is_right(&puzzle, &found), "{found:?}");
    assert_eq!(puzzle.to_string(), "send+more=money");

    assert_eq!(answer(1)(&Puzzle::new("a", "a", "a")), Some([('a', 0)].into()));
    assert_eq!(answer(1)(&Puzzle::new("a", "b", "ab")), Some([('a', 0), ('b', 1)].into()));
    assert_eq!(answer(1)(&Puzzle::new("a", "a", "ab")), None);
}

#[test]
fn the_oracle_is_strict() {
    let puzzle = Puzzle::new("a", "b", "c");
    let is_right =
        |digits: &[(char, u8)]| is_right(&puzzle, &Some(digits.iter().copied().collect()));
    assert!(is_right(&[('a', 1), ('b', 2), ('c', 3)]));
    assert!(!is_right(&[('a', 1), ('b', 1), ('c', 2)]), "two letters have the same digit");
    assert!(!is_right(&[('a', 1), ('b', 2)]), "a letter has no digit");
    assert!(!is_right(&[('a', 1), ('b', 2), ('c', 3), ('d', 4)]), "a letter too many");
    assert!(!is_right(&[('a', 4), ('b', 6), ('c', 10)]), "10 is no digit");
    assert!(!is_right(&[('a', 1), ('b', 2), ('c', 4)]), "the sum is wrong");
}

#[test]
fn generated_puzzles_have_short_words() {
    lawful::check(puzzles(), |puzzle| {
        for word in [&puzzle.left, &puzzle.right, &puzzle.sum] {
            assert!(
                (1..=2).contains(&word.len()) && word.chars().all(|letter| "abc".contains(letter))
            );
        }
    });
}

/// Bugs of the answers, in numbers of failed puzzles, and the order that the module page tells of.
#[test]
fn order_of_the_answers() {
    let sets = &*SETS;
    let failed: Vec<u32> = sets.iter().map(FailingSet::count).collect();
    assert_eq!(failed, [0, 0, 1704, 480, 330, 300, 612, 972, 264, 1728, 264, 426]);
    let below: [&[usize]; 12] = [
        &[4, 6, 8, 9, 11, 12],
        &[4, 6, 8, 9, 11, 12],
        &[10],
        &[3],
        &[7],
        &[3, 7],
        &[10],
        &[10],
        &[3, 7],
        &[],
        &[5],
        &[3],
    ];
    for (at, expected) in below.iter().enumerate() {
        let found: Vec<usize> = edges(sets, at).iter().map(|below| below + 1).collect();
        assert_eq!(found, *expected, "below A{}", at + 1);
        let alike = (0..at).find(|&other| sets[other] == sets[at]);
        assert_eq!(alike, (at == 1).then_some(0), "A{}", at + 1);
    }
}

/// Smallest puzzles that wrong answers fail, where shorter puzzles and earlier letters are smaller.
#[test]
fn telling_puzzles() {
    let puzzles = small_puzzles();
    let first = |number| puzzles.iter().find(|puzzle| !passes(number, puzzle)).unwrap().to_string();
    let found: Vec<String> = (3..=12).map(first).collect();
    let expected = [
        "a+a=b", "a+a=bb", "a+a=a", "a+a=bc", "a+a=a", "a+a=aa", "a+a=b", "a+a=a", "a+a=a",
        "a+aa=b",
    ];
    assert_eq!(found, expected);
}
