//! What is claimed of skew heaps, in the order of the paper.

use lawful::generate::{elements, frequency, just};
use lawful::{Arbitrary, Generator, Source, any, assume};

use super::heap::Heap;
use super::tree::Tree;

/// What can be done to a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An element is inserted.
    Insert(i64),
    /// The least element is deleted, if there is one.
    DeleteMin,
}

pub use Operation::{DeleteMin, Insert};

/// Insertions twice as often as deletions, or heaps would often be small.
impl Arbitrary for Operation {
    fn arbitrary(source: &mut Source) -> Self {
        let insertion = any::<i64>().mapped(Insert);
        source.draw(&frequency(((2, insertion), (1, just(DeleteMin)))))
    }
}

/// The heap that operations make, from the empty one.
pub fn make(operations: &[Operation]) -> Tree<i64> {
    operations.iter().fold(Tree::Null, |tree, operation| match *operation {
        Insert(element) => tree.insert(element),
        DeleteMin => tree.delete_min(),
    })
}

/// The heap that insertions make.
pub fn make_by_insertions(elements: &[i64]) -> Tree<i64> {
    elements.iter().fold(Tree::Null, |tree, &element| tree.insert(element))
}

/// The heap that Okasaki's insertions make.
pub fn make_by_merging(elements: &[i64]) -> Tree<i64> {
    elements.iter().fold(Tree::Null, |tree, &element| tree.insert_by_merge(element))
}

/// The length of a path in a balanced heap of as many elements.
fn depth(tree: &Tree<i64>) -> u32 {
    tree.weight().checked_ilog2().unwrap_or(0)
}

/// Inserting costs no more than two paths of a balanced heap, and one step. That is the bound as
/// the paper prints it.
pub fn insertion_takes_two_paths(tree: &Tree<i64>) -> bool {
    tree.insertion(0).1 <= 2 * depth(tree) + 1
}

/// Inserting costs no more than one path of a balanced heap, and one step.
pub fn insertion_takes_one_path(tree: &Tree<i64>) -> bool {
    tree.insertion(0).1 <= depth(tree) + 1
}

/// Operations that grow a long spine to the left: in each round two insertions of a new minimum
/// send what was below the old one to the other side.
pub fn spine(rounds: i64) -> Vec<Operation> {
    let round = |i: i64| [DeleteMin, Insert(-i), Insert(100 - i), Insert(-i)];
    (0..rounds).flat_map(round).collect()
}

/// With credits it is true. The 1 surprised the paper's author.
pub fn insertion_is_paid_for(element: i64, operations: Vec<Operation>) {
    let tree = make(&operations);
    let (after, cost) = tree.insertion(element);
    assert!(cost + after.credits() <= 2 * depth(&tree) + 1 + tree.credits());
}

/// Likewise for deletion.
pub fn deletion_is_paid_for(operations: Vec<Operation>) {
    let tree = make(&operations);
    assume!(tree != Tree::Null);
    let (after, cost) = tree.deletion();
    assert!(cost + after.credits() <= 2 * depth(&tree) + tree.credits());
}

/// A heap made directly, with as many bad nodes as chance wants: from it expensive insertions are
/// found at once. Every label is the one above it or a greater one, so the invariant holds.
pub fn any_heap(source: &mut Source) -> Tree<i64> {
    heap_above(0, source)
}

fn heap_above(least: i64, source: &mut Source) -> Tree<i64> {
    // A node is as likely as none, and the size goes down by one a level, so it comes to an end.
    if source.size() == 0 || source.draw(&elements([true, false])) {
        return Tree::Null;
    }
    let label = least + source.draw(&(0..=9));
    let smaller = source.size() - 1;
    let mut below = || Box::new(source.resize(smaller, |source| heap_above(label, source)));
    Tree::Fork(label, below(), below())
}

/// The heap of any implementation that operations make.
pub fn build<H: Heap<Element = i64>>(operations: &[Operation]) -> H {
    operations.iter().fold(H::empty(), |heap, operation| match *operation {
        Insert(element) => heap.insert(element),
        DeleteMin => heap.delete_min(),
    })
}

/// An ordered list is the model of a heap.
pub fn model<H: Heap>(heap: &H) -> Vec<H::Element> {
    let mut elements = heap.elements();
    elements.sort();
    elements
}

/// The paper's `models`: an operation on heaps is modelled by a function on ordered lists if they
/// come to the same.
pub fn models<H: Heap>(
    function: impl Fn(Vec<H::Element>) -> Vec<H::Element>,
    operation: impl Fn(H) -> H,
    heap: H,
) {
    let expected = function(model(&heap));
    assert_eq!(model(&operation(heap)), expected);
}

/// Insertion is insertion into an ordered list.
pub fn insertion_follows_the_model<H: Heap<Element = i64>>(n: i64, operations: Vec<Operation>) {
    let insert = |mut list: Vec<i64>| {
        let at = list.partition_point(|&other| other < n);
        list.insert(at, n);
        list
    };
    models(insert, |heap: H| heap.insert(n), build(&operations));
}

/// Deletion is the list without its first element, and that element is the minimum.
pub fn deletion_follows_the_model<H: Heap<Element = i64>>(operations: Vec<Operation>) {
    let heap: H = build(&operations);
    assume!(heap.minimum().is_some());
    assert_eq!(heap.minimum().as_ref(), model(&heap).first());
    models(|list| list[1..].to_vec(), H::delete_min, heap);
}
