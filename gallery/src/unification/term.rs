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

/// The substitution never comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unending;

impl Substitution {
    /// Substitutes until no variable of the domain is left.
    ///
    /// Under a cyclic substitution the paper's function makes an infinite term, and comparing it
    /// loops. Here that is seen: a variable inside its own replacement comes back for ever, and
    /// only then are there more replacements inside one another than variables.
    pub fn apply(&self, term: &Term) -> Result<Term, Unending> {
        self.apply_within(term, self.0.len())
    }

    fn apply_within(&self, term: &Term, replacements_left: usize) -> Result<Term, Unending> {
        match term {
            Term::Var(variable) => match self.0.get(variable) {
                None => Ok(term.clone()),
                Some(replacement) => {
                    let left = replacements_left.checked_sub(1).ok_or(Unending)?;
                    self.apply_within(replacement, left)
                }
            },
            Term::Constr(name, arguments) => {
                let apply = |argument| self.apply_within(argument, replacements_left);
                let arguments = arguments.iter().map(apply).collect::<Result<_, _>>()?;
                Ok(Term::Constr(name.clone(), arguments))
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
