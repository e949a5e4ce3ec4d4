//! Finite sets, where `BTreeSet` does not suffice.

use std::collections::BTreeSet;

/// All subsets of a set.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful_bundles::specification::power_set;
///
/// let subsets = power_set(&BTreeSet::from([1, 2, 3]));
/// assert_eq!(subsets.len(), 8);
/// assert!(subsets.contains(&BTreeSet::from([1, 3])));
/// ```
pub fn power_set<T: Ord + Clone>(set: &BTreeSet<T>) -> BTreeSet<BTreeSet<T>> {
    let mut subsets = BTreeSet::from([BTreeSet::new()]);
    for element in set {
        let with_element =
            |subset: &BTreeSet<T>| subset.iter().chain([element]).cloned().collect::<BTreeSet<T>>();
        let larger: Vec<BTreeSet<T>> = subsets.iter().map(with_element).collect();
        subsets.extend(larger);
    }
    subsets
}

/// All pairs of an element of one set and an element of the other.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful_bundles::specification::product;
///
/// let pairs = product(&BTreeSet::from([1, 2]), &BTreeSet::from(['a']));
/// assert_eq!(pairs, BTreeSet::from([(1, 'a'), (2, 'a')]));
/// ```
pub fn product<T: Ord + Clone, U: Ord + Clone>(
    left: &BTreeSet<T>,
    right: &BTreeSet<U>,
) -> BTreeSet<(T, U)> {
    let pairs = |x: &T| right.iter().map(|y| (x.clone(), y.clone())).collect::<Vec<_>>();
    left.iter().flat_map(pairs).collect()
}

/// Whether the parts are not empty, have nothing in common, and together are the set.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful_bundles::specification::is_partition;
///
/// let set = BTreeSet::from([1, 2, 3]);
/// assert!(is_partition(&[BTreeSet::from([1, 3]), BTreeSet::from([2])], &set));
/// assert!(!is_partition(&[BTreeSet::from([1, 3]), BTreeSet::from([2, 3])], &set));
/// ```
pub fn is_partition<'a, T: Ord + 'a>(
    parts: impl IntoIterator<Item = &'a BTreeSet<T>>,
    set: &BTreeSet<T>,
) -> bool {
    let parts: Vec<&BTreeSet<T>> = parts.into_iter().collect();
    let union: BTreeSet<&T> = parts.iter().copied().flatten().collect();
    let total: usize = parts.iter().map(|part| part.len()).sum();
    let none_empty = parts.iter().all(|part| !part.is_empty());
    none_empty && total == union.len() && union.into_iter().eq(set)
}

/// All ways to divide a set into parts.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful_bundles::specification::partitions;
///
/// assert_eq!(partitions(&BTreeSet::from([1, 2, 3])).len(), 5);
/// ```
pub fn partitions<T: Ord + Clone>(set: &BTreeSet<T>) -> BTreeSet<BTreeSet<BTreeSet<T>>> {
    let mut all = BTreeSet::from([BTreeSet::new()]);
    for element in set {
        all = all.iter().flat_map(|parts| with_element(parts, element)).collect();
    }
    all
}

/// The element in a part of its own, and in each of the others.
fn with_element<T: Ord + Clone>(
    parts: &BTreeSet<BTreeSet<T>>,
    element: &T,
) -> Vec<BTreeSet<BTreeSet<T>>> {
    let added = |to: &BTreeSet<T>| {
        let mut part = to.clone();
        part.insert(element.clone());
        parts.iter().filter(|other| *other != to).cloned().chain([part]).collect()
    };
    // The empty set stands for a part of the element's own: no part is empty.
    parts.iter().chain([&BTreeSet::new()]).map(added).collect()
}
