//! Membership, right and wrong.

/// Looks for an interval that the element is within.
pub fn right(element: i32, set: &[(i32, i32)]) -> bool {
    set.iter().any(|&(start, end)| (start..=end).contains(&element))
}

/// Takes the end of an interval for the first number outside of it, as in Rust's `start..end`.
pub fn without_the_end(element: i32, set: &[(i32, i32)]) -> bool {
    set.iter().any(|&(start, end)| (start..end).contains(&element))
}

/// Compares with `<` at the start and `<=` at the end.
pub fn without_the_start(element: i32, set: &[(i32, i32)]) -> bool {
    set.iter().any(|&(start, end)| start < element && element <= end)
}

/// Decides by the first interval. A recursion that returns `false` where it should go on does that.
pub fn of_the_first_interval(element: i32, set: &[(i32, i32)]) -> bool {
    set.first().is_some_and(|&(start, end)| (start..=end).contains(&element))
}

/// Looks for the element among the ends of the intervals only.
pub fn among_the_ends(element: i32, set: &[(i32, i32)]) -> bool {
    set.iter().any(|&(start, end)| start == element || end == element)
}

/// Lacks the case of the empty list, which a program by pattern matching easily does.
pub fn without_the_empty_set(element: i32, set: &[(i32, i32)]) -> bool {
    assert!(!set.is_empty(), "no case for []");
    right(element, set)
}
