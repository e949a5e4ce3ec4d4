//! The walk, depth first.

use super::Budget;
use super::frontier::{Calls, Frontier};
use super::memo::Memo;
use super::set::Set;
use crate::fingerprint::mix;
use crate::{History, Specification, Verdict};

pub(crate) struct Walk<'a, S: Specification, F: Frontier, P> {
    specification: &'a S,
    history: &'a History<S::Call>,
    calls: &'a Calls,
    frontier: &'a F,
    /// Where the walk has been. It does not go on from the same node, or a worse one, twice.
    nodes: Vec<Node<F::Place, P, S::State>>,
    memo: Memo,
    stack: Vec<Frame>,
    /// The calls that are left to try at the frames of the stack, the next one last.
    branches: Vec<u32>,
    /// The order so far.
    order: Vec<u32>,
    longest: Longest,
    /// Which calls only observe.
    observers: Vec<bool>,
    /// Kept for its memory.
    candidates: Vec<u32>,
}

/// Which calls were taken and what state they left.
struct Node<L, P, T> {
    place: L,
    pending: P,
    state: T,
}

struct Frame {
    node: usize,
    /// How long the order was before the frame's own calls.
    order: usize,
    /// Where the frame's branches begin.
    branches: usize,
    /// Whether pending calls are among the branches.
    has_pending: bool,
}

/// The order that explains the most returned calls.
#[derive(Default)]
struct Longest {
    order: Vec<u32>,
    returned: usize,
    node: usize,
    /// How much of it is still the beginning of the walk's order, so that this need not be copied again.
    shared: usize,
}

impl<'a, S: Specification, F: Frontier, P: Set> Walk<'a, S, F, P> {
    pub(crate) fn new(
        specification: &'a S,
        history: &'a History<S::Call>,
        calls: &'a Calls,
        frontier: &'a F,
    ) -> Self {
        let observes = |index: &usize| specification.observes(&history.call(*index).call);
        Walk {
            observers: calls.indices[..calls.returned].iter().map(observes).collect(),
            specification,
            history,
            calls,
            frontier,
            nodes: Vec::new(),
            memo: Memo::new(),
            stack: Vec::new(),
            branches: Vec::new(),
            order: Vec::new(),
            longest: Longest::default(),
            candidates: Vec::new(),
        }
    }

    pub(crate) fn run(mut self, budget: &mut Budget) -> Verdict {
        let start = Node {
            place: self.frontier.start(),
            pending: P::empty(),
            state: self.specification.start(),
        };
        self.enter(start, 0);
        while let Some(frame) = self.stack.last() {
            if self.frontier.taken(&self.nodes[frame.node].place) == self.calls.returned {
                self.leave_out_pending();
                return Verdict::Explained { order: self.indices(&self.order) };
            }
            if !budget.step() {
                return Verdict::GaveUp { after: budget.made };
            }
            if self.branches.len() > frame.branches {
                self.follow();
            } else if !frame.has_pending {
                self.branch_to_pending();
            } else {
                self.leave();
            }
        }
        let stuck = self.stuck();
        Verdict::Unexplained { longest: self.indices(&self.longest.order), stuck }
    }

    /// Goes to a node, after all calls that can come next there and only observe.
    fn enter(&mut self, mut node: Node<F::Place, P, S::State>, order: usize) {
        let branches = self.branches.len();
        self.settle(&mut node);
        let hash = self.hash(&node);
        let worse = |other: usize| {
            let other: &Node<_, P, _> = &self.nodes[other];
            other.place == node.place
                && other.pending.is_within(&node.pending)
                && other.state == node.state
        };
        if self.memo.finds(hash, worse) {
            self.branches.truncate(branches);
            self.cut(order);
            return;
        }
        self.memo.add(hash, self.nodes.len());
        self.stack.push(Frame { node: self.nodes.len(), order, branches, has_pending: false });
        self.nodes.push(node);
        self.arrange(branches);
    }

    /// Takes what only observes and is allowed, and makes branches of what may change the state.
    fn settle(&mut self, node: &mut Node<F::Place, P, S::State>) {
        let mut candidates = std::mem::take(&mut self.candidates);
        let mut earlier: Option<F::Place> = None;
        loop {
            candidates.clear();
            self.frontier.candidates(&node.place, earlier.as_ref(), &mut candidates);
            let before = node.place.clone();
            for call in candidates.iter().copied() {
                if !self.observers[call as usize] {
                    self.branches.push(call);
                } else if self.applied(&node.state, call).is_some() {
                    self.frontier.take(&mut node.place, call);
                    self.order.push(call);
                }
            }
            if node.place == before {
                break;
            }
            earlier = Some(before);
        }
        self.candidates = candidates;
    }

