//! Functional arrays as binary trees with short lists in the leaves (fun-and-profit-2007,
//! section 11). The paper names the structure and the mistake, not the code.

use std::rc::Rc;

/// How many elements a leaf of the paper's arrays holds.
pub const CAPACITY: usize = 10;

/// An array that is never changed: [`Array::set`] makes a new one, which shares what it can.
#[derive(Clone, Debug)]
pub struct Array<T> {
    tree: Tree<T>,
    length: usize,
}

#[derive(Clone, Debug)]
enum Tree<T> {
    Leaf(Vec<T>),
    Fork {
        /// How many elements are to the left, to find the way to an index.
        left_length: usize,
        left: Rc<Tree<T>>,
        right: Rc<Tree<T>>,
    },
}

impl<T: Clone> Array<T> {
    /// Builds the tree from the top, counting what goes into each part.
    pub fn build(elements: &[T], capacity: usize) -> Self {
        Array { tree: Tree::build(elements, capacity), length: elements.len() }
    }

    /// Builds the tree from the leaves up, without counting: every left subtree is full, so its
    /// length is known. The mistake is in what is taken to be known.
    pub fn build_fast(elements: &[T], capacity: usize) -> Self {
        let leaves = elements.chunks(capacity).map(|chunk| Tree::Leaf(chunk.to_vec()));
        let mut row: Vec<Tree<T>> = leaves.collect();
        while row.len() > 1 {
            row = pair_up(row, capacity);
        }
        let tree = row.pop().unwrap_or(Tree::Leaf(Vec::new()));
        Array { tree, length: elements.len() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The element at an index.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.tree.get(index)
    }

    /// The array with another element at an index, which must be one of its own.
    pub fn set(&self, index: usize, element: T) -> Self {
        Array { tree: self.tree.set(index, element), length: self.length }
    }
}

/// Makes forks of neighbours; one that is left over waits for the next row.
fn pair_up<T>(row: Vec<Tree<T>>, capacity: usize) -> Vec<Tree<T>> {
    let mut trees = row.into_iter();
    let mut forks = Vec::new();
    while let Some(left) = trees.next() {
        match trees.next() {
            None => forks.push(left),
            Some(right) => {
                // A full leaf, or two full leaves. That a fork may have forks below it was
                // forgotten: it happens in the third row, above four full leaves.
                let left_length = match left {
                    Tree::Leaf(_) => capacity,
                    Tree::Fork { .. } => 2 * capacity,
                };
                forks.push(Tree::Fork { left_length, left: Rc::new(left), right: Rc::new(right) });
            }
        }
    }
    forks
}

impl<T: Clone> Tree<T> {
    fn build(elements: &[T], capacity: usize) -> Self {
        if elements.len() <= capacity {
            return Tree::Leaf(elements.to_vec());
        }
        let left_length = elements.len() / 2;
        let (left, right) = elements.split_at(left_length);
        let build = |part| Rc::new(Tree::build(part, capacity));
        Tree::Fork { left_length, left: build(left), right: build(right) }
    }

    fn get(&self, index: usize) -> Option<&T> {
        match self {
            Tree::Leaf(elements) => elements.get(index),
            Tree::Fork { left_length, left, right } => match index.checked_sub(*left_length) {
                None => left.get(index),
                Some(index) => right.get(index),
            },
        }
    }

    fn set(&self, index: usize, element: T) -> Self {
        match self {
            Tree::Leaf(elements) => {
                let mut elements = elements.clone();
                elements[index] = element;
                Tree::Leaf(elements)
            }
            Tree::Fork { left_length, left, right } => {
                let (mut left, mut right) = (left.clone(), right.clone());
                match index.checked_sub(*left_length) {
                    None => left = Rc::new(left.set(index, element)),
                    Some(index) => right = Rc::new(right.set(index, element)),
                }
                Tree::Fork { left_length: *left_length, left, right }
            }
        }
    }
}
