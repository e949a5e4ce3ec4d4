//! Congruence closure (Nieuwenhuis and Oliveras, *Proof-producing congruence closure*, 2005).
//!
//! Nodes are functions over nodes. Uniting two nodes also unites all nodes that are the same function over them. With a
//! forest of reasons the closure can say why two nodes are equal.
//!
//! Two differences to the paper: keys of the index that are out of date stay there, since they are never looked up
//! again, and a class may hold a term that tests told apart from others; two such classes are not united.

use crate::lift::MOST_ARGUMENTS;
use crate::term::{Head, Map, NO_TERM, TermId};

/// Number of a node.
pub(crate) type Node = u32;

const NONE: u32 = u32::MAX;

/// Why two nodes are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// They are the two sides of an instance of this law.
    Law(u32),
    /// They are the same function over equal nodes.
    Congruence,
}

#[derive(Clone, Copy, Debug)]
struct Use {
    node: Node,
    next: u32,
}

/// Equivalence classes of nodes.
#[derive(Clone, Default)]
pub(crate) struct Closure {
    heads: Vec<(Head, u8)>,
    /// Arguments as they were given, and not those that stand for their classes now.
    arguments: Vec<[Node; MOST_ARGUMENTS]>,
    parents: Vec<Node>,
    sizes: Vec<u32>,
    /// First and last entry of the list of nodes that have a node of this class as an argument.
    uses: Vec<(u32, u32)>,
    use_entries: Vec<Use>,
    index: Map<(Head, [Node; MOST_ARGUMENTS]), Node>,
    /// The term that stands for the class among those that tests told apart, by root.
    terms: Vec<TermId>,
    /// Pairs of terms that tests told apart and that should have been united.
    pub conflicts: Vec<(TermId, TermId)>,
    forest: Option<Vec<(Node, Reason)>>,
    /// Nodes by the arguments that they were given, where there are reasons. A proof goes through the very terms that laws
    /// were applied to, so a node that is congruent to another one is a node of its own.
    literal: Map<(Head, [Node; MOST_ARGUMENTS]), Node>,
    pending: Vec<(Node, Node, Reason)>,
}

