//! Instances of a law within the universe of terms.
//!
//! Pruning knows of a law what its instances say. As in section 2.6 of the paper, an instance counts if one of its two
//! sides lies in the universe, so that a proof may leave the universe for one step.

use crate::closure::{Closure, Node, Reason};
use crate::lift::MOST_ARGUMENTS;
use crate::term::{Head, TermId, Terms, members};

/// A law as a program that builds the nodes of its instances.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    left: Vec<Step>,
    right: Vec<Step>,
    /// Types of the variables, by their place in a substitution.
    kinds: Vec<usize>,
    /// Variables that stand for themselves.
    fixed: Vec<Option<Node>>,
    /// Variables that occur on one side only. Functions are strict, so what stands for them must be defined: otherwise
    /// one side would be undefined and the other one not.
    one_sided: Vec<bool>,
    sides: [Side; 2],
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Variable(usize),
    Function(Head, usize),
}

#[derive(Clone, Debug)]
struct Side {
    /// How deep each variable occurs; none if it does not.
    deepest: Vec<Option<u8>>,
    occurrences: Vec<usize>,
    /// Number of functions and constants.
    symbols: usize,
    is_variable: bool,
}

impl Side {
    /// Greatest depth of what may stand for each variable, in a universe of terms up to `depth`.
    fn limits(&self, depth: usize) -> Vec<usize> {
        let limit = |at: &Option<u8>| at.map_or(1, |at| depth.saturating_sub(usize::from(at)));
        self.deepest.iter().map(limit).collect()
    }
}

/// The terms that may stand for variables: those that tests told apart, of each type, simplest first.
#[derive(Clone, Default)]
pub(crate) struct Representatives {
    pub of: Vec<Vec<Representative>>,
}

/// A term that stands for its class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Representative {
    pub term: TermId,
    pub node: Node,
    pub depth: u8,
    pub nodes: u8,
    pub symbols: u8,
    pub variables: u64,
    /// True if no test makes the term panic.
    pub is_total: bool,
    /// Number of answers of functions that change their receiver.
    pub answers: u8,
    /// Place among all representatives.
    pub order: u32,
}

impl Compiled {
    pub fn new(terms: &Terms, left: TermId, right: TermId, fixed: &[(u8, Node)]) -> Self {
        let (left_term, right_term) = (left, right);
        let all: Vec<u8> =
            members(terms.get(left).variables | terms.get(right).variables).collect();
        let place = |variable: u8| all.iter().position(|other| *other == variable).unwrap_or(0);
        let mut kinds = vec![0; all.len()];
        let mut steps = [Vec::new(), Vec::new()];
        let mut sides = Vec::new();
        for (side, steps) in [left, right].into_iter().zip(&mut steps) {
            program(terms, side, steps, &mut |variable, kind| {
                kinds[place(variable)] = kind;
                place(variable)
            });
            sides.push(Side {
                deepest: all.iter().map(|variable| terms.deepest(side, *variable)).collect(),
                occurrences: all.iter().map(|one| terms.occurrences(side, *one)).collect(),
                symbols: usize::from(terms.get(side).symbols),
                is_variable: matches!(terms.get(side).head, Head::Variable(_)),
            });
        }
        let fixed = |variable: &u8| fixed.iter().find(|(one, _)| one == variable).map(|one| one.1);
        let [left, right] = steps;
        let sides = [sides[0].clone(), sides[1].clone()];
        // Where a side is undefined anyway, nothing has to be defined.
        let is_undefined = is_undefined(terms, left_term) || is_undefined(terms, right_term);
        let one_sided = (0..all.len())
            .map(|place| !is_undefined && sides.iter().any(|side| side.deepest[place].is_none()))
            .collect();
        let fixed = all.iter().map(fixed).collect();
        Compiled { left, right, kinds, fixed, one_sided, sides }
    }

    /// Returns whether some variable occurs on one side only.
    pub fn is_one_sided(&self) -> bool {
        self.one_sided.contains(&true)
    }

    /// Unites the sides of the instances in which one of some representatives, which were not known to be defined before,
    /// stands for a variable that occurs on one side only.
    pub fn unite_newly_defined(
        &self,
        closure: &mut Closure,
        representatives: &Representatives,
        newly: &[Node],
        depth: usize,
        size: usize,
    ) {
        for side in self.sides.iter().filter(|side| !side.is_variable) {
            let limits = side.limits(depth);
            let (law, done, newly) = (self, &[][..], Some(newly));
            let mut walk = Walk {
                law,
                side,
                limits: &limits,
                done,
                size,
                reason: 0,
                newly,
                stack: Vec::new(),
            };
            walk.go(closure, representatives, &mut Vec::new(), side.symbols);
        }
    }

