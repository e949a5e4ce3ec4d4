//! Sequences: what is said of lists again and again.

/// Whether one list has the elements of the other, each as often, in any order.
///
/// ```
/// use lawful_bundles::specification::is_permutation;
///
/// assert!(is_permutation(&[2, 1, 2], &[1, 2, 2]));
/// assert!(!is_permutation(&[2, 1, 1], &[1, 2, 2]));
/// ```
pub fn is_permutation<T: PartialEq>(left: &[T], right: &[T]) -> bool {
    let count = |list: &[T], element: &T| list.iter().filter(|other| *other == element).count();
    left.len() == right.len() && left.iter().all(|x| count(left, x) == count(right, x))
}

/// All orders of a list's elements. Elements that are equal are told apart by their place, so a list
/// of *n* has *n*! of them.
///
/// ```
/// use lawful_bundles::specification::permutations;
///
/// assert_eq!(permutations(&[1, 2]), [vec![1, 2], vec![2, 1]]);
/// assert_eq!(permutations(&[1, 2, 3, 4]).len(), 24);
/// ```
pub fn permutations<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let beginning_with = |first: usize| {
        let mut rest = list.to_vec();
        let first = rest.remove(first);
        permutations(&rest).into_iter().map(move |rest| [vec![first.clone()], rest].concat())
    };
    (0..list.len()).flat_map(beginning_with).collect()
}

/// Whether a list is what is left of another when some elements are left out.
///
/// ```
/// use lawful_bundles::specification::is_subsequence;
///
/// assert!(is_subsequence(&[1, 3], &[1, 2, 3]));
/// assert!(!is_subsequence(&[3, 1], &[1, 2, 3]));
/// ```
pub fn is_subsequence<T: PartialEq>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|element| rest.any(|other| other == element))
}

/// Whether every element stands in a relation to every later one. For a relation that is not
/// transitive that is more than to ask it of neighbours.
///
/// ```
/// use lawful_bundles::specification::is_sorted_by;
///
/// assert!(is_sorted_by(&[1, 2, 2, 9], |x, y| x <= y));
/// assert!(!is_sorted_by(&[1, 2, 2, 9], |x, y| x < y));
/// ```
pub fn is_sorted_by<T>(list: &[T], in_order: impl Fn(&T, &T) -> bool) -> bool {
    let before_later = |(at, x)| list[at + 1..].iter().all(|y| in_order(x, y));
    list.iter().enumerate().all(before_later)
}

/// Whether no element is there twice.
///
/// ```
/// use lawful_bundles::specification::has_no_repeats;
///
/// assert!(has_no_repeats(&[3, 1, 2]) && !has_no_repeats(&[3, 1, 3]));
/// ```
pub fn has_no_repeats<T: PartialEq>(list: &[T]) -> bool {
    is_sorted_by(list, |x, y| x != y)
}
