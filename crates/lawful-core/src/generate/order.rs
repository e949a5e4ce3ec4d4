//! Rearranging given values.

use super::Generator;
use crate::choice::Source;

/// Some of the given values, in their order; none is the simplest.
///
/// ```
/// use lawful::generate::subsequence;
/// use lawful::prelude::*;
///
/// check(subsequence(1..=9), |drawn| assert!(drawn.is_sorted()));
/// ```
pub fn subsequence<T: Clone>(
    values: impl IntoIterator<Item = T>,
) -> impl Generator<Value = Vec<T>> {
    let values: Vec<T> = values.into_iter().collect();
    move |source: &mut Source| {
        let chosen = values.iter().filter(|_| source.pick(2, |random| random.below(2)) == 1);
        chosen.cloned().collect()
    }
}

/// The given values in any order; the given order is the simplest.
///
/// ```
/// use lawful::generate::permutation;
/// use lawful::prelude::*;
///
/// check(permutation(0..10), |mut drawn| {
///     drawn.sort();
///     assert!(drawn.into_iter().eq(0..10));
/// });
/// ```
#[doc(alias("shuffle", "prop_shuffle", "permutations"))]
pub fn permutation<T: Clone>(
    values: impl IntoIterator<Item = T>,
) -> impl Generator<Value = Vec<T>> {
    let values: Vec<T> = values.into_iter().collect();
    move |source: &mut Source| {
        let mut order = values.clone();
        for at in 0..order.len().saturating_sub(1) {
            let beyond = (order.len() - at - 1) as u64;
            let jump = source.number(0, 0, beyond, |random| random.below(beyond + 1));
            order.swap(at, at + jump as usize);
        }
        order
    }
}
