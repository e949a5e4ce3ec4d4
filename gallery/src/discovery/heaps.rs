//! Leftist heaps: quickspec-2011, section 3.1, after Okasaki, *Purely functional data structures*
//! (1998).
//!
//! Heaps are equal if they have the same elements, which is the paper's equality by `toList`. For the
//! trick of section 3.1.4, where [`left_branch`] and [`right_branch`] are visible, [`shape`] is the
//! representation to compare.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lawful::{Arbitrary, Source};

/// A priority queue of numbers.
#[derive(Clone)]
pub struct Heap(Option<Arc<Node>>);

/// No element below is less than that of the node, and the rank of `left` is not less than that of
/// `right`.
struct Node {
    /// Length of the rightmost path.
    rank: u32,
    element: i32,
    left: Heap,
    right: Heap,
}

/// Heaps that insertions make.
impl Arbitrary for Heap {
    fn arbitrary(source: &mut Source) -> Self {
        from_list(&source.any::<Vec<i32>>())
    }
}

/// Returns the heap without elements.
pub fn empty() -> Heap {
    Heap(None)
}

/// Returns whether there are no elements.
pub fn is_empty(heap: &Heap) -> bool {
    heap.0.is_none()
}

/// Returns the heap with one more element.
pub fn insert(x: i32, heap: &Heap) -> Heap {
    // In this order: of two equal elements the older one stays above.
    merge(heap, &node(x, empty(), empty()))
}

/// Returns the least element.
///
/// # Panics
///
/// If there is none.
pub fn find_min(heap: &Heap) -> i32 {
    heap.root("the least element").element
}

/// Returns the heap without its least element.
///
/// # Panics
///
/// If there is none.
pub fn delete_min(heap: &Heap) -> Heap {
    let root = heap.root("the rest");
    merge(&root.left, &root.right)
}

/// Returns the heap of the elements of both.
pub fn merge(one: &Heap, other: &Heap) -> Heap {
    match (&one.0, &other.0) {
        (_, None) => one.clone(),
        (None, _) => other.clone(),
        (Some(upper), Some(lower)) if upper.element <= lower.element => {
            node(upper.element, upper.left.clone(), merge(&upper.right, other))
        }
        (_, Some(upper)) => node(upper.element, upper.left.clone(), merge(one, &upper.right)),
    }
}

/// Returns the heap of the elements of a list, which are inserted from the last to the first.
pub fn from_list(xs: &[i32]) -> Heap {
    xs.iter().rfold(empty(), |heap, &x| insert(x, &heap))
}

/// Returns the elements in ascending order, by deleting the least one again and again.
pub fn to_list(heap: &Heap) -> Vec<i32> {
    let mut rest = heap.clone();
    let mut list = Vec::new();
    while !is_empty(&rest) {
        list.push(find_min(&rest));
        rest = delete_min(&rest);
    }
    list
}

/// Returns the elements in the order of the tree, from left to right: the faulty `toList` of section
/// 3.1.3.
pub fn buggy_to_list(heap: &Heap) -> Vec<i32> {
    fn gather(heap: &Heap, list: &mut Vec<i32>) {
        if let Some(root) = &heap.0 {
            gather(&root.left, list);
            list.push(root.element);
            gather(&root.right, list);
        }
    }
    let mut list = Vec::new();
    gather(heap, &mut list);
    list
}

/// Returns the left subtree, whose rank is the greater one.
///
/// # Panics
///
/// If the heap is empty.
pub fn left_branch(heap: &Heap) -> Heap {
    heap.root("the left branch").left.clone()
}

/// Returns the right subtree, whose rank is the lesser one.
///
/// # Panics
///
/// If the heap is empty.
pub fn right_branch(heap: &Heap) -> Heap {
    heap.root("the right branch").right.clone()
}

/// Returns the tree in preorder with `None` for its empty subtrees, which is different for different
/// trees.
pub fn shape(heap: &Heap) -> Vec<Option<i32>> {
    fn gather(heap: &Heap, list: &mut Vec<Option<i32>>) {
        let root = heap.0.as_deref();
        list.push(root.map(|root| root.element));
        if let Some(root) = root {
            gather(&root.left, list);
            gather(&root.right, list);
        }
    }
    let mut list = Vec::new();
    gather(heap, &mut list);
    list
}

