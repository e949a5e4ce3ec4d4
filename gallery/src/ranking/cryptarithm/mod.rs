//! Puzzles such as SEND + MORE = MONEY: section 2.2.3.
//!
//! Each letter stands for a digit, different letters for different ones, such that the sum is right. A word may begin
//! with 0: neither the paper's statement of the problem nor its test case `a+a=a`, whose one solution is 0, forbids
//! it. A puzzle may have several solutions, or none. So a result cannot be compared with that of a model; the oracle is
//! a property, [`is_right`].
//!
//! Among the 1,728 puzzles with words of up to two of the letters a, b and c, 612 have a solution. Over all of the
//! 1,728 the right answers, A1 and A2, are above A4, A6, A8, A9, A11 and A12. A11 is above A5, because a word that
//! begins with 0 has a 0. A5, A6 and A9 are above A7, which fails on all that can be solved. A4, A6, A9 and A12 are
//! above A3, which is wrong as soon as there are two letters: it makes all of them 0. A10, which always panics, is
//! below A3, A7 and A8, and so below all.

mod answers;

pub use answers::answers;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use lawful::Generator;
use lawful::generate::string_of;
use lawful::rank::{Assignment, Functions};

/// Sum of two words: `left` + `right` = `sum`.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// First word that is added.
    pub left: String,
    /// Second word that is added.
    pub right: String,
    /// Word that both together give.
    pub sum: String,
}

impl Puzzle {
    /// Makes the puzzle `left` + `right` = `sum`.
    pub fn new(left: &str, right: &str, sum: &str) -> Puzzle {
        Puzzle { left: left.into(), right: right.into(), sum: sum.into() }
    }

    /// Returns all letters of the puzzle in alphabetical order.
    pub fn letters(&self) -> BTreeSet<char> {
        self.left.chars().chain(self.right.chars()).chain(self.sum.chars()).collect()
    }
}

/// Writes a puzzle as in `a+b=ab`.
impl fmt::Display for Puzzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}+{}={}", self.left, self.right, self.sum)
    }
}

/// Digit of each letter.
pub type Digits = BTreeMap<char, u8>;

/// Answer to the problem: a program that solves puzzles.
pub type Solver = fn(&Puzzle) -> Option<Digits>;

/// Puzzles with words of one or two of the letters a to c: few enough to go through all of them.
pub fn puzzles() -> impl Generator<Value = Puzzle> {
    let word = || string_of("abc", 1..=2);
    (word(), word(), word()).mapped(|(left, right, sum)| Puzzle { left, right, sum })
}

/// Ranks the answers on [`puzzles`], judged by [`is_right`].
///
/// ```
/// use lawful_gallery::ranking::cryptarithm::task;
///
/// let ranking = task(1).patience(50).small_tests(200).rank();
/// assert_eq!(ranking.answers()[0].name, "A1");
/// ```
pub fn task(
    seed: u64,
) -> Assignment<impl Generator<Value = Puzzle>, Functions<'static, Puzzle, Option<Digits>>> {
    let task = Assignment::new(puzzles()).property(is_right);
    answers().into_iter().fold(task, |task, (name, answer)| task.answer(name, answer)).seed(seed)
}

/// Decides whether a result is right: a valid solution, or `None` if there is no solution.
///
/// A valid solution has a digit for each letter of the puzzle and no other, different ones for different letters, and
/// makes the sum right.
///
/// ```
/// use lawful_gallery::ranking::cryptarithm::{Puzzle, is_right};
///
/// let puzzle = Puzzle::new("a", "a", "b");
/// assert!(is_right(&puzzle, &Some([('a', 1), ('b', 2)].into())));
/// assert!(is_right(&puzzle, &Some([('a', 2), ('b', 4)].into())));
/// assert!(!is_right(&puzzle, &Some([('a', 0), ('b', 0)].into())));
/// assert!(!is_right(&puzzle, &None));
/// ```
pub fn is_right(puzzle: &Puzzle, solution: &Option<Digits>) -> bool {
    match solution {
        Some(digits) => is_solution(puzzle, digits),
        None => !is_solvable(puzzle),
    }
}

fn is_solution(puzzle: &Puzzle, digits: &Digits) -> bool {
    let distinct: BTreeSet<&u8> = digits.values().collect();
    digits.keys().copied().eq(puzzle.letters())
        && distinct.len() == digits.len()
        && digits.values().all(|&digit| digit <= 9)
        && weights(puzzle)
            .iter()
            .map(|(letter, weight)| weight * i64::from(digits[letter]))
            .sum::<i64>()
            == 0
}

/// Decides whether a puzzle has a solution, by going through all of them.
fn is_solvable(puzzle: &Puzzle) -> bool {
    let weights: Vec<i64> = weights(puzzle).into_values().collect();
    choose(&weights, 0, [false; 10])
}

/// Value of each letter in `left` + `right` - `sum` per unit of its digit. Unlike the answers, the oracle never reads
/// a word as a number, so it cannot share a mistake with them.
fn weights(puzzle: &Puzzle) -> BTreeMap<char, i64> {
    let mut weights = BTreeMap::new();
    for (word, sign) in [(&puzzle.left, 1), (&puzzle.right, 1), (&puzzle.sum, -1)] {
        let mut place = sign;
        for letter in word.chars().rev() {
            *weights.entry(letter).or_default() += place;
            place *= 10;
        }
    }
    weights
}

/// Decides whether digits that are not in use make the sum of all weights zero.
fn choose(weights: &[i64], sum: i64, in_use: [bool; 10]) -> bool {
    let mut free = (0..10).filter(|&digit| !in_use[digit]);
    let Some((weight, others)) = weights.split_first() else { return sum == 0 };
    if others.is_empty() {
        // Most of the assignments differ in the last letter only.
        return free.any(|digit| sum + weight * digit as i64 == 0);
    }
    free.any(|digit| {
        let mut in_use = in_use;
        in_use[digit] = true;
        choose(others, sum + weight * digit as i64, in_use)
    })
}
