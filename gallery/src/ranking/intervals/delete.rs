//! Deletion, right and wrong.

use super::IntervalSet;

/// Splits the interval that holds the element, and keeps the parts that have elements.
pub fn right(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let mut parts = leaving_empty_intervals(element, set);
    parts.retain(|(start, end)| start <= end);
    parts
}

/// Keeps parts without elements, such as (1, 0).
pub fn leaving_empty_intervals(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let split = |&(start, end): &(i32, i32)| match (start..=end).contains(&element) {
        true => vec![(start, element - 1), (element + 1, end)],
        false => vec![(start, end)],
    };
    set.iter().flat_map(split).collect()
}

/// Shortens an interval whose end is deleted, but does not split one.
pub fn without_splitting(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let shortened = |&(start, end): &(i32, i32)| match (start == element, end == element) {
        (true, true) => None,
        (true, false) => Some((start + 1, end)),
        (false, true) => Some((start, end - 1)),
        (false, false) => Some((start, end)),
    };
    set.iter().filter_map(shortened).collect()
}

/// Drops the whole interval that holds the element.
pub fn dropping_the_interval(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let is_kept = |(start, end): &(i32, i32)| !(*start..=*end).contains(&element);
    set.iter().copied().filter(is_kept).collect()
}

/// Keeps the part below the element and forgets the one above it.
pub fn without_the_upper_part(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let lower = |&(start, end): &(i32, i32)| match (start..=end).contains(&element) {
        true => (start, element - 1),
        false => (start, end),
    };
    set.iter().map(lower).filter(|(start, end)| start <= end).collect()
}

/// Looks at the first interval and at no other.
pub fn from_the_first_interval(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    match set.split_first() {
        None => Vec::new(),
        Some((first, others)) => [&right(element, &[*first]), others].concat(),
    }
}

/// Is not implemented.
pub fn undefined(_: i32, _: &[(i32, i32)]) -> IntervalSet {
    panic!("delete is not implemented")
}
