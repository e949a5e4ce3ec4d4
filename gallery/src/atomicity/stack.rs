//! A stack of numbered nodes whose `pop` takes a node that has come back for one that never left.
//!
//! Treiber's stack (1986) and the problem known as ABA. A `pop` reads the value and the successor of the first node
//! and then makes the successor the first, if the first is still the same. The number of a node is the
//! same also after another call popped it and a push used it again, for another value. A count beside the
//! number mends that.

use lawful::machine::shared::*;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::atomic::{AtomicU8, AtomicU64};
use lawful::pulse::sync::{Arc, Mutex};

use super::Version;

/// How many nodes there are: more than any test pushes.
const NODES: usize = 256;
/// Stands for no node; numbers are below it.
const END: u64 = NODES as u64;
/// The first node is a number, plus this many times a count.
const COUNT: u64 = END + 1;

/// A stack of small numbers.
#[derive(Debug)]
pub struct Stack {
    version: Version,
    first: AtomicU64,
    nodes: Vec<Node>,
    unused: Mutex<Unused>,
}

#[derive(Debug)]
struct Node {
    value: AtomicU8,
    next: AtomicU64,
}

/// The nodes that are not in the stack. One that was popped last is used first.
#[derive(Debug, Default)]
struct Unused {
    popped: Vec<u64>,
    /// The number of the next node that was never used.
    fresh: u64,
}

impl Stack {
    /// An empty stack.
    pub fn new(version: Version) -> Self {
        let node = || Node { value: AtomicU8::new(0), next: AtomicU64::new(END) };
        Stack {
            version,
            first: AtomicU64::new(END),
            nodes: std::iter::repeat_with(node).take(NODES).collect(),
            unused: Mutex::default(),
        }
    }

    /// Puts a value on top.
    ///
    /// # Panics
    ///
    /// If there are no more nodes.
    pub fn push(&self, value: u8) {
        let number = self.unused.lock().unwrap().take();
        let node = &self.nodes[number as usize];
        node.value.store(value, SeqCst);
        loop {
            let first = self.first.load(SeqCst);
            node.next.store(first % COUNT, SeqCst);
            if self.replace_first(first, number) {
                return;
            }
        }
    }

    /// Takes the value from the top.
    pub fn pop(&self) -> Option<u8> {
        loop {
            let first = self.first.load(SeqCst);
            let number = first % COUNT;
            if number == END {
                return None;
            }
            let node = &self.nodes[number as usize];
            let (value, next) = (node.value.load(SeqCst), node.next.load(SeqCst));
            if self.replace_first(first, next) {
                self.unused.lock().unwrap().popped.push(number);
                return Some(value);
            }
        }
    }

    /// Makes a node the first, if the first is what it was.
    fn replace_first(&self, first: u64, number: u64) -> bool {
        let changes = match self.version {
            Version::Mistaken => 0,
            Version::Right => first / COUNT + 1,
        };
        let new = changes * COUNT + number;
        self.first.compare_exchange(first, new, SeqCst, SeqCst).is_ok()
    }
}

impl Unused {
    fn take(&mut self) -> u64 {
        self.popped.pop().unwrap_or_else(|| {
            assert!(self.fresh < END, "there are no more nodes");
            self.fresh += 1;
            self.fresh - 1
        })
    }
}

/// The values, that on top last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    values: Vec<u8>,
}

/// What the calls of a stack do, one after the other.
pub fn machine(version: Version) -> Machine<Model, Arc<Stack>> {
    Machine::new(Model::default, move || Arc::new(Stack::new(version))).command(pop).command(push)
}

fn pop(model: &mut Model, step: Step<Arc<Stack>>) -> StepResult {
    let expected = model.values.pop();
    step.call((), |stack, _, ()| stack.pop())?.returns(expected)
}

fn push(model: &mut Model, step: Step<Arc<Stack>>) -> StepResult {
    let value = step.draw(0..=2u8);
    step.call(value, |stack, _, value| stack.push(value))?;
    model.values.push(value);
    Ok(())
}
