//! The trees of fun-and-profit-2007, section 2: skew heaps, what is claimed of their shape, and
//! what their operations cost.

use Tree::{Fork, Null};

/// A binary tree with labels in the nodes; a heap if [`Tree::invariant`] holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree<T> {
    /// No elements.
    Null,
    /// A label and two subtrees.
    Fork(T, Box<Tree<T>>, Box<Tree<T>>),
}

impl<T: Ord> Tree<T> {
    /// A tree of one element.
    pub fn single(element: T) -> Self {
        Fork(element, Box::new(Null), Box::new(Null))
    }

    /// The paper's insertion: to the left, and then the subtrees change places.
    pub fn insert(self, element: T) -> Self {
        self.insert_counted(element, &mut 0)
    }

    /// Okasaki's insertion, which the paper does not use because it loses the balance even when
    /// nothing is deleted.
    pub fn insert_by_merge(self, element: T) -> Self {
        Tree::single(element).merge(self)
    }

    /// The tree without its least element; an empty tree stays empty.
    pub fn delete_min(self) -> Self {
        self.delete_min_counted(&mut 0)
    }

    /// One heap with the elements of two.
    pub fn merge(self, other: Self) -> Self {
        self.merge_counted(other, &mut 0)
    }

    fn insert_counted(self, element: T, recursive_calls: &mut u32) -> Self {
        let Fork(label, left, right) = self else { return Tree::single(element) };
        let (least, other) = if element <= label { (element, label) } else { (label, element) };
        *recursive_calls += 1;
        Fork(least, right, Box::new(left.insert_counted(other, recursive_calls)))
    }

    fn delete_min_counted(self, joins: &mut u32) -> Self {
        match self {
            Null => Null,
            Fork(_, left, right) => left.merge_counted(*right, joins),
        }
    }

    fn merge_counted(self, other: Self, joins: &mut u32) -> Self {
        match (self, other) {
            (tree, Null) | (Null, tree) => tree,
            (one, two) if one.minimum() <= two.minimum() => one.join(two, joins),
            (one, two) => two.join(one, joins),
        }
    }

    fn join(self, other: Self, joins: &mut u32) -> Self {
        let Fork(label, left, right) = self else { return other };
        *joins += 1;
        Fork(label, right, Box::new(left.merge_counted(other, joins)))
    }

    /// The least element.
    pub fn minimum(&self) -> Option<&T> {
        match self {
            Null => None,
            Fork(label, ..) => Some(label),
        }
    }

    /// Whether no label is greater than one below it.
    pub fn invariant(&self) -> bool {
        let smaller = |label: &T, tree: &Tree<T>| {
            tree.minimum().is_none_or(|below| label <= below) && tree.invariant()
        };
        match self {
            Null => true,
            Fork(label, left, right) => smaller(label, left) && smaller(label, right),
        }
    }

    /// The number of elements.
    pub fn weight(&self) -> u32 {
        match self {
            Null => 0,
            Fork(_, left, right) => 1 + left.weight() + right.weight(),
        }
    }

    /// Whether at every node the right subtree is as large as the left or has one element more.
    pub fn balanced(&self) -> bool {
        match self {
            Null => true,
            Fork(_, left, right) => {
                let difference = right.weight().checked_sub(left.weight());
                matches!(difference, Some(0 | 1)) && left.balanced() && right.balanced()
            }
        }
    }

    /// Whether at every node the left subtree is no larger than the right.
    pub fn all_good(&self) -> bool {
        self.credits() == 0
    }

    /// One credit for each bad node, whose left subtree is larger than its right.
    pub fn credits(&self) -> u32 {
        match self {
            Null => 0,
            Fork(_, left, right) => {
                let bad = left.weight() > right.weight();
                u32::from(bad) + left.credits() + right.credits()
            }
        }
    }

    /// All elements, the label of a node before those below it.
    pub fn flatten(&self) -> Vec<T>
    where
        T: Clone,
    {
        match self {
            Null => Vec::new(),
            Fork(label, left, right) => {
                let mut elements = vec![label.clone()];
                elements.extend(left.flatten());
                elements.extend(right.flatten());
                elements
            }
        }
    }
}

impl<T: Ord + Clone> Tree<T> {
    /// The tree after an insertion, and the number of recursive calls that it took.
    pub fn insertion(&self, element: T) -> (Self, u32) {
        let mut calls = 0;
        (self.clone().insert_counted(element, &mut calls), calls)
    }

    /// The tree after a deletion, and the number of calls of `join` that it took.
    pub fn deletion(&self) -> (Self, u32) {
        let mut joins = 0;
        (self.clone().delete_min_counted(&mut joins), joins)
    }
}
