//! Proofs of equations from laws, in an e-graph.
//!
//! Both sides of the goal are put into a congruence closure, with their variables as constants. Then the laws are matched
//! against everything in it, both ways, round by round, and the instances that match are united. The closure keeps
//! reasons, so that a proof can be printed.
//!
//! Functions are strict, so an instance of a law is only valid where what stands for its variables is defined. For a
//! variable that occurs on both sides that does not matter: if it is undefined, both sides are. For any other one, only
//! classes count that are known to be defined.

use std::cell::Cell;

use crate::closure::{Closure, Node, Reason};
use crate::instances::is_undefined;
use crate::search::Equation;
use crate::term::{Head, Map, TermId, Terms, members};

/// How much is done to find a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Rounds of matching.
    rounds: usize,
    /// Most nodes.
    nodes: usize,
    /// Most matches of a round.
    matches: usize,
    /// Whether laws such as `merge(h, nil) = h` are also used from the right to the left, on any term.
    expands: bool,
    /// Whether reasons are kept, so that the proof can be printed. Congruent terms have nodes of their own then.
    explains: bool,
}

impl Effort {
    /// For pruning, which proves hundreds of laws. With laws that expand any term, heaps kept 25 laws instead of 28 and
    /// booleans 21 instead of 20, and it took up to 30 times as long: most nodes were such terms.
    pub const PRUNE: Effort =
        Effort { rounds: 4, nodes: 600, matches: 4_000, expands: false, explains: false };
    /// For a question of a user.
    pub const ASK: Effort =
        Effort { rounds: 5, nodes: 4_000, matches: 30_000, expands: true, explains: false };

    /// The same, with a proof that can be printed.
    pub fn explaining(self) -> Effort {
        Effort { explains: true, nodes: 4 * self.nodes, ..self }
    }
}
/// Steps of matching in a round, for each match that may be found: large classes have very many.
const STEPS_PER_MATCH: usize = 40;
/// Most classes that stand for a variable that only the other side of a law has.
const MOST_UNBOUND: usize = 12;

/// A law, ready to be matched.
pub(crate) struct Rule {
    sides: [Pattern; 2],
    variables: usize,
    /// Type and need of each variable: must what stands for it be defined?
    kinds: Vec<(usize, bool)>,
}

#[derive(Debug)]
enum Pattern {
    Variable(usize),
    Function(Head, Vec<Pattern>),
}

impl Rule {
    pub fn new(terms: &Terms, equation: Equation) -> Self {
        Rule::with_fixed(terms, equation, 0)
    }

    /// A law under a condition: the variables of the condition, a set, stand for themselves.
    pub fn with_fixed(terms: &Terms, equation: Equation, fixed: u64) -> Self {
        let (left, right) = (terms.get(equation.left), terms.get(equation.right));
        let all: Vec<u8> = members((left.variables | right.variables) & !fixed).collect();
        let both = left.variables & right.variables;
        // Where a side is undefined anyway, nothing has to be defined.
        let is_undefined =
            is_undefined(terms, equation.left) || is_undefined(terms, equation.right);
        let needs = |variable: &u8| !is_undefined && both & 1 << *variable == 0;
        let mut kinds: Vec<(usize, bool)> =
            all.iter().map(|variable| (0, needs(variable))).collect();
        let mut pattern = |side| pattern(terms, side, &all, &mut kinds);
        let sides = [pattern(equation.left), pattern(equation.right)];
        Rule { sides, variables: all.len(), kinds }
    }
}

fn pattern(terms: &Terms, id: TermId, all: &[u8], kinds: &mut Vec<(usize, bool)>) -> Pattern {
    let term = terms.get(id);
    match term.head {
        Head::Variable(variable) => {
            let Some(place) = all.iter().position(|other| *other == variable) else {
                return Pattern::Function(term.head, Vec::new());
            };
            kinds[place].0 = usize::from(term.kind);
            Pattern::Variable(place)
        }
        head => {
            let arguments = term.arguments().iter();
            Pattern::Function(head, arguments.map(|one| pattern(terms, *one, all, kinds)).collect())
        }
    }
}

/// A search for a proof.
pub(crate) struct Proof<'a> {
    pub closure: Closure,
    terms: &'a Terms,
    partial: &'a [bool],
    kinds: Vec<u8>,
    result_kinds: &'a dyn Fn(Head) -> u8,
    left: Node,
    right: Node,
    /// A node that is known to be defined.
    defined_node: Option<Node>,
    effort: Effort,
}

const UNBOUND: Node = Node::MAX;

