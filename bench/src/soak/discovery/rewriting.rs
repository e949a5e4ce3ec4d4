//! Proofs by brute force: terms are rewritten by laws, both ways and at all positions, smallest first.
//!
//! Discovery proves by congruence closure and by matching in an e-graph. This shares nothing with it: a proof is a path of
//! terms, each of which is the one before it with an instance of one side of a law replaced by the other side.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::term::{Equation, Term, TermId, Terms, VARIABLES};

/// How far a search goes.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Most terms that are rewritten.
    pub terms: usize,
    /// Greatest size of a term.
    pub size: usize,
}

/// Terms that are rewritten before those with connected arguments are looked for.
const BETWEEN_CLOSURES: usize = 200;

/// Terms that are connected by rewriting.
pub struct Rewriting<'t> {
    terms: &'t mut Terms,
    /// Both ways to use each law.
    rules: Vec<Equation>,
    limits: Limits,
    /// What one step makes of a term, by its number; nothing where that was not needed yet.
    steps: Vec<Option<Vec<TermId>>>,
    groups: Groups,
}

/// What stands for each variable of a law.
type Binding = [Option<TermId>; VARIABLES];

impl<'t> Rewriting<'t> {
    pub fn new(terms: &'t mut Terms, laws: &[Equation], limits: Limits) -> Self {
        let both = |law: &Equation| [*law, Equation { left: law.right, right: law.left }];
        let rules = laws.iter().flat_map(both).collect();
        Rewriting { terms, rules, limits, steps: Vec::new(), groups: Groups::default() }
    }

    /// Rewrites terms, and what they become, until they are connected in `fewest` groups or a limit is reached. Of those
    /// that wait, the smallest is the next: breadth first, the many large terms would use up the limit.
    pub fn connect(&mut self, sources: &[TermId], fewest: usize) {
        let mut all = sources.to_vec();
        let mut is_known = vec![false; self.terms.count()];
        let mut waiting = BinaryHeap::new();
        for source in sources {
            is_known[*source as usize] = true;
            waiting.push(Reverse((self.terms.size(*source), *source)));
            self.groups.start(*source);
        }
        for number in 0..self.limits.terms {
            if number % BETWEEN_CLOSURES == 0 {
                self.close(&all);
            }
            if self.groups.with_source <= fewest {
                return;
            }
            let Some(Reverse((_, term))) = waiting.pop() else { break };
            self.find_steps(term);
            is_known.resize(self.terms.count(), false);
            for other in self.steps[term as usize].iter().flatten() {
                self.groups.unite(term, *other);
                if !std::mem::replace(&mut is_known[*other as usize], true) {
                    all.push(*other);
                    waiting.push(Reverse((self.terms.size(*other), *other)));
                }
            }
        }
        self.close(&all);
    }

    /// Connects terms whose arguments are connected: a path between arguments is one between the terms.
    fn close(&mut self, terms: &[TermId]) {
        loop {
            let mut changed = false;
            let mut known: HashMap<Term, TermId> = HashMap::with_capacity(terms.len());
            for id in terms {
                let key = match self.terms.get(*id) {
                    Term::F(one) => Term::F(self.groups.find(one)),
                    Term::G(one, other) => Term::G(self.groups.find(one), self.groups.find(other)),
                    leaf => leaf,
                };
                let same = *known.entry(key).or_insert(*id);
                changed |= self.groups.unite(*id, same);
            }
            if !changed {
                return;
            }
        }
    }

    /// Returns whether two terms are connected.
    pub fn proves(&mut self, equation: Equation) -> bool {
        self.groups.find(equation.left) == self.groups.find(equation.right)
    }

