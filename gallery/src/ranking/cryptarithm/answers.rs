//! Answers to the problem, some of them right.

use super::{Digits, Puzzle, Solver};

/// Returns the answers with their names: A1 and A2 are right, A10 is completely undefined, the others have bugs.
///
/// | answer | |
/// |---|---|
/// | A1 | tries all digits for all letters |
/// | A2 | goes column by column, with a carry |
/// | A3 | goes column by column, and may give two letters the same digit |
/// | A4 | goes column by column, and forgets the carry |
/// | A5 | tries all digits but 0 |
/// | A6 | gives up after 50 assignments |
/// | A7 | never finds a solution |
/// | A8 | panics if the words have different lengths |
/// | A9 | returns no digits for letters that only the sum has |
/// | A10 | always panics |
/// | A11 | does not let a word begin with 0 |
/// | A12 | goes column by column, and forgets the carry of the last one |
pub fn answers() -> Vec<(&'static str, Solver)> {
    vec![
        ("A1", |puzzle| search(puzzle, &Search::ALL)),
        ("A2", |puzzle| columns(puzzle, Columns::ALL)),
        ("A3", |puzzle| columns(puzzle, Columns { are_distinct: false, ..Columns::ALL })),
        ("A4", |puzzle| columns(puzzle, Columns { has_carry: false, ..Columns::ALL })),
        ("A5", |puzzle| search(puzzle, &Search { least_digit: 1, ..Search::ALL })),
        ("A6", |puzzle| search(puzzle, &Search { tries: 50, ..Search::ALL })),
        ("A7", |_| None),
        ("A8", |puzzle| {
            let (left, right) = (puzzle.left.len(), puzzle.right.len());
            assert!(left == right && right == puzzle.sum.len(), "a column has no letter");
            search(puzzle, &Search::ALL)
        }),
        ("A9", |puzzle| {
            let mut digits = search(puzzle, &Search::ALL)?;
            digits
                .retain(|&letter, _| puzzle.left.contains(letter) || puzzle.right.contains(letter));
            Some(digits)
        }),
        ("A10", |puzzle| panic!("nothing is done about {puzzle}")),
        ("A11", |puzzle| search(puzzle, &Search { may_begin_with_zero: false, ..Search::ALL })),
        ("A12", |puzzle| columns(puzzle, Columns { has_last_carry: false, ..Columns::ALL })),
    ]
}

/// Assignments that a search goes through.
struct Search {
    least_digit: u8,
    /// Assignments to all letters until the search gives up.
    tries: usize,
    may_begin_with_zero: bool,
}

impl Search {
    const ALL: Search = Search { least_digit: 0, tries: usize::MAX, may_begin_with_zero: true };
}

/// Finds the first assignment, letters in alphabetical order, for which the sum is right.
fn search(puzzle: &Puzzle, limits: &Search) -> Option<Digits> {
    let letters: Vec<char> = puzzle.letters().into_iter().collect();
    // Words are spelled with places in `letters`, since a map for each of the assignments would take its time.
    let place = |letter| letters.iter().position(|&other| other == letter);
    let words = [&puzzle.left, &puzzle.right, &puzzle.sum];
    let words = words.map(|word| word.chars().filter_map(place).collect::<Vec<usize>>());
    let mut digits = vec![0; letters.len()];
    let is_found = extend(&words, limits, 0, &mut digits, &mut limits.tries.clone());
    is_found.then(|| letters.into_iter().zip(digits).collect())
}

/// Decides whether digits for the letters from `next` on make the sum right, and leaves them in `digits`.
fn extend(
    words: &[Vec<usize>; 3],
    limits: &Search,
    next: usize,
    digits: &mut [u8],
    tries: &mut usize,
) -> bool {
    if next == digits.len() {
        let may_try = *tries > 0;
        *tries -= usize::from(may_try);
        return may_try && is_sum_right(words, limits, digits);
    }
    (limits.least_digit..=9).any(|digit| {
        digits[next] = digit;
        !digits[..next].contains(&digit) && extend(words, limits, next + 1, digits, tries)
    })
}

fn is_sum_right(words: &[Vec<usize>; 3], limits: &Search, digits: &[u8]) -> bool {
    let number = |word: &Vec<usize>| {
        word.iter().fold(0, |number: u64, &letter| 10 * number + u64::from(digits[letter]))
    };
    let is_allowed = |word: &Vec<usize>| {
        limits.may_begin_with_zero || word.first().is_none_or(|&letter| digits[letter] != 0)
    };
    let [left, right, sum] = words;
    number(left) + number(right) == number(sum) && words.iter().all(is_allowed)
}

/// Rules of the addition by columns.
#[derive(Clone, Copy)]
struct Columns {
    are_distinct: bool,
    has_carry: bool,
    has_last_carry: bool,
}

impl Columns {
    const ALL: Columns = Columns { are_distinct: true, has_carry: true, has_last_carry: true };
}

/// Finds a solution from the column of the ones on: digits for its letters, then the next column with the carry.
fn columns(puzzle: &Puzzle, rules: Columns) -> Option<Digits> {
    let words = [&puzzle.left, &puzzle.right, &puzzle.sum];
    let words = words.map(|word| word.chars().rev().collect::<Vec<char>>());
    column(&words, rules, 0, 0, &mut Digits::new())
}

fn column(
    words: &[Vec<char>; 3],
    rules: Columns,
    place: usize,
    carry: u8,
    digits: &mut Digits,
) -> Option<Digits> {
    if words.iter().all(|word| word.len() <= place) {
        return (carry == 0 || !rules.has_last_carry).then(|| digits.clone());
    }
    // The next letter of this column that has no digit gets each one in turn, and the column is looked at again.
    let letters = words.iter().filter_map(|word| word.get(place));
    let Some(&letter) = letters.into_iter().find(|&letter| !digits.contains_key(letter)) else {
        let [left, right, sum] =
            [0, 1, 2].map(|word: usize| words[word].get(place).map_or(0, |letter| digits[letter]));
        let total = left + right + carry;
        let carry = if rules.has_carry { total / 10 } else { 0 };
        return (total % 10 == sum).then(|| column(words, rules, place + 1, carry, digits))?;
    };
    for digit in 0..=9 {
        if rules.are_distinct && digits.values().any(|&other| other == digit) {
            continue;
        }
        digits.insert(letter, digit);
        let found = column(words, rules, place, carry, digits);
        digits.remove(&letter);
        if found.is_some() {
            return found;
        }
    }
    None
}