impl<'a> Proof<'a> {
    /// Searches for a proof of an equation from some laws. `partial` tells which functions may panic.
    pub fn search(
        terms: &'a Terms,
        partial: &'a [bool],
        result_kinds: &'a dyn Fn(Head) -> u8,
        rules: &[&Rule],
        goal: Equation,
        defined: Option<TermId>,
        effort: Effort,
    ) -> Option<Self> {
        let closure = if effort.explains { Closure::with_reasons() } else { Closure::default() };
        let kinds = Vec::new();
        let (left, right, defined_node) = (0, 0, None);
        let mut proof = Proof {
            closure,
            terms,
            partial,
            kinds,
            result_kinds,
            left,
            right,
            defined_node,
            effort,
        };
        proof.left = proof.add_term(goal.left);
        proof.right = proof.add_term(goal.right);
        proof.defined_node = defined.map(|term| proof.add_term(term));
        for _ in 0..effort.rounds {
            if proof.closure.is_same(proof.left, proof.right) {
                return Some(proof);
            }
            if !proof.round(rules) {
                break;
            }
        }
        proof.closure.is_same(proof.left, proof.right).then_some(proof)
    }

    fn add_term(&mut self, id: TermId) -> Node {
        let term = *self.terms.get(id);
        let arguments: Vec<Node> = term.arguments().iter().map(|one| self.add_term(*one)).collect();
        self.add(term.head, &arguments)
    }

    fn add(&mut self, head: Head, arguments: &[Node]) -> Node {
        let node = self.closure.add(head, arguments);
        if self.kinds.len() <= node as usize {
            self.kinds.push((self.result_kinds)(head));
        }
        node
    }

    /// Matches all laws once. Returns whether anything changed.
    fn round(&mut self, rules: &[&Rule]) -> bool {
        let most = self.effort.matches;
        let view = View::new(self);
        let mut matches: Vec<(usize, usize, Node, Vec<Node>)> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            for side in 0..2 {
                view.matches(rule, side, &mut |node, bound| {
                    if matches.len() < most {
                        matches.push((number, side, node, bound.to_vec()));
                    }
                });
            }
        }
        // Those that add no nodes first: a round may end at the bound.
        matches.sort_by_key(|(number, side, ..)| weight(&rules[*number].sides[1 - side]));
        let mut changed = false;
        for (number, side, node, bound) in matches {
            if self.closure.len() > self.effort.nodes {
                break;
            }
            let before = self.closure.len();
            // The law unites the very terms of its instance; that the node is one of them is a congruence.
            let node = match self.effort.explains {
                true => self.build(&rules[number].sides[side], &bound),
                false => node,
            };
            let other = self.build(&rules[number].sides[1 - side], &bound);
            if !self.closure.is_same(node, other) {
                self.closure.unite(node, other, Reason::Law(number as u32));
                changed = true;
            }
            changed |= self.closure.len() > before;
            if self.closure.is_same(self.left, self.right) {
                return true;
            }
        }
        changed
    }

    fn build(&mut self, pattern: &Pattern, bound: &[Node]) -> Node {
        match pattern {
            Pattern::Variable(place) => bound[*place],
            Pattern::Function(head, arguments) => {
                let arguments: Vec<Node> =
                    arguments.iter().map(|one| self.build(one, bound)).collect();
                self.add(*head, &arguments)
            }
        }
    }

    /// The nodes of the goal's sides.
    pub fn sides(&self) -> (Node, Node) {
        (self.left, self.right)
    }
}

fn weight(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Variable(_) => 0,
        Pattern::Function(_, arguments) => 1 + arguments.iter().map(weight).sum::<usize>(),
    }
}

/// The classes of an e-graph at the beginning of a round.
struct View<'p, 'a> {
    proof: &'p Proof<'a>,
    /// Nodes of each class, one for each key, by root.
    classes: Map<Node, Vec<Node>>,
    by_head: Map<Head, Vec<Node>>,
    roots: Vec<Node>,
    defined: Map<Node, bool>,
    /// Steps of matching that are left in this round.
    steps: Cell<usize>,
}

impl<'p, 'a> View<'p, 'a> {
    fn new(proof: &'p mut Proof<'a>) -> Self {
        let mut classes: Map<Node, Vec<Node>> = Map::default();
        let mut by_head: Map<Head, Vec<Node>> = Map::default();
        let mut roots = Vec::new();
        for node in 0..proof.closure.len() as Node {
            let (head, arguments) =
                (proof.closure.head(node), proof.closure.arguments(node).to_vec());
            let root = proof.closure.find(node);
            if root == node {
                roots.push(node);
            }
            // Congruent nodes match the same.
            if proof.closure.lookup(head, &arguments) == Some(node) {
                classes.entry(root).or_default().push(node);
                by_head.entry(head).or_default().push(node);
            }
        }
        let steps = Cell::new(STEPS_PER_MATCH * proof.effort.matches);
        let mut view = View { proof, classes, by_head, roots, defined: Map::default(), steps };
        view.find_defined();
        view
    }

