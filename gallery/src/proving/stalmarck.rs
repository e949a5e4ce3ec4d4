//! Stålmarck's method, by saturation to a level.
//!
//! The patented method works on triplets and keeps classes of equivalent variables. This is its
//! core on clauses, with the information that the paper's version gathers: literals. Level 0
//! draws the simple conclusions; level n supposes a variable true and then false, saturates both
//! worlds to level n - 1, and keeps what both agree on (the dilemma rule).

use std::collections::BTreeSet;

use super::clause::{Assumptions, Clause, Literal, Model, is, not};

/// Literals that hold in every model of the clauses, or nothing if there is a contradiction.
/// Incomplete: a contradiction may need a higher level to be seen.
pub fn stalmarck(level: u32, clauses: &[Clause], assumptions: Assumptions) -> Option<Model> {
    let problem = Problem { clauses, assumptions };
    let known = problem.facts()?;
    Some(problem.saturate(level, known)?.into_iter().collect())
}

type Known = BTreeSet<Literal>;

struct Problem<'a> {
    clauses: &'a [Clause],
    assumptions: Assumptions,
}

impl Problem<'_> {
    /// What clauses of a single literal say.
    fn facts(&self) -> Option<Known> {
        let mut known = Known::new();
        for clause in self.clauses.iter().filter(|clause| clause.len() < 2) {
            if clause.is_empty() && !self.assumptions.no_empty_clause {
                return None;
            }
            learn(clause[0], &mut known)?;
        }
        Some(known)
    }

    fn saturate(&self, level: u32, known: Known) -> Option<Known> {
        let mut known = self.propagate(known)?;
        if level == 0 {
            return Some(known);
        }
        loop {
            let before = known.len();
            for variable in self.variables() {
                known = self.suppose(variable, level - 1, known)?;
            }
            if known.len() == before {
                return Some(known);
            }
        }
    }

    /// The dilemma rule.
    fn suppose(&self, variable: u32, level: u32, known: Known) -> Option<Known> {
        if known.contains(&is(variable)) || known.contains(&not(variable)) {
            return Some(known);
        }
        let world = |literal| {
            let mut known = known.clone();
            known.insert(literal);
            self.saturate(level, known)
        };
        match (world(is(variable)), world(not(variable))) {
            (None, other) | (other, None) => other,
            (Some(one), Some(other)) => Some(&one & &other),
        }
    }

    /// Simple conclusions, until there are none.
    fn propagate(&self, mut known: Known) -> Option<Known> {
        loop {
            let before = known.len();
            for clause in self.clauses {
                self.conclude(clause, &mut known)?;
            }
            if known.len() == before {
                return Some(known);
            }
        }
    }

    /// If all literals of a clause but one are known not to hold, that one does.
    fn conclude(&self, clause: &Clause, known: &mut Known) -> Option<()> {
        let different = match self.assumptions.no_literal_twice {
            true => clause.len(),
            false => clause.iter().collect::<BTreeSet<_>>().len(),
        };
        let refuted = known.iter().filter(|literal| clause.contains(&literal.opposite())).count();
        if refuted == different {
            return None;
        }
        if refuted + 1 == different {
            let left = clause.iter().find(|literal| !known.contains(&literal.opposite()));
            learn(*left.expect("one literal of the clause is left"), known)?;
        }
        Some(())
    }

    fn variables(&self) -> BTreeSet<u32> {
        self.clauses.iter().flatten().map(|literal| literal.variable).collect()
    }
}

/// Adds a literal to what is known, unless the opposite is known.
fn learn(literal: Literal, known: &mut Known) -> Option<()> {
    if known.contains(&literal.opposite()) {
        return None;
    }
    known.insert(literal);
    Some(())
}
