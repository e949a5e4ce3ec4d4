//! The walk, depth first.

use super::Budget;
use super::frontier::{Calls, Frontier};
use super::memo::Memo;
use super::set::Set;
use super::sight::{Known, Sight};
use crate::fingerprint::mix;
use crate::{Effect, History, Specification, Verdict};

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
    longest: Longest<F::Place>,
    effects: Vec<Effect>,
    sight: Option<Sight>,
    met: Met,
    /// Kept for its memory.
    candidates: Vec<u32>,
}

/// Which calls were taken and what state they left.
struct Node<L, P, T> {
    place: L,
    pending: P,
    state: T,
    /// The write that made the state, if it was one that overwrites. Nodes that differ in this alone are
    /// the same.
    writer: Option<u32>,
}

/// After so many nodes for each call, a search is long.
const NODES_PER_CALL: usize = 1;

struct Frame {
    node: usize,
    /// How long the order was before the frame's own calls.
    order: usize,
    /// Where the frame's branches begin.
    branches: usize,
    /// Whether pending calls are among the branches, if there are any.
    has_pending: bool,
}

/// Which classes of calls were met since the last beginning. Comparing all classes with each other would
/// take longer than the search where a thousand calls are open at once.
struct Met {
    /// By class, the turn in which it was met last.
    turns: Vec<u64>,
    turn: u64,
}

impl Met {
    fn begin(&mut self) {
        self.turn += 1;
    }

    /// Whether a class was not met before.
    fn is_new(&mut self, class: u32) -> bool {
        std::mem::replace(&mut self.turns[class as usize], self.turn) != self.turn
    }
}

