//! Union, right and wrong.

use super::{IntervalSet, insert};

/// Unites intervals that overlap or are adjacent, from the least start on.
pub fn right(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    unite(sorted(one, other), |(start, end), next| {
        (next.0 <= end + 1).then_some((start, end.max(next.1)))
    })
}

/// Unites intervals that overlap, and leaves adjacent ones apart.
pub fn without_neighbours(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    unite(sorted(one, other), |(start, end), next| {
        (next.0 <= end).then_some((start, end.max(next.1)))
    })
}

/// Takes the end of the later interval, which is wrong where the earlier one contains it.
pub fn with_the_later_end(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    unite(sorted(one, other), |(start, end), next| (next.0 <= end + 1).then_some((start, next.1)))
}

/// Sorts all intervals, and leaves those that overlap.
pub fn with_overlaps(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    let mut all = sorted(one, other);
    all.dedup();
    all
}

/// Writes one list after the other.
pub fn concatenated(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    [one, other].concat()
}

/// Inserts the ends of the second set's intervals, and not the numbers between them.
pub fn of_the_ends(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    let ends = other.iter().flat_map(|&(start, end)| [start, end]);
    ends.fold(one.to_vec(), |set, end| insert::right(end, &set))
}

/// Returns the first set.
pub fn without_the_second_set(one: &[(i32, i32)], _: &[(i32, i32)]) -> IntervalSet {
    one.to_vec()
}

/// Stops at the end of the shorter list, as a program by pattern matching does whose case for [] returns [].
pub fn until_one_ends(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    if one.is_empty() || other.is_empty() { Vec::new() } else { right(one, other) }
}

/// Is not implemented.
pub fn undefined(_: &[(i32, i32)], _: &[(i32, i32)]) -> IntervalSet {
    panic!("merge is not implemented")
}

fn sorted(one: &[(i32, i32)], other: &[(i32, i32)]) -> IntervalSet {
    let mut all = [one, other].concat();
    all.sort();
    all
}

/// Goes through intervals and puts each into the one before it, if `joined` returns the interval of both.
fn unite(
    sorted: IntervalSet,
    joined: impl Fn((i32, i32), (i32, i32)) -> Option<(i32, i32)>,
) -> IntervalSet {
    let mut united: IntervalSet = Vec::new();
    for next in sorted {
        match united.last_mut() {
            Some(last) => match joined(*last, next) {
                Some(both) => *last = both,
                None => united.push(next),
            },
            None => united.push(next),
        }
    }
    united
}
