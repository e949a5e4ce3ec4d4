//! A stack of numbered nodes whose `pop` takes a head that has come back for a head that never left.
//!
//! Treiber's stack (1986) and the problem known as ABA. Between the load of the head and its
//! compare-and-swap another task pops two nodes and pushes the first back; the swap succeeds and makes a node
//! the head that the other task owns. A count beside the index mends it.

use super::imports::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    thread,
};

const NODES: usize = 3;
/// Stands for no node; indices are below it.
const END: usize = NODES;
/// The head is an index, plus this many times a count.
const COUNT: usize = END + 1;

/// The head is an index alone.
pub fn run() {
    pop_and_push(|_, index| index);
}

/// The head counts its changes.
pub fn run_right() {
    pop_and_push(|head, index| (head / COUNT + 1) * COUNT + index);
}

struct Stack {
    head: AtomicUsize,
    next: [AtomicUsize; NODES],
    /// What the head becomes, from what it is and the index of the node that is to be first.
    head_after: fn(usize, usize) -> usize,
}

impl Stack {
    fn pop(&self) -> Option<usize> {
        loop {
            let head = self.head.load(SeqCst);
            let index = head % COUNT;
            if index == END {
                return None;
            }
            let next = self.next[index].load(SeqCst);
            if self.replace(head, next) {
                return Some(index);
            }
        }
    }

    fn push(&self, index: usize) {
        loop {
            let head = self.head.load(SeqCst);
            self.next[index].store(head % COUNT, SeqCst);
            if self.replace(head, index) {
                return;
            }
        }
    }

    fn replace(&self, head: usize, index: usize) -> bool {
        self.head.compare_exchange(head, (self.head_after)(head, index), SeqCst, SeqCst).is_ok()
    }
}

fn pop_and_push(head_after: fn(usize, usize) -> usize) {
    let stack = Stack {
        head: AtomicUsize::new(0),
        next: std::array::from_fn(|index| AtomicUsize::new(index + 1)),
        head_after,
    };
    let is_owned: [AtomicBool; NODES] = std::array::from_fn(|_| AtomicBool::new(false));
    let pop = || {
        let node = stack.pop()?;
        assert!(!is_owned[node].swap(true, SeqCst), "node {node} was popped twice");
        Some(node)
    };
    thread::scope(|scope| {
        scope.spawn(|| (pop(), pop()));
        scope.spawn(|| {
            let first = pop();
            let _second = pop();
            if let Some(first) = first {
                is_owned[first].store(false, SeqCst);
                stack.push(first);
            }
        });
    });
}