fn node(element: i32, one: Heap, other: Heap) -> Heap {
    let (left, right) = if one.rank() >= other.rank() { (one, other) } else { (other, one) };
    Heap(Some(Arc::new(Node { rank: right.rank() + 1, element, left, right })))
}

impl Heap {
    fn root(&self, wanted: &str) -> &Node {
        match &self.0 {
            Some(root) => root,
            None => panic!("{wanted} of an empty heap"),
        }
    }

    fn rank(&self) -> u32 {
        self.0.as_ref().map_or(0, |root| root.rank)
    }

    fn for_each(&self, action: &mut impl FnMut(i32)) {
        if let Some(root) = &self.0 {
            action(root.element);
            root.left.for_each(action);
            root.right.for_each(action);
        }
    }
}

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        let least = |heap: &Heap| heap.0.as_ref().map(|root| root.element);
        // Sorting is `toList` without the new heap that every deletion makes.
        let sorted = |heap: &Heap| {
            let mut list = buggy_to_list(heap);
            list.sort_unstable();
            list
        };
        least(self) == least(other) && sorted(self) == sorted(other)
    }
}

impl Eq for Heap {}

/// Sums the mixed elements, so that their order in the tree does not matter and no list is needed.
impl Hash for Heap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (mut count, mut sum) = (0u64, 0u64);
        self.for_each(&mut |element| {
            count += 1;
            sum = sum.wrapping_add(mixed(element as u32));
        });
        (count, sum).hash(state);
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(word: u32) -> u64 {
    let word = u64::from(word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl fmt::Debug for Heap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => formatter.write_str("Empty"),
            Some(root) => {
                let mut tuple = formatter.debug_tuple("Node");
                tuple.field(&root.element).field(&root.left).field(&root.right).finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use lawful::prelude::*;

    use super::super::{lists, value_of};
    use super::*;

    fn is_leftist(heap: &Heap) -> bool {
        let Some(root) = &heap.0 else { return true };
        let is_ordered =
            |branch: &Heap| branch.0.as_ref().is_none_or(|b| b.element >= root.element);
        root.rank == root.right.rank() + 1
            && root.left.rank() >= root.right.rank()
            && [&root.left, &root.right].into_iter().all(|b| is_ordered(b) && is_leftist(b))
    }

    #[law]
    fn heaps_are_leftist(h: &Heap, h1: &Heap) {
        assert!(is_leftist(h) && is_leftist(&merge(h, h1)));
        assert!(value_of(|| delete_min(h)).is_none_or(|rest| is_leftist(&rest)));
    }

    #[law]
    fn empty_and_single_heaps(x: i32, h: &Heap) {
        assert_eq!(value_of(|| find_min(&empty())), None);
        assert_eq!(find_min(&insert(x, &empty())), x);
        assert_eq!(value_of(|| delete_min(&empty())), None);
        assert_eq!(delete_min(&insert(x, &empty())), empty());
        assert!(is_empty(&empty()) && !is_empty(&insert(x, h)));
    }

    #[law]
    fn merge_is_a_commutative_monoid(h: &Heap, h1: &Heap, h2: &Heap) {
        assert_eq!(merge(h1, h), merge(h, h1));
        assert_eq!(merge(h1, &merge(h, h2)), merge(h, &merge(h1, h2)));
        assert_eq!(merge(h, &empty()), *h);
    }

    #[law]
    fn merging_and_the_other_operations(x: i32, y: i32, h: &Heap, h1: &Heap) {
        assert_eq!(insert(y, &insert(x, h)), insert(x, &insert(y, h)));
        assert_eq!(merge(h, &insert(x, h1)), insert(x, &merge(h, h1)));
        assert_eq!(is_empty(h) && is_empty(h1), is_empty(&merge(h, h1)));
        assert_eq!(is_empty(&merge(h, h)), is_empty(h));
        assert_eq!(value_of(|| find_min(&merge(h, h))), value_of(|| find_min(h)));
        let merged = value_of(|| merge(h, &delete_min(h)));
        assert_eq!(merged, value_of(|| delete_min(&merge(h, h))));
    }

    #[law]
    fn heaps_from_lists(x: i32, xs: &[i32], ys: &[i32]) {
        assert_eq!(to_list(&from_list(xs)), lists::sort(xs));
        assert_eq!(from_list(&lists::sort(xs)), from_list(xs));
        assert_eq!(from_list(&lists::append(ys, xs)), from_list(&lists::append(xs, ys)));
        assert_eq!(from_list(&[]), empty());
        assert_eq!(insert(x, &from_list(xs)), from_list(&lists::cons(x, xs)));
        let merged = merge(&from_list(xs), &from_list(ys));
        assert_eq!(merged, from_list(&lists::append(xs, ys)));
        assert_eq!(from_list(&lists::insert_sorted(x, xs)), from_list(&lists::cons(x, xs)));
        assert_eq!(from_list(&lists::merge(xs, ys)), from_list(&lists::append(xs, ys)));
        assert_eq!(is_empty(&from_list(xs)), lists::null(xs));
    }

    #[law]
    fn the_sorted_list_is_a_model(x: i32, h: &Heap, h1: &Heap) {
        let list = to_list(h);
        assert_eq!(lists::sort(&list), list);
        assert_eq!(from_list(&list), *h);
        assert_eq!(to_list(&empty()), Vec::<i32>::new());
        assert_eq!(value_of(|| lists::head(&list)), value_of(|| find_min(h)));
        assert_eq!(value_of(|| to_list(&delete_min(h))), value_of(|| lists::tail(&list)));
        assert_eq!(to_list(&insert(x, h)), lists::insert_sorted(x, &list));
        assert_eq!(to_list(&insert(x, h)), lists::merge(&[x], &list));
        assert_eq!(lists::merge(&list, &to_list(h1)), to_list(&merge(h, h1)));
        assert_eq!(lists::null(&list), is_empty(h));
    }

    #[law]
    fn inserting_the_least_element_again(h: &Heap) {
        let inserted = value_of(|| lists::insert_sorted(find_min(h), &to_list(h)));
        assert_eq!(inserted, value_of(|| lists::cons(find_min(h), &to_list(h))));
    }

    #[law]
    fn the_buggy_list_of_empty_and_single_heaps(x: i32) {
        assert_eq!(buggy_to_list(&empty()), Vec::<i32>::new());
        assert_eq!(buggy_to_list(&insert(x, &empty())), [x]);
    }

    #[law(expect_failure)]
    fn the_buggy_list_is_sorted(h: &Heap) {
        assert!(lists::is_sorted(&buggy_to_list(h)));
    }

    #[law(expect_failure)]
    fn the_buggy_list_begins_with_the_least_element(h: &Heap) {
        assert_eq!(buggy_to_list(h).first().copied(), value_of(|| find_min(h)));
    }

    #[law(expect_failure)]
    fn the_buggy_list_depends_on_the_elements_only(xs: &[i32]) {
        assert_eq!(buggy_to_list(&from_list(xs)), buggy_to_list(&from_list(&lists::reverse(xs))));
    }

    // Equality by the buggy list, which is the paper's equality once `toList` is faulty.
    #[law(expect_failure)]
    fn the_buggy_list_makes_the_heap_again(h: &Heap) {
        let again = from_list(&buggy_to_list(h));
        assert_eq!(buggy_to_list(&again), buggy_to_list(h));
    }

    #[law]
    fn the_party_trick(x: i32, h: &Heap) {
        assert_eq!(shape(&insert(x, h)), shape(&merge(h, &insert(x, &empty()))));
        let by_branches = value_of(|| shape(&merge(&left_branch(h), &right_branch(h))));
        assert_eq!(value_of(|| shape(&delete_min(h))), by_branches);
    }

    #[law(expect_failure)]
    fn merging_commutes_for_shapes(h: &Heap, h1: &Heap) {
        assert_eq!(shape(&merge(h, h1)), shape(&merge(h1, h)));
    }

    fn hash_of(heap: &Heap) -> u64 {
        let mut hasher = DefaultHasher::new();
        heap.hash(&mut hasher);
        hasher.finish()
    }

    #[law]
    fn equality_and_hash_are_by_contents(h: &Heap, h1: &Heap) {
        assert_eq!(h == h1, to_list(h) == to_list(h1));
        assert_eq!(hash_of(&merge(h, h1)), hash_of(&merge(h1, h)));
    }

    #[test]
    fn a_heap_is_shown_as_its_tree() {
        let heap = from_list(&[2, 1]);
        assert_eq!(format!("{heap:?}"), "Node(1, Node(2, Empty, Empty), Empty)");
        assert_eq!(shape(&heap), [Some(1), Some(2), None, None, None]);
    }
}
