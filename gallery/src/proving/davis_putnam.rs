//! The method of Davis and Putnam (1960), with backtracking, to list all models.

use super::clause::{Assumptions, Clause, Literal, Model};

/// All models of a set of clauses. A model says nothing of variables that do not matter for it;
/// no two of them agree on all variables.
pub fn davis_putnam(clauses: &[Clause], assumptions: Assumptions) -> Vec<Model> {
    if clauses.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let Some(first) = clauses.first() else { return vec![Model::new()] };
    if let Some(unit) = clauses.iter().find(|clause| clause.len() == 1) {
        return models_with(unit[0], clauses, assumptions);
    }
    let literal = first[0];
    let mut models = models_with(literal, clauses, assumptions);
    models.extend(models_with(literal.opposite(), clauses, assumptions));
    models
}

fn models_with(literal: Literal, clauses: &[Clause], assumptions: Assumptions) -> Vec<Model> {
    let open = clauses.iter().filter(|clause| !clause.contains(&literal));
    let left: Vec<Clause> =
        open.map(|clause| without(literal.opposite(), clause, assumptions)).collect();
    let mut models = davis_putnam(&left, assumptions);
    models.iter_mut().for_each(|model| model.insert(0, literal));
    models
}

fn without(literal: Literal, clause: &Clause, assumptions: Assumptions) -> Clause {
    let mut rest = clause.clone();
    if assumptions.no_literal_twice {
        if let Some(at) = rest.iter().position(|other| *other == literal) {
            rest.remove(at);
        }
    } else {
        rest.retain(|other| *other != literal);
    }
    rest
}