impl Closure {
    /// A closure that can say why nodes are equal.
    pub fn with_reasons() -> Self {
        Closure { forest: Some(Vec::new()), ..Closure::default() }
    }

    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// The node that stands for the class of a node.
    #[inline]
    pub fn find(&self, mut node: Node) -> Node {
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    #[inline]
    fn find_and_shorten(&mut self, mut node: Node) -> Node {
        while self.parents[node as usize] != node {
            let next = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = next;
            node = next;
        }
        node
    }

    fn key(&mut self, head: Head, arguments: &[Node]) -> (Head, [Node; MOST_ARGUMENTS]) {
        let mut key = [NONE; MOST_ARGUMENTS];
        for (part, argument) in key.iter_mut().zip(arguments) {
            *part = self.find_and_shorten(*argument);
        }
        (head, key)
    }

    /// The node of a function over the classes of some nodes, if there is one.
    #[inline]
    pub fn lookup(&mut self, head: Head, arguments: &[Node]) -> Option<Node> {
        let key = self.key(head, arguments);
        self.index.get(&key).copied()
    }

    /// The node of a function over some nodes.
    #[inline]
    pub fn add(&mut self, head: Head, arguments: &[Node]) -> Node {
        if self.forest.is_some() {
            return self.add_literal(head, arguments);
        }
        let key = self.key(head, arguments);
        let next = self.heads.len() as Node;
        let node = *self.index.entry(key).or_insert(next);
        if node == next {
            self.push(head, arguments, &key.1[..arguments.len()]);
        }
        node
    }

    /// The node of a function over these very nodes.
    fn add_literal(&mut self, head: Head, arguments: &[Node]) -> Node {
        let mut given = [NONE; MOST_ARGUMENTS];
        given[..arguments.len()].copy_from_slice(arguments);
        let next = self.heads.len() as Node;
        let node = *self.literal.entry((head, given)).or_insert(next);
        if node == next {
            let key = self.key(head, arguments);
            let congruent = *self.index.entry(key).or_insert(next);
            self.push(head, arguments, &key.1[..arguments.len()]);
            if congruent != node {
                self.unite(node, congruent, Reason::Congruence);
            }
        }
        node
    }

    fn push(&mut self, head: Head, arguments: &[Node], classes: &[Node]) {
        let node = self.heads.len() as Node;
        let mut given = [NONE; MOST_ARGUMENTS];
        given[..arguments.len()].copy_from_slice(arguments);
        self.heads.push((head, arguments.len() as u8));
        self.arguments.push(given);
        self.parents.push(node);
        self.sizes.push(1);
        self.uses.push((NONE, NONE));
        self.terms.push(NO_TERM);
        if let Some(forest) = &mut self.forest {
            forest.push((node, Reason::Congruence));
        }
        for class in classes {
            self.add_use(*class, node);
        }
    }

    fn add_use(&mut self, class: Node, node: Node) {
        let entry = self.use_entries.len() as u32;
        self.use_entries.push(Use { node, next: NONE });
        let (first, last) = &mut self.uses[class as usize];
        match *last {
            NONE => *first = entry,
            before => self.use_entries[before as usize].next = entry,
        }
        *last = entry;
    }

    pub fn head(&self, node: Node) -> Head {
        self.heads[node as usize].0
    }

    /// Arguments of a node, as they were given.
    pub fn arguments(&self, node: Node) -> &[Node] {
        &self.arguments[node as usize][..usize::from(self.heads[node as usize].1)]
    }

    /// The term that stands for the class of a node.
    #[inline]
    pub fn term(&self, node: Node) -> TermId {
        self.terms[self.find(node) as usize]
    }

    pub fn set_term(&mut self, node: Node, term: TermId) {
        let root = self.find(node) as usize;
        self.terms[root] = term;
    }

    /// Forgets which terms stand for classes.
    pub fn clear_terms(&mut self) {
        self.terms.fill(NO_TERM);
    }

    pub fn is_same(&self, one: Node, other: Node) -> bool {
        self.find(one) == self.find(other)
    }

    /// Makes two nodes equal, with all that follows.
    pub fn unite(&mut self, one: Node, other: Node, reason: Reason) {
        self.pending.push((one, other, reason));
        while let Some((one, other, reason)) = self.pending.pop() {
            let (left, right) = (self.find_and_shorten(one), self.find_and_shorten(other));
            if left == right {
                continue;
            }
            let terms = (self.terms[left as usize], self.terms[right as usize]);
            let term = match terms {
                (NO_TERM, term) | (term, NO_TERM) => term,
                (one, other) => {
                    self.conflicts.push((one, other));
                    continue;
                }
            };
            self.explain(one, other, reason);
            let bigger = self.sizes[left as usize] > self.sizes[right as usize];
            let (small, large) = if bigger { (right, left) } else { (left, right) };
            self.parents[small as usize] = large;
            self.sizes[large as usize] += self.sizes[small as usize];
            self.terms[large as usize] = term;
            self.move_uses(small, large);
        }
    }

    fn move_uses(&mut self, small: Node, large: Node) {
        let (first, last) = self.uses[small as usize];
        let mut at = first;
        while at != NONE {
            let Use { node, next } = self.use_entries[at as usize];
            let (head, count) = self.heads[node as usize];
            let arguments = self.arguments[node as usize];
            let key = self.key(head, &arguments[..usize::from(count)]);
            match self.index.get(&key) {
                Some(same) if *same != node => self.pending.push((node, *same, Reason::Congruence)),
                Some(_) => {}
                None => drop(self.index.insert(key, node)),
            }
            at = next;
        }
        if first != NONE {
            let (first_of_large, last_of_large) = self.uses[large as usize];
            match last_of_large {
                NONE => self.uses[large as usize] = (first, last),
                _ => {
                    self.use_entries[last_of_large as usize].next = first;
                    self.uses[large as usize] = (first_of_large, last);
                }
            }
        }
    }

    /// Adds an edge to the forest of reasons: the tree of `one` is turned until `one` is its root.
    fn explain(&mut self, one: Node, other: Node, reason: Reason) {
        let Some(forest) = &mut self.forest else { return };
        let (mut node, mut parent, mut why) = (one, other, reason);
        loop {
            let (next, next_why) = forest[node as usize];
            forest[node as usize] = (parent, why);
            if next == node {
                return;
            }
            (parent, why, node) = (node, next_why, next);
        }
    }

    /// The path of reasons from one node to another that is equal to it.
    pub fn path(&self, from: Node, to: Node) -> Vec<(Node, Reason, Node)> {
        let Some(forest) = &self.forest else { return Vec::new() };
        let to_root = |mut node: Node| {
            let mut path = vec![node];
            while forest[node as usize].0 != node {
                node = forest[node as usize].0;
                path.push(node);
            }
            path
        };
        let (up, down) = (to_root(from), to_root(to));
        let Some(meeting) = up.iter().find(|node| down.contains(node)) else { return Vec::new() };
        let ascent = up.iter().take_while(|node| *node != meeting);
        let mut steps: Vec<(Node, Reason, Node)> = ascent
            .map(|node| (*node, forest[*node as usize].1, forest[*node as usize].0))
            .collect();
        let descent: Vec<Node> = down.iter().take_while(|node| *node != meeting).copied().collect();
        steps.extend(
            descent
                .into_iter()
                .rev()
                .map(|node| (forest[node as usize].0, forest[node as usize].1, node)),
        );
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(number: u16) -> Head {
        Head::Function(number)
    }

    #[test]
    fn equal_arguments_make_equal_functions() {
        // f(f(f(a))) = a and f(f(f(f(f(a))))) = a imply f(a) = a: the paper's own example.
        let mut closure = Closure::with_reasons();
        let mut towers = vec![closure.add(function(0), &[])];
        for _ in 0..5 {
            let last = towers[towers.len() - 1];
            towers.push(closure.add(function(1), &[last]));
        }
        closure.unite(towers[3], towers[0], Reason::Law(0));
        assert!(!closure.is_same(towers[1], towers[0]));
        closure.unite(towers[5], towers[0], Reason::Law(1));
        assert!(closure.is_same(towers[1], towers[0]));
        let path = closure.path(towers[1], towers[0]);
        assert_eq!((path[0].0, path[path.len() - 1].2), (towers[1], towers[0]));
        assert!(path.windows(2).all(|pair| pair[0].2 == pair[1].0));
    }

    #[test]
    fn classes_that_tests_told_apart_are_not_united() {
        let mut closure = Closure::default();
        let (one, other) = (closure.add(function(0), &[]), closure.add(function(1), &[]));
        closure.set_term(one, 7);
        closure.set_term(other, 8);
        closure.unite(one, other, Reason::Law(0));
        assert_eq!(closure.conflicts, [(7, 8)]);
        assert!(!closure.is_same(one, other));
    }
}
