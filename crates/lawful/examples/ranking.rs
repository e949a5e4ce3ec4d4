//! Ranking: programs that solve one task, in the order of their bugs.
//!
//! ```console
//! cargo run -p lawful --example ranking --features rank
//! ```

use lawful::prelude::*;
use lawful::rank::Assignment;

/// Median of a list; for an even number of elements, the lower one of the two in the middle.
fn median(list: &[i8]) -> Option<i8> {
    let mut sorted = list.to_vec();
    sorted.sort();
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}

/// Wrong: does not sort.
fn in_the_middle(list: &[i8]) -> Option<i8> {
    list.get(list.len().saturating_sub(1) / 2).copied()
}

/// Wrong: takes the upper one of the two in the middle.
fn upper(list: &[i8]) -> Option<i8> {
    let mut sorted = list.to_vec();
    sorted.sort();
    sorted.get(sorted.len() / 2).copied()
}

/// Wrong: panics on an empty list.
fn of_some(list: &[i8]) -> Option<i8> {
    let mut sorted = list.to_vec();
    sorted.sort_by(|one, other| other.cmp(one));
    Some(sorted[list.len() / 2])
}

/// Ranks the answers, prints the ranking, and asserts which is best.
pub fn main() {
    let ranking = Assignment::new(any::<Vec<i8>>())
        .reference(|list| median(list))
        .answer("in_the_middle", |list| in_the_middle(list))
        .answer("median", |list| median(list))
        .answer("of_some", |list| of_some(list))
        .answer("upper", |list| upper(list))
        .seed(1)
        .rank();
    println!("{ranking}");

    let names: Vec<&str> = ranking.answers().iter().map(|answer| answer.name.as_str()).collect();
    assert_eq!((names[0], ranking.answers()[0].bugs.len()), ("median", 0));
}