    /// Unites the sides of all instances in a universe of terms up to `depth`; those of a universe up to `known`, which
    /// were united before, are left out.
    pub fn unite_instances(
        &self,
        closure: &mut Closure,
        representatives: &Representatives,
        law: u32,
        depth: usize,
        known: usize,
        size: usize,
    ) {
        let mut done: Vec<Vec<usize>> = Vec::new();
        if known > 0 {
            let before = self.sides.iter().filter(|side| !side.is_variable);
            done.extend(before.map(|side| side.limits(known)));
        }
        for side in &self.sides {
            // Every term of the universe is an instance of a variable: nothing is learnt from the other side of those
            // that is not an instance of that side as well.
            if side.is_variable {
                continue;
            }
            let limits = side.limits(depth);
            let (limits_ref, newly) = (&limits, None);
            let mut walk = Walk {
                law: self,
                side,
                limits: limits_ref,
                done: &done,
                size,
                reason: law,
                newly,
                stack: Vec::new(),
            };
            let mut chosen: Vec<Representative> = Vec::with_capacity(self.kinds.len());
            walk.go(closure, representatives, &mut chosen, side.symbols);
            done.push(limits);
        }
    }

    /// Builds both sides of one instance.
    fn build(
        &self,
        closure: &mut Closure,
        chosen: &[Representative],
        stack: &mut Vec<Node>,
    ) -> (Node, Node) {
        let left = run(closure, &self.left, chosen, stack);
        (left, run(closure, &self.right, chosen, stack))
    }
}

/// Returns whether a term is the constant that panics.
pub(crate) fn is_undefined(terms: &Terms, id: TermId) -> bool {
    matches!(terms.get(id).head, Head::Undefined(_))
}

fn program(
    terms: &Terms,
    id: TermId,
    steps: &mut Vec<Step>,
    place: &mut dyn FnMut(u8, usize) -> usize,
) {
    let term = terms.get(id);
    for argument in term.arguments() {
        program(terms, *argument, steps, place);
    }
    steps.push(match term.head {
        Head::Variable(variable) => Step::Variable(place(variable, usize::from(term.kind))),
        head => Step::Function(head, term.arguments().len()),
    });
}

fn run(
    closure: &mut Closure,
    steps: &[Step],
    chosen: &[Representative],
    stack: &mut Vec<Node>,
) -> Node {
    stack.clear();
    for step in steps {
        let node = match *step {
            Step::Variable(place) => chosen[place].node,
            Step::Function(head, arity) => {
                let top = stack.len() - arity;
                let mut arguments = [0; MOST_ARGUMENTS];
                arguments[..arity].copy_from_slice(&stack[top..]);
                stack.truncate(top);
                closure.add(head, &arguments[..arity])
            }
        };
        stack.push(node);
    }
    stack[0]
}

struct Walk<'a> {
    law: &'a Compiled,
    side: &'a Side,
    limits: &'a [usize],
    /// Limits of walks that were made before.
    done: &'a [Vec<usize>],
    size: usize,
    reason: u32,
    /// Nodes of which one must stand for a variable that occurs on one side only.
    newly: Option<&'a [Node]>,
    stack: Vec<Node>,
}

impl Walk<'_> {
    fn go(
        &mut self,
        closure: &mut Closure,
        representatives: &Representatives,
        chosen: &mut Vec<Representative>,
        nodes: usize,
    ) {
        let place = chosen.len();
        if place == self.law.kinds.len() {
            let within = |limits: &Vec<usize>| {
                chosen.iter().zip(limits).all(|(one, limit)| usize::from(one.depth) <= *limit)
            };
            let is_new = self.newly.is_none_or(|newly| {
                let one_sided = chosen.iter().zip(&self.law.one_sided);
                one_sided.into_iter().any(|(one, is_one_sided)| {
                    *is_one_sided && newly.binary_search(&one.node).is_ok()
                })
            });
            if is_new && !self.done.iter().any(within) {
                let (left, right) = self.law.build(closure, chosen, &mut self.stack);
                closure.unite(left, right, Reason::Law(self.reason));
            }
            return;
        }
        for one in &representatives.of[self.law.kinds[place]] {
            if usize::from(one.depth) > self.limits[place] {
                break;
            }
            if self.law.fixed[place].is_some_and(|node| node != one.node)
                || self.law.one_sided[place] && !one.is_total
            {
                continue;
            }
            let nodes = nodes + self.side.occurrences[place] * usize::from(one.nodes);
            if nodes > self.size {
                continue;
            }
            chosen.push(*one);
            self.go(closure, representatives, chosen, nodes);
            chosen.pop();
        }
    }
}
