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
    /// use lawful_core::generate::Listed;
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
    let mut indices: Vec<usize> = (0..count).listed();
    indices.sort_by(|one, other| order(*one, *other));
    indices
}
