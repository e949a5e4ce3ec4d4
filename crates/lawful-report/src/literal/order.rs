//! The order in which the entries of unordered collections are printed.
//!
//! It is the order of the expressions, part by part, not that of their texts: integers by value
//! wherever they stand, so that `(9, 1)` comes before `(10, 1)`, and the rest by text. For most
//! keys that is the order of a `BTreeMap`, so one that hides in a user's type, and cannot be told
//! from a `HashMap` there, mostly stays as it is.

use std::cmp::{Ordering, Reverse};

use lawful_data::sort_by;

use super::expression::Expression;

pub(super) fn sorted(mut items: Vec<Expression>) -> Vec<Expression> {
    sort_by(&mut items, &compare);
    items
}

/// By key, and by value where a `Debug` of the user's own makes two keys look the same.
pub(super) fn sorted_entries(
    mut entries: Vec<(Expression, Expression)>,
) -> Vec<(Expression, Expression)> {
    sort_by(&mut entries, &|left, right| {
        compare(&left.0, &right.0).then_with(|| compare(&left.1, &right.1))
    });
    entries
}

fn compare(left: &Expression, right: &Expression) -> Ordering {
    let prefixes = left.prefix.cmp(&right.prefix);
    prefixes
        .then_with(|| words(&left.open, &right.open))
        .then_with(|| lists(&left.items, &right.items))
        .then_with(|| left.close.cmp(right.close))
}

fn lists(left: &[Expression], right: &[Expression]) -> Ordering {
    for (index, left) in left.iter().enumerate() {
        let Some(right) = right.get(index) else { break };
        let ordering = compare(left, right);
        if ordering.is_ne() {
            return ordering;
        }
    }
    left.len().cmp(&right.len())
}

/// Integers before all other texts: a mixture must have a total order too, or sorting may panic.
fn words(left: &str, right: &str) -> Ordering {
    match (magnitude(left), magnitude(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left.cmp(right),
    }
}

/// Numbers of any length compare by their sign, their number of digits, and their digits.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Magnitude<'a> {
    Negative(Reverse<(usize, &'a str)>),
    Positive((usize, &'a str)),
}

fn magnitude(text: &str) -> Option<Magnitude<'_>> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_integer.then_some(if is_negative {
        Magnitude::Negative(Reverse((digits.len(), digits)))
    } else {
        Magnitude::Positive((digits.len(), digits))
    })
}
