//! Sorting and collecting that is quick to compile.
//!
//! The standard library's `sort` costs some 4,000 lines of code for LLVM for each element type and order,
//! and `collect` some 700 for each chain of iterators. That pays for long lists; those of the engine and
//! the reports are short, and every user's clean build generates their code.

use std::cmp::Ordering;

/// Collects into a vector by pushing one item after the other.
#[doc(hidden)]
pub trait Listed: Iterator + Sized {
    /// Collects the items.
    ///
    /// ```
    /// use lawful_data::Listed;
    ///
    /// assert_eq!((1..4).map(|n| n * n).listed(), [1, 4, 9]);
    /// ```
    fn listed(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}

impl<I: Iterator> Listed for I {}

/// Sorts a list; equal elements keep their order.
///
/// ```
/// let mut words = ["pear", "fig", "apple", "kiwi"];
/// lawful_data::sort_by(&mut words, &|one, other| one.len().cmp(&other.len()));
/// assert_eq!(words, ["fig", "pear", "kiwi", "apple"]);
/// ```
#[doc(hidden)]
pub fn sort_by<T>(list: &mut [T], order: &dyn Fn(&T, &T) -> Ordering) {
    let mut from = sorted_indices(list.len(), &|one, other| order(&list[one], &list[other]));
    // Each cycle of the permutation is walked once.
    for first in 0..list.len() {
        let mut at = first;
        loop {
            let next = std::mem::replace(&mut from[at], at);
            if next == first || next == at {
                break;
            }
            list.swap(at, next);
            at = next;
        }
    }
}

/// The index of the element that belongs at each place, by merging ever longer runs.
fn sorted_indices(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted = (0..count).listed();
    let mut run = 1;
    while run < count {
        let mut merged = Vec::with_capacity(count);
        while merged.len() < count {
            let mut left = merged.len();
            let mut right = count.min(left + run);
            let (middle, end) = (right, count.min(right + run));
            while left < middle || right < end {
                let is_left = right == end
                    || left < middle && order(sorted[left], sorted[right]) != Ordering::Greater;
                let next = if is_left { &mut left } else { &mut right };
                merged.push(sorted[*next]);
                *next += 1;
            }
        }
        sorted = merged;
        run *= 2;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::mix;

    #[test]
    fn lists_are_sorted_as_the_standard_library_sorts_them() {
        for length in 0..70 {
            let mut list: Vec<(u64, usize)> =
                (0..length).map(|at| (mix(length as u64, at as u64) % 20, at)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|one| one.0);
            sort_by(&mut list, &|one, other| one.0.cmp(&other.0));
            assert_eq!(list, expected);
        }
    }
}