/// The order that explains the most returned calls.
struct Longest<L> {
    order: Vec<u32>,
    returned: usize,
    place: L,
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
        let effect = |index: &usize| specification.effect(&history.call(*index).call);
        Walk {
            effects: calls.indices.iter().map(effect).collect(),
            sight: None,
            met: Met { turns: vec![0; calls.indices.len()], turn: 0 },
            specification,
            history,
            calls,
            frontier,
            nodes: Vec::new(),
            memo: Memo::new(),
            stack: Vec::new(),
            branches: Vec::new(),
            order: Vec::new(),
            longest: Longest { order: Vec::new(), returned: 0, place: frontier.start(), shared: 0 },
            candidates: Vec::new(),
        }
    }

    pub(crate) fn run(mut self, budget: &mut Budget) -> Verdict {
        let mut is_short = true;
        self.enter_start();
        while let Some(frame) = self.stack.last() {
            if self.frontier.taken(&self.nodes[frame.node].place) == self.calls.returned {
                self.leave_out_pending();
                return Verdict::Consistent { order: self.indices(&self.order) };
            }
            if is_short && self.nodes.len() > NODES_PER_CALL * self.calls.indices.len() {
                is_short = false;
                self.look();
                continue;
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
        Verdict::Inconsistent { longest: self.indices(&self.longest.order), stuck }
    }

    fn enter_start(&mut self) {
        let start = Node {
            place: self.frontier.start(),
            pending: P::empty(),
            state: self.specification.start(),
            writer: None,
        };
        self.enter(start, 0);
    }

    /// Looks who can see what, and begins again with that if it helps.
    fn look(&mut self) {
        let known = |call: usize| {
            let effect = self.effects[call];
            let written = || self.applied(&self.specification.start(), call as u32);
            Known { effect, written: (effect == Effect::Overwrites).then(written).flatten() }
        };
        let known: Vec<_> = (0..self.effects.len()).map(known).collect();
        let is_allowed = |state: &S::State, call| self.applied(state, call).is_some();
        self.sight = self.frontier.sight(&known, is_allowed);
        if self.sight.is_some() {
            self.nodes.clear();
            self.memo = Memo::new();
            self.stack.clear();
            self.branches.clear();
            self.cut(0);
            self.enter_start();
        }
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
        let has_pending = self.calls.pending() == 0;
        self.stack.push(Frame { node: self.nodes.len(), order, branches, has_pending });
        self.nodes.push(node);
        self.met.begin();
        self.arrange(branches);
        self.hide(branches);
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
                if self.effects[call as usize] != Effect::Observes {
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

    /// Of branches that are alike one is enough, and none if such a call was met before. The one that
    /// returned first is the next to be tried.
    fn arrange(&mut self, start: usize) {
        let branches = &mut self.branches[start..];
        branches.sort_unstable();
        let mut kept = 0;
        for index in 0..branches.len() {
            if self.met.is_new(self.frontier.class(branches[index])) {
                branches[kept] = branches[index];
                kept += 1;
            }
        }
        branches[..kept].reverse();
        self.branches.truncate(start + kept);
    }

    /// Of writes that nobody is left to see one is enough, as the last to be tried: the others are taken
    /// with it.
    fn hide(&mut self, start: usize) {
        if self.sight.is_none() {
            return;
        }
        let node = &self.nodes[self.nodes.len() - 1];
        let mut hidden = None;
        let mut kept = start;
        for index in start..self.branches.len() {
            let call = self.branches[index];
            if self.is_hidden(node, call) {
                hidden = Some(call);
            } else {
                self.branches[kept] = call;
                kept += 1;
            }
        }
        self.branches.truncate(kept);
        if let Some(call) = hidden {
            self.branches.insert(start, call);
        }
    }

    /// Whether nobody is left to see what a call writes.
    fn is_hidden(&self, node: &Node<F::Place, P, S::State>, call: u32) -> bool {
        let Some(sight) = &self.sight else { return false };
        self.effects[call as usize] == Effect::Overwrites
            && sight.is_hidden(call, |call| self.is_taken(node, call))
    }

    fn is_taken(&self, node: &Node<F::Place, P, S::State>, call: u32) -> bool {
        match (call as usize).checked_sub(self.calls.returned) {
            Some(number) => node.pending.has(number),
            None => self.frontier.is_taken(&node.place, call),
        }
    }

    /// Takes the next branch, if the specification allows it.
    fn follow(&mut self) {
        let Some(call) = self.branches.pop() else { return };
        let index = self.stack[self.stack.len() - 1].node;
        let from = &self.nodes[index];
        let Some(state) = self.applied(&from.state, call) else { return };
        let overwrites = self.effects[call as usize] == Effect::Overwrites;
        if overwrites && self.is_in_vain(from) {
            return;
        }
        let order = self.order.len();
        let (mut place, mut pending) = (from.place.clone(), from.pending.clone());
        match (call as usize).checked_sub(self.calls.returned) {
            // In the same state it is better to have the pending call still to come.
            Some(_) if state == from.state => return,
            Some(number) => pending.insert(number),
            None => {
                if overwrites && self.sight.is_some() {
                    self.take_hidden(index, call, &mut place);
                }
                self.frontier.take(&mut place, call);
            }
        }
        self.order.push(call);
        let writer = overwrites.then_some(call);
        self.enter(Node { place, pending, state, writer }, order);
    }

    /// Takes the writes that nobody is left to see before another write.
    fn take_hidden(&mut self, from: usize, write: u32, place: &mut F::Place) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.frontier.candidates(place, None, &mut candidates);
        for call in candidates.iter().copied() {
            if call != write && self.is_hidden(&self.nodes[from], call) {
                self.frontier.take(place, call);
                self.order.push(call);
            }
        }
        self.candidates = candidates;
    }

    /// Whether no order that goes on with another write explains all, or more than the longest so far.
    fn is_in_vain(&self, from: &Node<F::Place, P, S::State>) -> bool {
        let (Some(sight), Some(gone)) = (&self.sight, from.writer) else { return false };
        sight.most_after(gone, |call| self.is_taken(from, call)) <= self.longest.returned
    }

    /// Makes branches of pending calls, where nothing else is left.
    fn branch_to_pending(&mut self) {
        let Some(frame) = self.stack.last_mut() else { return };
        frame.has_pending = true;
        let node = &self.nodes[frame.node];
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.frontier.candidates(&node.place, None, &mut candidates);
        self.met.begin();
        for call in &candidates {
            self.met.is_new(self.frontier.class(*call));
        }
        candidates.clear();
        self.frontier.pending(&node.place, &mut candidates);
        for call in candidates.iter().copied() {
            let number = call as usize - self.calls.returned;
            if !node.pending.has(number) && !self.is_hidden(node, call) {
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
            self.longest.place = self.nodes[frame.node].place.clone();
        }
        self.cut(frame.order);
    }

    /// Cuts the order back.
    fn cut(&mut self, length: usize) {
        self.order.truncate(length);
        self.longest.shared = self.longest.shared.min(length);
    }

    /// Leaves pending calls out of the order that the rest does not need. Without one of them another may
    /// not be needed any more, so all are looked at again.
    fn leave_out_pending(&mut self) {
        let idle = |walk: &Self| {
            let mut positions = (0..walk.order.len()).rev();
            positions.find(|position| {
                !walk.has_returned(walk.order[*position]) && walk.is_idle(*position)
            })
        };
        while let Some(position) = idle(self) {
            self.order.remove(position);
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
        self.frontier.candidates(&self.longest.place, None, &mut stuck);
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
