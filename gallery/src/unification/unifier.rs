//! Unification, written with the actions of [`super::action`].
//!
//! The paper found no mistake in its unifier, and says that this tells more about how often its
//! authors had written one. So there is a careless one beside it, as a first attempt may look.

use super::action::{Action, get, set};
use super::term::{Substitution, Term, Variable};

/// The most general substitution that makes two terms equal, if there is one.
pub fn unifier(one: &Term, other: &Term) -> Option<Substitution> {
    let (_, substitution) = unify(one.clone(), other.clone()).run(Substitution::default())?;
    Some(substitution)
}

fn unify(one: Term, other: Term) -> Action<()> {
    resolve(one).bind(move |one| {
        resolve(other.clone()).bind(move |other| match (one.clone(), other) {
            (Term::Var(one), Term::Var(other)) if one == other => Action::pure(()),
            (Term::Var(variable), term) | (term, Term::Var(variable)) => occurs(variable, &term)
                .bind(move |occurs| match occurs {
                    true => Action::fail(),
                    false => set(variable, term.clone()),
                }),
            (Term::Constr(name, arguments), Term::Constr(other_name, other_arguments)) => {
                match name == other_name && arguments.len() == other_arguments.len() {
                    true => all(arguments.into_iter().zip(other_arguments), unify),
                    false => Action::fail(),
                }
            }
        })
    })
}

/// Follows variables until one is free or stands for a constructor.
fn resolve(term: Term) -> Action<Term> {
    match term {
        Term::Constr(..) => Action::pure(term),
        Term::Var(variable) => get(variable).bind(move |found| match found {
            Term::Var(same) if same == variable => Action::pure(found),
            _ => resolve(found),
        }),
    }
}

/// Whether a variable occurs in a term, seen through the substitution.
fn occurs(variable: Variable, term: &Term) -> Action<bool> {
    resolve(term.clone()).bind(move |term| match term {
        Term::Var(other) => Action::pure(other == variable),
        Term::Constr(_, arguments) => {
            arguments.iter().fold(Action::pure(false), |found, argument| {
                let here = occurs(variable, argument);
                found.bind(move |found| match found {
                    true => Action::pure(true),
                    false => here.clone(),
                })
            })
        }
    })
}

fn all(
    pairs: impl Iterator<Item = (Term, Term)>,
    unify: fn(Term, Term) -> Action<()>,
) -> Action<()> {
    pairs.fold(Action::pure(()), |before, (one, other)| before.then(unify(one, other)))
}

/// A unifier that never looks at what a variable already stands for: the last word wins.
pub fn careless_unifier(one: &Term, other: &Term) -> Option<Substitution> {
    let (_, substitution) =
        unify_carelessly(one.clone(), other.clone()).run(Substitution::default())?;
    Some(substitution)
}

fn unify_carelessly(one: Term, other: Term) -> Action<()> {
    match (one, other) {
        (Term::Var(one), Term::Var(other)) if one == other => Action::pure(()),
        (Term::Var(variable), term) | (term, Term::Var(variable)) => {
            match term.variables().contains(&variable) {
                true => Action::fail(),
                false => set(variable, term),
            }
        }
        (Term::Constr(name, arguments), Term::Constr(other_name, other_arguments)) => {
            match name == other_name && arguments.len() == other_arguments.len() {
                true => all(arguments.into_iter().zip(other_arguments), unify_carelessly),
                false => Action::fail(),
            }
        }
    }
}
