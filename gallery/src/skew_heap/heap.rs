//! Three heaps behind one trait, so that one law can be run for all of them, which is what
//! Okasaki misses in quickcheck-2000, section 5.5.

use std::fmt::Debug;

use super::tree::Tree;

/// A priority queue.
pub trait Heap: Clone + Debug {
    /// What it holds.
    type Element: Ord + Clone + Debug;
    /// A heap with nothing in it.
    fn empty() -> Self;
    /// The heap with one more element.
    fn insert(self, element: Self::Element) -> Self;
    /// The heap without its least element; an empty one stays empty.
    fn delete_min(self) -> Self;
    /// The least element.
    fn minimum(&self) -> Option<Self::Element>;
    /// All elements, in any order.
    fn elements(&self) -> Vec<Self::Element>;
}

/// The skew heap of the paper, whose insertion keeps the balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkewHeap<T>(pub Tree<T>);

impl<T: Ord + Clone + Debug> Heap for SkewHeap<T> {
    type Element = T;
    fn empty() -> Self {
        SkewHeap(Tree::Null)
    }
    fn insert(self, element: T) -> Self {
        SkewHeap(self.0.insert(element))
    }
    fn delete_min(self) -> Self {
        SkewHeap(self.0.delete_min())
    }
    fn minimum(&self) -> Option<T> {
        self.0.minimum().cloned()
    }
    fn elements(&self) -> Vec<T> {
        self.0.flatten()
    }
}

/// The skew heap of Okasaki, *Fun with binary heap trees* (2003), which inserts by merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergingHeap<T>(pub Tree<T>);

impl<T: Ord + Clone + Debug> Heap for MergingHeap<T> {
    type Element = T;
    fn empty() -> Self {
        MergingHeap(Tree::Null)
    }
    fn insert(self, element: T) -> Self {
        MergingHeap(self.0.insert_by_merge(element))
    }
    fn delete_min(self) -> Self {
        MergingHeap(self.0.delete_min())
    }
    fn minimum(&self) -> Option<T> {
        self.0.minimum().cloned()
    }
    fn elements(&self) -> Vec<T> {
        self.0.flatten()
    }
}

/// A leftist heap: a node keeps its rank, the length of its right spine, and the subtree of the
/// greater rank is the left one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftistHeap<T> {
    /// No elements.
    Empty,
    /// The rank, a label, and two subtrees.
    Node(u32, T, Box<LeftistHeap<T>>, Box<LeftistHeap<T>>),
}

impl<T: Ord> LeftistHeap<T> {
    fn rank(&self) -> u32 {
        match self {
            LeftistHeap::Empty => 0,
            LeftistHeap::Node(rank, ..) => *rank,
        }
    }

    fn label(&self) -> Option<&T> {
        match self {
            LeftistHeap::Empty => None,
            LeftistHeap::Node(_, label, ..) => Some(label),
        }
    }

    fn node(label: T, one: Box<Self>, other: Box<Self>) -> Self {
        let (left, right) = if one.rank() >= other.rank() { (one, other) } else { (other, one) };
        LeftistHeap::Node(right.rank() + 1, label, left, right)
    }

    fn merge(self, other: Self) -> Self {
        match (self, other) {
            (heap, LeftistHeap::Empty) | (LeftistHeap::Empty, heap) => heap,
            (one, two) if one.label() <= two.label() => one.join(two),
            (one, two) => two.join(one),
        }
    }

    fn join(self, other: Self) -> Self {
        match self {
            LeftistHeap::Empty => other,
            LeftistHeap::Node(_, label, left, right) => {
                LeftistHeap::node(label, left, Box::new(right.merge(other)))
            }
        }
    }

    fn gather(self, elements: &mut Vec<T>) {
        if let LeftistHeap::Node(_, label, left, right) = self {
            elements.push(label);
            left.gather(elements);
            right.gather(elements);
        }
    }
}

impl<T: Ord + Clone + Debug> Heap for LeftistHeap<T> {
    type Element = T;
    fn empty() -> Self {
        LeftistHeap::Empty
    }
    fn insert(self, element: T) -> Self {
        let single = LeftistHeap::node(element, Box::new(Self::empty()), Box::new(Self::empty()));
        single.merge(self)
    }
    fn delete_min(self) -> Self {
        match self {
            LeftistHeap::Empty => LeftistHeap::Empty,
            LeftistHeap::Node(_, _, left, right) => left.merge(*right),
        }
    }
    fn minimum(&self) -> Option<T> {
        self.label().cloned()
    }
    fn elements(&self) -> Vec<T> {
        let mut elements = Vec::new();
        self.clone().gather(&mut elements);
        elements
    }
}
