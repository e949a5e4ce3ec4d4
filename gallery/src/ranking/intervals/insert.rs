//! Insertion, right and wrong.

use super::{IntervalSet, member};

/// Unites the element with the interval that ends just before it and the one that starts just after it.
pub fn right(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    place(element, set, true, true)
}

/// Leaves the interval apart that ends just before the element.
pub fn without_the_left_neighbour(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    place(element, set, false, true)
}

/// Leaves the interval apart that starts just after the element.
pub fn without_the_right_neighbour(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    place(element, set, true, false)
}

/// Leaves both neighbours apart.
pub fn without_neighbours(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    place(element, set, false, false)
}

fn place(element: i32, set: &[(i32, i32)], joins_left: bool, joins_right: bool) -> IntervalSet {
    if member::right(element, set) {
        return set.to_vec();
    }
    let mut at = set.partition_point(|&(_, end)| end < element);
    let mut set = set.to_vec();
    let (mut start, mut end) = (element, element);
    if joins_right && at < set.len() && set[at].0 == element + 1 {
        end = set.remove(at).1;
    }
    if joins_left && at > 0 && set[at - 1].1 == element - 1 {
        at -= 1;
        start = set.remove(at).0;
    }
    set.insert(at, (start, end));
    set
}

/// Extends the first interval that the element is next to, without a look at the following one: where the element
/// fills a gap, two adjacent intervals are left.
pub fn without_filled_gaps(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let mut set = set.to_vec();
    for at in 0..set.len() {
        let (start, end) = set[at];
        if element < start - 1 {
            set.insert(at, (element, element));
            return set;
        }
        if element <= end + 1 {
            set[at] = (start.min(element), end.max(element));
            return set;
        }
    }
    set.push((element, element));
    set
}

/// Puts the element at the end of the list, wherever it belongs.
pub fn at_the_end(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    if member::right(element, set) { set.to_vec() } else { [set, &[(element, element)]].concat() }
}

/// Puts an interval of its own into the list, without a look at those that are next to it or hold the element.
pub fn without_a_look(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    let at = set.partition_point(|&(start, _)| start < element);
    let (before, after) = set.split_at(at);
    [before, &[(element, element)], after].concat()
}

/// Lacks the case of the empty list.
pub fn without_the_empty_set(element: i32, set: &[(i32, i32)]) -> IntervalSet {
    assert!(!set.is_empty(), "no case for []");
    right(element, set)
}
