//! Sorting with one copy of the standard library's sort for all element types.
//!
//! Each type and order of its own costs some 4,000 lines of code for LLVM, and the lists that the engine
//! and the reports sort are short.

use std::cmp::Ordering;

/// Sorts a list; equal elements keep their order.
///
/// ```
/// let mut words = ["pear", "fig", "apple", "kiwi"];
/// lawful_core::generate::sort_by(&mut words, &|one, other| one.len().cmp(&other.len()));
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

/// The index of the element that belongs at each place.
fn sorted_indices(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|one, other| order(*one, *other));
    indices
}
