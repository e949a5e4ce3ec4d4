//! Terms and substitutions (quickcheck-2000, section 5.1.1).
//!
//! Variables and names have types of their own, so that each has a generator of its own: few of
//! them, or two terms would hardly ever have one in common.

use std::collections::{BTreeMap, BTreeSet};

/// A variable, to be bound by unification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// The name of a constructor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub String);

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Var(Variable),
    /// A constructor and its arguments.
    Constr(Name, Vec<Term>),
}

impl Term {
    /// The variables of the term.
    pub fn variables(&self) -> BTreeSet<Variable> {
        match self {
            Term::Var(variable) => BTreeSet::from([*variable]),
            Term::Constr(_, arguments) => arguments.iter().flat_map(Term::variables).collect(),
        }
    }

    /// Whether the term is a variable and nothing else.
    pub fn is_variable(&self) -> bool {
        matches!(self, Term::Var(_))
    }
}

/// What variables stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Substitution(pub BTreeMap<Variable, Term>);

impl Substitution {
    /// Substitutes until no variable of the domain is left: under a cyclic substitution, for ever.
    pub fn apply(&self, term: &Term) -> Term {
        let mut term = term.clone();
        while term.variables().iter().any(|variable| self.0.contains_key(variable)) {
            term = self.apply_once(&term);
        }
        term
    }

    /// Replaces every variable of the domain once.
    pub fn apply_once(&self, term: &Term) -> Term {
        match term {
            Term::Var(variable) => self.0.get(variable).unwrap_or(term).clone(),
            Term::Constr(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.apply_once(argument));
                Term::Constr(name.clone(), arguments.collect())
            }
        }
    }

    /// Whether no variable is reached from itself, by way of the variables in what it stands for.
    pub fn is_acyclic(&self) -> bool {
        let mut reach: BTreeMap<Variable, BTreeSet<Variable>> =
            self.0.iter().map(|(variable, term)| (*variable, term.variables())).collect();
        // The transitive closure by Warshall's method.
        for middle in self.0.keys() {
            let beyond = reach[middle].clone();
            for reached in reach.values_mut() {
                if reached.contains(middle) {
                    reached.extend(&beyond);
                }
            }
        }
        reach.iter().all(|(variable, reached)| !reached.contains(variable))
    }
}
