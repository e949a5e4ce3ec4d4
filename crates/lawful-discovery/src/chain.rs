//! Proofs as chains of terms, from one side of the goal to the other.

use crate::closure::{Node, Reason};
use crate::prove::Proof;
use crate::signature::{Signature, Variable};
use crate::term::{TermId, Terms};

/// Congruences inside congruences that are followed.
const MOST_LEVELS: usize = 40;

/// A proof that is being written down.
pub(crate) struct Chain<'a> {
    pub proof: &'a Proof<'a>,
    pub signature: &'a Signature,
    pub variables: &'a [Variable],
    pub terms: &'a mut Terms,
    /// The term that the chain has come to.
    current: TermId,
    /// Where in that term the chain is at work.
    path: Vec<usize>,
    /// Terms, each with the law that leads to it.
    lines: Vec<(Option<u32>, TermId)>,
}

impl<'a> Chain<'a> {
    /// The terms that a proof goes through, each with the law that leads to it.
    pub fn write(
        proof: &'a Proof<'a>,
        signature: &'a Signature,
        variables: &'a [Variable],
        terms: &'a mut Terms,
    ) -> Vec<(Option<u32>, TermId)> {
        let (current, path, lines) = (0, Vec::new(), Vec::new());
        let mut chain = Chain { proof, signature, variables, terms, current, path, lines };
        let (left, right) = proof.sides();
        chain.current = chain.term_of(left);
        chain.lines.push((None, chain.current));
        chain.walk(left, right);
        without_loops(chain.lines)
    }

    /// The term of a node, as it was given.
    fn term_of(&mut self, node: Node) -> TermId {
        let closure = &self.proof.closure;
        let arguments: Vec<TermId> =
            closure.arguments(node).iter().map(|argument| self.term_of(*argument)).collect();
        self.terms.make(closure.head(node), self.signature, self.variables, &arguments)
    }

    /// Goes from one node to an equal one.
    fn walk(&mut self, from: Node, to: Node) {
        if self.path.len() > MOST_LEVELS {
            return;
        }
        let closure = &self.proof.closure;
        for (one, reason, other) in closure.path(from, to) {
            match reason {
                Reason::Law(law) => {
                    let new = self.term_of(other);
                    self.current = self.replace(self.current, 0, new);
                    self.lines.push((Some(law), self.current));
                }
                Reason::Congruence => {
                    let pairs = closure.arguments(one).iter().zip(closure.arguments(other));
                    for (place, (left, right)) in pairs.enumerate() {
                        self.path.push(place);
                        self.walk(*left, *right);
                        self.path.pop();
                    }
                }
            }
        }
    }

    /// The term with another one at the place where the chain is at work.
    fn replace(&mut self, id: TermId, level: usize, new: TermId) -> TermId {
        let Some(place) = self.path.get(level).copied() else { return new };
        let term = *self.terms.get(id);
        let mut arguments = term.arguments().to_vec();
        arguments[place] = self.replace(arguments[place], level + 1, new);
        self.terms.make(term.head, self.signature, self.variables, &arguments)
    }
}

/// Cuts out what leads from a term back to itself: reasons are found for arguments one by one, and may go to and fro.
fn without_loops(lines: Vec<(Option<u32>, TermId)>) -> Vec<(Option<u32>, TermId)> {
    let mut kept: Vec<(Option<u32>, TermId)> = Vec::new();
    for line in lines {
        match kept.iter().position(|(_, term)| *term == line.1) {
            Some(at) => kept.truncate(at + 1),
            None => kept.push(line),
        }
    }
    kept
}