    /// Of branches that are alike one is enough. The one that returned first is the next to be tried.
    fn arrange(&mut self, start: usize) {
        let frontier = self.frontier;
        let branches = &mut self.branches[start..];
        branches.sort_unstable();
        let mut kept = 0;
        for index in 0..branches.len() {
            let class = frontier.class(branches[index]);
            if branches[..kept].iter().all(|branch| frontier.class(*branch) != class) {
                branches[kept] = branches[index];
                kept += 1;
            }
        }
        branches[..kept].reverse();
        self.branches.truncate(start + kept);
    }

    /// Takes the next branch, if the specification allows it.
    fn follow(&mut self) {
        let Some(call) = self.branches.pop() else { return };
        let from = &self.nodes[self.stack[self.stack.len() - 1].node];
        let Some(state) = self.applied(&from.state, call) else { return };
        let (mut place, mut pending) = (from.place.clone(), from.pending.clone());
        match (call as usize).checked_sub(self.calls.returned) {
            // In the same state it is better to have the pending call still to come.
            Some(_) if state == from.state => return,
            Some(number) => pending.insert(number),
            None => self.frontier.take(&mut place, call),
        }
        let order = self.order.len();
        self.order.push(call);
        self.enter(Node { place, pending, state }, order);
    }

    /// Makes branches of pending calls, where nothing else is left.
    fn branch_to_pending(&mut self) {
        let Some(frame) = self.stack.last_mut() else { return };
        frame.has_pending = true;
        if self.calls.pending() == 0 {
            return;
        }
        let node = &self.nodes[frame.node];
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.frontier.candidates(&node.place, None, &mut candidates);
        let returned = candidates.len();
        self.frontier.pending(&node.place, &mut candidates);
        for index in returned..candidates.len() {
            let call = candidates[index];
            let number = call as usize - self.calls.returned;
            let class = self.frontier.class(call);
            let is_alike = |other: &u32| self.frontier.class(*other) == class;
            if !node.pending.has(number) && !candidates[..returned].iter().any(is_alike) {
                self.branches.push(call);
            }
        }
        self.candidates = candidates;
        self.arrange(self.stack[self.stack.len() - 1].branches);
    }

    /// Goes back from a node from which nothing is left to try.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let returned = self.frontier.taken(&self.nodes[frame.node].place);
        // Where the last call is pending, as many returned calls were taken before it.
        let ends_returned = self.order.last().is_some_and(|call| self.has_returned(*call));
        if returned > self.longest.returned && ends_returned {
            self.longest.order.truncate(self.longest.shared);
            self.longest.order.extend_from_slice(&self.order[self.longest.shared..]);
            self.longest.shared = self.order.len();
            self.longest.returned = returned;
            self.longest.node = frame.node;
        }
        self.cut(frame.order);
    }

    /// Cuts the order back.
    fn cut(&mut self, length: usize) {
        self.order.truncate(length);
        self.longest.shared = self.longest.shared.min(length);
    }

    /// Leaves pending calls out of the order that the rest does not need, the last ones first.
    fn leave_out_pending(&mut self) {
        for position in (0..self.order.len()).rev() {
            if !self.has_returned(self.order[position]) && self.is_idle(position) {
                self.order.remove(position);
            }
        }
    }

    /// Whether what comes after a call is explained without it too.
    fn is_idle(&self, position: usize) -> bool {
        let apply = |state: &S::State, call: &u32| self.applied(state, *call);
        let start = self.specification.start();
        let before =
            self.order[..position].iter().try_fold(start, |state, call| apply(&state, call));
        let Some(mut without) = before else { return false };
        let Some(mut with) = apply(&without, &self.order[position]) else { return false };
        for call in &self.order[position + 1..] {
            if with == without {
                return true;
            }
            match (apply(&with, call), apply(&without, call)) {
                (Some(next_with), Some(next_without)) => {
                    (with, without) = (next_with, next_without)
                }
                _ => return false,
            }
        }
        true
    }

    /// The calls that can come next after the longest order.
    fn stuck(&self) -> Vec<usize> {
        let mut stuck = Vec::new();
        if let Some(node) = self.nodes.get(self.longest.node) {
            self.frontier.candidates(&node.place, None, &mut stuck);
        }
        self.indices(&stuck)
    }

    fn has_returned(&self, call: u32) -> bool {
        (call as usize) < self.calls.returned
    }

    fn applied(&self, state: &S::State, call: u32) -> Option<S::State> {
        let call = &self.history.call(self.calls.indices[call as usize]).call;
        self.specification.apply(state, call)
    }

    fn hash(&self, node: &Node<F::Place, P, S::State>) -> u64 {
        mix(self.frontier.hash(&node.place) ^ mix(self.specification.fingerprint(&node.state)))
    }

    fn indices(&self, calls: &[u32]) -> Vec<usize> {
        calls.iter().map(|call| self.calls.indices[*call as usize]).collect()
    }
}