    /// Classes are defined that hold a variable, or a total function over classes that are.
    fn find_defined(&mut self) {
        let closure = &self.proof.closure;
        if let Some(node) = self.proof.defined_node {
            self.defined.insert(closure.find(node), true);
        }
        loop {
            let before = self.defined.len();
            for node in 0..closure.len() as Node {
                let root = closure.find(node);
                let is_total = match closure.head(node) {
                    Head::Variable(_) => true,
                    Head::Undefined(_) => false,
                    Head::Function(symbol) => !self.proof.partial[usize::from(symbol)],
                };
                let known = |one: &Node| self.defined.contains_key(&closure.find(*one));
                if is_total && closure.arguments(node).iter().all(known) {
                    self.defined.insert(root, true);
                }
            }
            if self.defined.len() == before {
                return;
            }
        }
    }

    /// Calls `see` for every match of one side of a rule.
    fn matches(&self, rule: &Rule, side: usize, see: &mut dyn FnMut(Node, &[Node])) {
        let mut bound = vec![UNBOUND; rule.variables];
        match &rule.sides[side] {
            Pattern::Function(head, arguments) => {
                for node in self.by_head.get(head).into_iter().flatten() {
                    let given = self.proof.closure.arguments(*node);
                    self.match_all(rule, arguments, given, &mut bound, &mut |bound| {
                        self.complete(rule, bound, &mut |bound| see(*node, bound));
                    });
                }
            }
            // A variable matches everything of its type.
            Pattern::Variable(place) if self.proof.effort.expands => {
                for root in &self.roots {
                    if self.fits(rule, *place, *root) {
                        bound[*place] = *root;
                        self.complete(rule, &mut bound, &mut |bound| see(*root, bound));
                        bound[*place] = UNBOUND;
                    }
                }
            }
            Pattern::Variable(_) => {}
        }
    }

    fn fits(&self, rule: &Rule, place: usize, class: Node) -> bool {
        let (kind, must_be_defined) = rule.kinds[place];
        usize::from(self.proof.kinds[class as usize]) == kind
            && (!must_be_defined || self.defined.contains_key(&self.proof.closure.find(class)))
    }

    /// Binds what the other side has and this one has not, to the first classes that fit: those of the goal.
    fn complete(&self, rule: &Rule, bound: &mut Vec<Node>, see: &mut dyn FnMut(&[Node])) {
        let Some(place) = bound.iter().position(|node| *node == UNBOUND) else {
            see(bound);
            return;
        };
        let fitting = self.roots.iter().filter(|root| self.fits(rule, place, **root));
        for root in fitting.take(MOST_UNBOUND) {
            bound[place] = *root;
            self.complete(rule, bound, see);
            bound[place] = UNBOUND;
        }
    }

    fn match_all(
        &self,
        rule: &Rule,
        patterns: &[Pattern],
        nodes: &[Node],
        bound: &mut Vec<Node>,
        see: &mut dyn FnMut(&mut Vec<Node>),
    ) {
        let (Some((pattern, patterns)), Some((node, nodes))) =
            (patterns.split_first(), nodes.split_first())
        else {
            see(bound);
            return;
        };
        self.match_one(rule, pattern, *node, bound, &mut |bound| {
            self.match_all(rule, patterns, nodes, bound, see);
        });
    }

    fn match_one(
        &self,
        rule: &Rule,
        pattern: &Pattern,
        node: Node,
        bound: &mut Vec<Node>,
        see: &mut dyn FnMut(&mut Vec<Node>),
    ) {
        let left = self.steps.get();
        if left == 0 {
            return;
        }
        self.steps.set(left - 1);
        let closure = &self.proof.closure;
        match pattern {
            Pattern::Variable(place) => match bound[*place] {
                UNBOUND if self.fits(rule, *place, node) => {
                    bound[*place] = node;
                    see(bound);
                    bound[*place] = UNBOUND;
                }
                UNBOUND => {}
                known if closure.is_same(known, node) => see(bound),
                _ => {}
            },
            Pattern::Function(head, arguments) => {
                for member in self.classes.get(&closure.find(node)).into_iter().flatten() {
                    if closure.head(*member) == *head {
                        let given = closure.arguments(*member);
                        self.match_all(rule, arguments, given, bound, see);
                    }
                }
            }
        }
    }
}