    /// Finds all terms that one step makes of a term: at its root, or in an argument.
    fn find_steps(&mut self, id: TermId) {
        self.steps.resize(self.terms.count(), None);
        if self.steps[id as usize].is_some() {
            return;
        }
        let mut found = Vec::new();
        match self.terms.get(id) {
            Term::Variable(_) | Term::C => {}
            Term::F(one) => {
                for one in self.steps_within(one, id) {
                    found.push(self.terms.add(Term::F(one)));
                }
            }
            Term::G(one, other) => {
                for one in self.steps_within(one, id) {
                    found.push(self.terms.add(Term::G(one, other)));
                }
                for other in self.steps_within(other, id) {
                    found.push(self.terms.add(Term::G(one, other)));
                }
            }
        }
        for number in 0..self.rules.len() {
            let rule = self.rules[number];
            let mut binding = Binding::default();
            if matches(self.terms, rule.left, id, &mut binding) {
                self.instantiate(rule.right, &mut binding, 0, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        self.steps.resize(self.terms.count(), None);
        self.steps[id as usize] = Some(found);
    }

    /// Steps of an argument after which the whole term is not too large.
    fn steps_within(&mut self, argument: TermId, whole: TermId) -> Vec<TermId> {
        self.find_steps(argument);
        let around = self.terms.size(whole) - self.terms.size(argument);
        let steps = self.steps[argument as usize].iter().flatten().copied();
        steps.filter(|step| around + self.terms.size(*step) <= self.limits.size).collect()
    }

    /// Adds the instances of one side. Variables that the other side does not have stand for each variable and for the
    /// constant.
    fn instantiate(
        &mut self,
        side: TermId,
        binding: &mut Binding,
        from: usize,
        found: &mut Vec<TermId>,
    ) {
        let unbound = (from..VARIABLES)
            .find(|variable| binding[*variable].is_none() && self.terms.has(side, *variable));
        let Some(variable) = unbound else {
            if instance_size(self.terms, side, binding) <= self.limits.size {
                found.push(instance(self.terms, side, binding));
            }
            return;
        };
        for leaf in Terms::LEAVES {
            binding[variable] = Some(leaf);
            self.instantiate(side, binding, variable + 1, found);
        }
        binding[variable] = None;
    }
}

/// Returns whether one use of a law makes one term of another. Variables may stand for any terms.
pub fn is_step(terms: &Terms, law: Equation, from: TermId, to: TermId) -> bool {
    let is_instance = |left: TermId, right: TermId| {
        let mut binding = Binding::default();
        matches(terms, left, from, &mut binding) && matches(terms, right, to, &mut binding)
    };
    if is_instance(law.left, law.right) || is_instance(law.right, law.left) {
        return true;
    }
    match (terms.get(from), terms.get(to)) {
        (Term::F(from), Term::F(to)) => is_step(terms, law, from, to),
        (Term::G(from, one), Term::G(to, other)) if one == other => is_step(terms, law, from, to),
        (Term::G(one, from), Term::G(other, to)) if one == other => is_step(terms, law, from, to),
        _ => false,
    }
}

/// Matches a side of a law with a term.
fn matches(terms: &Terms, side: TermId, term: TermId, binding: &mut Binding) -> bool {
    match (terms.get(side), terms.get(term)) {
        (Term::Variable(variable), _) => {
            *binding[usize::from(variable)].get_or_insert(term) == term
        }
        (Term::C, Term::C) => true,
        (Term::F(side), Term::F(term)) => matches(terms, side, term, binding),
        (Term::G(first, second), Term::G(one, other)) => {
            matches(terms, first, one, binding) && matches(terms, second, other, binding)
        }
        _ => false,
    }
}

fn instance_size(terms: &Terms, side: TermId, binding: &Binding) -> usize {
    match terms.get(side) {
        Term::Variable(variable) => {
            binding[usize::from(variable)].map_or(1, |bound| terms.size(bound))
        }
        Term::C => 1,
        Term::F(one) => 1 + instance_size(terms, one, binding),
        Term::G(one, other) => {
            1 + instance_size(terms, one, binding) + instance_size(terms, other, binding)
        }
    }
}

fn instance(terms: &mut Terms, side: TermId, binding: &Binding) -> TermId {
    match terms.get(side) {
        Term::Variable(variable) => binding[usize::from(variable)].unwrap_or(side),
        Term::C => side,
        Term::F(one) => {
            let one = instance(terms, one, binding);
            terms.add(Term::F(one))
        }
        Term::G(one, other) => {
            let one = instance(terms, one, binding);
            let other = instance(terms, other, binding);
            terms.add(Term::G(one, other))
        }
    }
}

/// Groups of connected terms, as a union-find forest.
#[derive(Default)]
struct Groups {
    parents: Vec<TermId>,
    has_source: Vec<bool>,
    /// Number of groups that hold a term that the search started from.
    with_source: usize,
}

impl Groups {
    fn start(&mut self, id: TermId) {
        self.grow(id);
        self.with_source += usize::from(!self.has_source[id as usize]);
        self.has_source[id as usize] = true;
    }

    fn grow(&mut self, id: TermId) {
        self.parents.extend(self.parents.len() as TermId..=id);
        self.has_source.resize(self.parents.len(), false);
    }

    fn find(&mut self, mut id: TermId) -> TermId {
        self.grow(id);
        while self.parents[id as usize] != id {
            let above = self.parents[self.parents[id as usize] as usize];
            self.parents[id as usize] = above;
            id = above;
        }
        id
    }

    /// Unites two groups. Returns whether they were two.
    fn unite(&mut self, one: TermId, other: TermId) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            let with_source = (self.has_source[one as usize], self.has_source[other as usize]);
            self.with_source -= usize::from(with_source == (true, true));
            self.parents[one as usize] = other;
            self.has_source[other as usize] = with_source.0 || with_source.1;
        }
        one != other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { terms: 1_000, size: 9 };

    fn proves(laws: &[&str], goal: &str) -> bool {
        let mut terms = Terms::new();
        let mut equation = |text: &str| {
            let (left, right) = text.split_once(" = ").expect("an equation has two sides");
            Equation { left: terms.parse(left), right: terms.parse(right) }
        };
        let laws: Vec<Equation> = laws.iter().map(|law| equation(law)).collect();
        let goal = equation(goal);
        let mut rewriting = Rewriting::new(&mut terms, &laws, LIMITS);
        rewriting.connect(&[goal.left, goal.right], 1);
        rewriting.proves(goal)
    }

    #[test]
    fn laws_are_used_both_ways_and_at_all_positions() {
        let monoid = ["g(g(x, y), z) = g(x, g(y, z))", "g(x, c) = x", "g(x, y) = g(y, x)"];
        assert!(proves(&monoid, "g(z, g(y, x)) = g(g(x, z), y)"));
        assert!(proves(&monoid, "f(g(c, g(x, c))) = f(x)"));
        assert!(!proves(&monoid[..2], "g(x, y) = g(y, x)"));
        assert!(!proves(&monoid, "g(x, x) = x"));
    }

    #[test]
    fn variables_of_one_side_stand_for_leaves() {
        assert!(proves(&["g(x, y) = f(x)"], "g(x, z) = g(x, c)"));
        assert!(proves(&["f(x) = f(y)", "f(c) = c"], "f(f(z)) = c"));
    }

    #[test]
    fn a_step_replaces_one_subterm() {
        let mut terms = Terms::new();
        let law = Equation { left: terms.parse("g(x, y)"), right: terms.parse("g(y, x)") };
        let mut is_step_to = |from: &str, to: &str| {
            let (from, to) = (terms.parse(from), terms.parse(to));
            is_step(&terms, law, from, to)
        };
        assert!(is_step_to("g(f(x), c)", "g(c, f(x))"));
        assert!(is_step_to("f(g(z, g(x, y)))", "f(g(z, g(y, x)))"));
        assert!(!is_step_to("g(g(x, y), z)", "g(z, g(y, x))"));
        assert!(!is_step_to("g(x, y)", "g(x, z)"));
    }

    #[test]
    fn a_proof_may_go_through_a_larger_term() {
        assert!(proves(
            &["f(f(x)) = x", "f(g(x, y)) = g(f(y), f(x))"],
            "g(f(x), f(y)) = f(g(y, x))"
        ));
        assert!(proves(&["g(x, x) = x", "g(x, g(y, x)) = c"], "x = c"));
    }
}
